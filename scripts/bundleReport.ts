import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Plugin, type Rollup } from "vite";

// node scripts/bundleReport.ts [page file …]: what script a page brings before anything is clicked: how much, from which
// packages and files, and by which imports the packages come.

const web = fileURLToPath(new URL("../apps/web", import.meta.url));
/** What each module imports at once. */
const importsOf = new Map<string, readonly string[]>();
const readImports: Plugin = {
  name: "read-imports",
  generateBundle() {
    for (const id of this.getModuleIds()) importsOf.set(id, this.getModuleInfo(id)?.importedIds ?? []);
  },
};
const built = await build({ root: web, logLevel: "error", build: { write: false }, plugins: [readImports] });
const chunks = (Array.isArray(built) ? built : [built as Rollup.RollupOutput])
  .flatMap(({ output }) => output)
  .filter((part) => part.type === "chunk");
const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1).padStart(7)} kB`;

/** A file and all that it imports at once. */
function together(fileName: string, found = new Set<string>()): Set<string> {
  if (!found.has(fileName)) {
    found.add(fileName);
    for (const next of byFile.get(fileName)?.imports ?? []) together(next, found);
  }
  return found;
}

/** Where a module comes from: a package, or one of our files. */
const originOf = (id: string): string =>
  /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? id.replace(/^.*\/(packages|apps)\//, "$1/");

/** The shortest way of imports to a package; without one it lies in a file beside something that is needed. */
function wayTo(origin: string, starts: readonly string[]): string {
  const ways = new Map<string, string[]>(starts.map((id) => [id, [id]]));
  for (const [id, way] of ways) {
    if (originOf(id) === origin) return way.map(originOf).slice(0, -1).join(" → ");
    for (const next of importsOf.get(id) ?? []) if (!ways.has(next)) ways.set(next, [...way, next]);
  }
  return "not imported: it shares a file with something that is";
}

const pages = process.argv.slice(2);
for (const page of pages.length > 0 ? pages : ["EditorPage", "WorkflowsPage"]) {
  const entry = chunks.find(({ isEntry }) => isEntry);
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${page}.tsx`)));
  const file = chunk?.moduleIds.find((id) => id.endsWith(`/${page}.tsx`));
  if (entry === undefined || chunk === undefined || file === undefined) throw new Error(`There is no page ${page}`);
  const files = [...together(chunk.fileName, together(entry.fileName))].flatMap((file) => byFile.get(file) ?? []);
  const weights = files.map(({ fileName, code }) => ({ fileName, length: gzipSync(code).length }));
  const total = weights.reduce((sum, { length }) => sum + length, 0);
  console.log(`\n${page}: ${kilobytes(total).trim()} gzip in ${files.length} files, the largest:`);
  for (const { fileName, length } of weights.sort((one, other) => other.length - one.length).slice(0, 12))
    console.log(`${kilobytes(length)}  ${fileName}`);
  const origins = new Map<string, number>();
  for (const { modules } of files)
    for (const [id, { renderedLength }] of Object.entries(modules))
      origins.set(originOf(id), (origins.get(originOf(id)) ?? 0) + renderedLength);
  console.log("by origin, before it is made small:");
  const starts = [entry.facadeModuleId ?? "", file];
  for (const [origin, length] of [...origins].sort(([, one], [, other]) => other - one).slice(0, 60)) {
    const isOurs = /^(apps|packages)\//.test(origin);
    console.log(`${kilobytes(length)}  ${origin}${isOurs ? "" : `  (${wayTo(origin, starts)})`}`);
  }
}
