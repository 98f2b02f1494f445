import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The oldest Node that runs the product and builds its pages. */
export const neededMajor = 24;

/** The program of a Node that is new enough: this one, or the one that came with the packages; null when there is none. */
export function findNode() {
  if (Number.parseInt(process.versions.node, 10) >= neededMajor) return process.execPath;
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-${process.platform}-${process.arch}/package.json`);
    return join(dirname(manifest), "bin", "node");
  } catch {
    return null;
  }
}

/** What to say when there is none. */
export const noNode = (what) =>
  `${what} needs Node ${neededMajor} or later. This is Node ${process.versions.node}, and no newer one came with the packages for ${process.platform}-${process.arch}: install Node ${neededMajor}, or run npm ci again.`;
