import { existsSync, readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { Refusal } from "../refusal.ts";

const project = join(import.meta.dirname, "../../../..");

/** The directory of the built pages. */
export const pagesFolder = join(project, "apps/web/dist");

/** What is wrong with this project's built pages and how to fix it. Null when they can be served. */
export function findPagesProblem(root = project): string | null {
  const web = join(root, "apps/web");
  const builtAt = statSync(join(web, "dist/index.html"), { throwIfNoEntry: false })?.mtimeMs;
  if (builtAt === undefined) return "The pages are not built. Run `npm run build`.";
  // A container image may hold the built pages without their sources.
  if (!existsSync(join(web, "index.html"))) return null;
  const folders = ["apps/web/src", "apps/web/public", "packages/workflow/src", "packages/contract/src"];
  const files = [
    "index.html",
    "package.json",
    "vite.config.ts",
    "pagePreloads.ts",
    "withoutSchemas.ts",
    "zoomMotion.ts",
  ].map((name) => `apps/web/${name}`);
  const sources = [...folders, ...files].flatMap((path) => listFiles(join(root, path)));
  const newer = sources.find(({ path, changedAt }) => changedAt > builtAt && !/\.test\.tsx?$/.test(path));
  if (newer === undefined) return null;
  return `The pages are older than their sources, such as ${relative(root, newer.path)}. Run \`npm run build\`.`;
}

/** Refuses to serve pages that are missing or older than their sources. */
export function needPages(): void {
  const problem = findPagesProblem();
  if (problem !== null) throw new Refusal(problem);
}

function listFiles(path: string): { path: string; changedAt: number }[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return [{ path, changedAt: stat.mtimeMs }];
  return readdirSync(path).flatMap((name) => listFiles(join(path, name)));
}
