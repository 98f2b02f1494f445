import { maxBundleBytes } from "@trunkline/contract/workflows/bundle.ts";
import { parseJson } from "@trunkline/workflow/parts/text/jsonText.ts";

/** A chosen file with its parsed content. */
export interface BundleFile {
  name: string;
  bundle: Record<string, unknown>;
}

/** Parses a bundle file, or throws if it is none. The server validates the content. */
export async function readBundleFile(file: File): Promise<BundleFile> {
  const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  if (file.size > maxBundleBytes)
    throw new Error(`${file.name} is ${megabytes(file.size)}. The limit is ${megabytes(maxBundleBytes)}.`);
  const json = parseJson(await file.text());
  if (!json.ok) throw new Error(`${file.name} is not JSON: ${json.message}`);
  if (typeof json.value !== "object" || json.value === null || Array.isArray(json.value))
    throw new Error(`${file.name} is not a workflow file because it contains no JSON object.`);
  return { name: file.name, bundle: json.value as Record<string, unknown> };
}
