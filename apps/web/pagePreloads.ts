import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin, Rollup } from "vite";

const routes = fileURLToPath(new URL("./src/routes.tsx", import.meta.url));

/** The page's file of each path, from the lines of `routes.tsx`. */
export function listPages(source: string): { path: string; file: string }[] {
  const lines = /["`](\/[^"`]*)["`],(?:(?!createRoute\(|page\()[\s\S])*?\(\) => import\("\.\/(pages\/[^"]+)"\)/g;
  return [...source.matchAll(lines)].flatMap(([, path = "", file = ""]) =>
    // one line for the two sections of webhooks
    (path.includes("${section}") ? ["webhooks", "callbacks"] : [""]).map((section) => ({
      path: path.replace("${section}", section),
      file,
    })),
  );
}

/** A file and all that it imports at once. */
function together(bundle: Rollup.OutputBundle, fileName: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[fileName];
  if (chunk?.type !== "chunk" || found.has(fileName)) return found;
  found.add(fileName);
  for (const next of chunk.imports) together(bundle, next, found);
  return found;
}

/**
 * Writes which scripts a page needs into `preloads.json`, for the server, which names them in the HTML of the page's
 * address: they come together with the frame instead of after it. A page that is opened from another one names them
 * itself, so that they come at once as well (decision 0120).
 */
export const pagePreloads: Plugin = {
  name: "page-preloads",
  apply: "build",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === "chunk");
      const entry = chunks.find(({ isEntry }) => isEntry);
      if (entry === undefined) return;
      const frame = together(bundle, entry.fileName);
      const preloads = listPages(readFileSync(routes, "utf8")).flatMap(({ path, file }) => {
        const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${file}`));
        if (page === undefined) return [];
        const needed = [...together(bundle, page.fileName)].filter((one) => !frame.has(one));
        const later = needed.filter((one) => one !== page.fileName && !page.imports.includes(one));
        const named = later.map((one) => `import"./${one.replace(/^.*\//, "")}";`).join("");
        if (!page.code.endsWith(named)) page.code += `\n${named}`;
        return [[path, needed] as const];
      });
      this.emitFile({
        type: "asset",
        fileName: "preloads.json",
        source: JSON.stringify(Object.fromEntries(preloads)),
      });
    },
  },
};
