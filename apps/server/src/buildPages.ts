import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Refusal } from "./refusal.ts";

const root = join(import.meta.dirname, "../../..");
const web = join(root, "apps/web");

/** Where the built pages stand. */
export const pagesFolder = join(web, "dist");

/** True when the built pages are there and no source that they are made of is newer. */
export function arePagesBuilt(): boolean {
  // An image may carry the built pages without their sources: then there is nothing to build from.
  if (!existsSync(join(web, "index.html"))) return true;
  const builtAt = statSync(join(pagesFolder, "index.html"), { throwIfNoEntry: false })?.mtimeMs;
  if (builtAt === undefined) return false;
  const sources = [join(web, "src"), join(root, "packages/workflow/src"), join(root, "packages/contract/src")];
  const files = ["index.html", "package.json", "vite.config.ts", "speakSamples.ts"].map((name) => join(web, name));
  return [...sources, ...files].every((path) => newest(path) <= builtAt);
}

/** Builds the pages where they are missing or old; with pages of an earlier build a failed one is only told. */
export async function preparePages(say: (line: string) => void): Promise<void> {
  if (arePagesBuilt()) return;
  try {
    await buildPages();
  } catch (error) {
    if (!existsSync(join(pagesFolder, "index.html"))) throw error;
    say(`${(error as Error).message}\nThe pages of the last build are served.`);
  }
}

/** Builds the pages with the bundler of the workspace; its own words are shown only when it fails. */
export async function buildPages(): Promise<void> {
  const vite = join(dirname(createRequire(join(web, "package.json")).resolve("vite/package.json")), "bin/vite.js");
  const child = spawn(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: web,
    env: { ...process.env, NODE_ENV: "production", NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => {
      output += text.toString();
    });
  const code = await new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (code !== 0 || !existsSync(join(pagesFolder, "index.html")))
    throw new Refusal(`The pages cannot be built (vite build, exit ${code}):\n${output.trim()}`);
}

/** The time of the last change under a path. */
function newest(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path, { withFileTypes: true }).reduce((latest, entry) => {
    const child = join(path, entry.name);
    return Math.max(latest, entry.isDirectory() ? newest(child) : statSync(child).mtimeMs);
  }, stat.mtimeMs);
}
