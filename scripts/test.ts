// npm test: types, lint, every test, the browser's included. What follows `--` goes to vitest.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { findPagesProblem } from "../apps/server/src/program/builtPages.ts";
import { findBrowser, noBrowser } from "./findBrowser.ts";
import { root, runTests, runTool } from "./runTests.ts";

const typescript = "typescript/bin/tsc";

const browser = findBrowser();
if (!browser) {
  console.error(noBrowser);
  process.exit(1);
}
const isBuilt =
  findPagesProblem() === null ||
  spawnSync(process.execPath, [join(root, "scripts/buildPages.js")], { stdio: "inherit" }).status === 0;
// the tests often wait: types and lint take the processor meanwhile
const checks: [string, Promise<boolean> | boolean][] = [
  ["Pages", isBuilt],
  ["Types", runTool(typescript, ["--noEmit", "-p", "tsconfig.json"])],
  ["Types of the pages", runTool(typescript, ["--noEmit", "-p", "apps/web/tsconfig.json"])],
  ["Lint", runTool("@biomejs/biome/bin/biome", ["check", "."])],
];
const broken = Promise.all(
  checks.map(async ([name, passed]) => ((await passed) ? [] : [`${name}: failed, see above`])),
).then((lines) => lines.flat());
const env = { ...process.env, CHROMIUM_PATH: browser };
const asked = process.argv.slice(2);
// The browser's tests mostly wait, the others compute: they run beside each other. One group alone may hold nothing of what was asked for.
const groups = [["--project=e2e"], ["--project=unit", "--project=server", "--project=byAccount"]];
const chosen = asked.some((one) => one.startsWith("--project"))
  ? [asked]
  : groups.map((group) => [...group, ...asked, ...(asked.length > 0 ? ["--passWithNoTests"] : [])]);
const tested = await runTests(chosen, env, broken);
process.exit(tested && (await broken).length === 0 ? 0 : 1);
