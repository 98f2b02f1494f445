import { maxBundleBytes } from "@trunkline/contract/workflows/bundle.ts";
import { parseJson } from "@trunkline/workflow/parts/text/jsonText.ts";

/** A file that was chosen, with what it holds. */
export interface BundleFile {
  name: string;
  bundle: Record<string, unknown>;
}

/** What a bundle file holds, or why it is none; the server judges the rest. */
export async function readBundleFile(file: File): Promise<BundleFile> {
  const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  if (file.size > maxBundleBytes)
    throw new Error(`${file.name} has ${megabytes(file.size)}; bundles have at most ${megabytes(maxBundleBytes)}.`);
  const json = parseJson(await file.text());
  if (!json.ok) throw new Error(`${file.name} is not JSON: ${json.message}`);
  if (typeof json.value !== "object" || json.value === null || Array.isArray(json.value))
    throw new Error(`${file.name} is not a workflow bundle: it does not hold a JSON object.`);
  return { name: file.name, bundle: json.value as Record<string, unknown> };
}
