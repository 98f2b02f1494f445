// npm run prove: the long proofs: every **/*.prove.ts, and the long tables with every row. What follows `--` goes to vitest.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { findPagesProblem } from "../apps/server/src/program/builtPages.ts";
import { findBrowser, noBrowser } from "./findBrowser.ts";
import { root, runTests } from "./runTests.ts";

const browser = findBrowser();
if (!browser) {
  console.error(noBrowser);
  process.exit(1);
}
if (findPagesProblem() !== null) {
  const build = spawnSync(process.execPath, [join(root, "scripts/buildPages.js")], { stdio: "inherit" });
  if (build.status !== 0) process.exit(1);
}
const env = { ...process.env, CHROMIUM_PATH: browser };
const passed = await runTests(
  [["--project=prove", "--project=proveByAccount", "--project=provePages", ...process.argv.slice(2)]],
  env,
);
process.exit(passed ? 0 : 1);
