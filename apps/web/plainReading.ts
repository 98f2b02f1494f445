import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** The schemas that saved workflows are read by, and those of bundles and routes, which check what users made. */
const readsSaved = /\/packages\/workflow\/src\/(outbound|inbound|parts)\/(?!bundle|route\.ts)[^?]*\.ts(\?schemas)?$/;
const checksSaved = /\/packages\/workflow\/src\/(outbound\/bundle\w*|inbound\/route)\.ts(\?schemas)?$/;
const savedReader = fileURLToPath(new URL("./savedReader.ts", import.meta.url));

/** Saved workflows are read without zod (decision 0120). What a checking schema contains of them is a copy with zod. */
export const plainReading: Plugin = {
  name: "plain-reading",
  enforce: "pre",
  apply: "build",
  async resolveId(source, importer = "") {
    if (source === "zod") return readsSaved.test(importer) ? savedReader : null;
    if (!checksSaved.test(importer) || !source.startsWith(".")) return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found !== null && /\/(savedWorkflow|inbound\/saved)\.ts$/.test(found.id) ? `${found.id}?checked` : null;
  },
  generateBundle() {
    const uses = (id: string, what: (one: string) => boolean) =>
      this.getModuleInfo(id)?.importedIds.some(what) ?? false;
    const isReader = (id: string) => uses(id, (one) => one === savedReader);
    for (const id of this.getModuleIds())
      if (uses(id, (one) => /\/zod\/index\.js$/.test(one)) && uses(id, isReader))
        this.error(
          `${id} has schemas of zod, but imports schemas that the pages only read by. Name it in \`checksSaved\``,
        );
  },
};
