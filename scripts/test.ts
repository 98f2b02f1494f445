// npm test: types, lint, every test, the browser's included. What follows `--` goes to vitest.
import { preparePages } from "../apps/server/src/buildPages.ts";
import { findBrowser, noBrowser } from "./findBrowser.ts";
import { runTests, runTool } from "./runTests.ts";

const typescript = "typescript/bin/tsc";

const browser = findBrowser();
if (!browser) {
  console.error(noBrowser);
  process.exit(1);
}
const pages = preparePages(console.log).then(
  () => true,
  (error: Error) => {
    console.error(error.message);
    return false;
  },
);
const checks: [string, boolean][] = [
  ["Pages", await pages],
  [
    "Types",
    ["tsconfig.json", "apps/web/tsconfig.json"].every((project) => runTool(typescript, ["--noEmit", "-p", project])),
  ],
  ["Lint", runTool("@biomejs/biome/bin/biome", ["check", "."])],
];
const broken = checks.filter(([, passed]) => !passed).map(([name]) => `${name}: failed, see above`);
const env = { ...process.env, CHROMIUM_PATH: browser };
const tested = runTests(["--project=!prove", ...process.argv.slice(2)], env, broken);
process.exit(tested && broken.length === 0 ? 0 : 1);
