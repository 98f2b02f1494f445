import { maxBundleBytes } from "@trunkline/contract/workflows/bundle.ts";
import type { ForeignFormat } from "@trunkline/workflow/foreign/convertFlow.ts";
import type { ConvertedStep } from "@trunkline/workflow/foreign/foreignFlow.ts";
import { parseJson } from "@trunkline/workflow/parts/text/jsonText.ts";
import { arrived } from "../../../ui/page/lazyPart.tsx";

/** A chosen file with its parsed content, or with what a file of another product was converted to. */
export interface BundleFile {
  name: string;
  bundle: Record<string, unknown>;
  converted?: { format: ForeignFormat; report: readonly ConvertedStep[]; tests: number };
}

/** The number of tests in a bundle. */
const countTests = (bundle: { tests?: unknown; others?: unknown }): number =>
  [bundle, ...(Array.isArray(bundle.others) ? bundle.others : [])].reduce(
    (count: number, { tests }: { tests?: unknown }) => count + (Array.isArray(tests) ? tests.length : 0),
    0,
  );

/** Parses a bundle file, or throws if it is none. The server validates the content. */
export async function readBundleFile(file: File): Promise<BundleFile> {
  const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  if (file.size > maxBundleBytes)
    throw new Error(`${file.name} is ${megabytes(file.size)}. The limit is ${megabytes(maxBundleBytes)}.`);
  const json = parseJson(await file.text());
  if (!json.ok) throw new Error(`${file.name} is not JSON: ${json.message}`);
  if (typeof json.value !== "object" || json.value === null || Array.isArray(json.value))
    throw new Error(`${file.name} is not a workflow file because it contains no JSON object.`);
  // most files are our own, which need no conversion
  if ("trunkline" in json.value) return { name: file.name, bundle: json.value as Record<string, unknown> };
  const { convertFlow } = await arrived(() => import("@trunkline/workflow/foreign/convertFlow.ts"));
  const converted = convertFlow(json.value);
  if (converted === undefined) return { name: file.name, bundle: json.value as Record<string, unknown> };
  if (!converted.ok) throw new Error(describeProblems(file.name, converted));
  const { format, report } = converted;
  const { addTests } = await arrived(() => import("../../../tester/addTests.ts"));
  const bundle = await addTests(converted.bundle);
  return { name: file.name, bundle, converted: { format, report, tests: countTests(bundle) } };
}

const mostShown = 5;

function describeProblems(
  name: string,
  { format, problems }: { format: string; problems: readonly { where: string; message: string }[] },
): string {
  const shown = problems.slice(0, mostShown).map(({ where, message }) => `${where || "The file"} ${message}.`);
  const more = problems.length > mostShown ? ` There are ${problems.length - mostShown} more problems.` : "";
  return `${name} looks like a flow of ${format}, but cannot be read. ${shown.join(" ")}${more}`;
}
