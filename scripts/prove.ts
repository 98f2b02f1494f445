// npm run prove: the long proofs: every **/*.prove.ts, and the long tables with every row. What follows `--` goes to vitest,
// but for `--count N` and `--seed S`, which say how many seeds are played, or which one how often.
// npm run prove -- citus: the tests of the server and the proof of kills on the cluster that TRUNKLINE_CITUS_URL names;
// citus tests [FILES] or citus kills runs one of the two.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findPagesProblem } from "../apps/server/src/program/builtPages.ts";
import { listNodeUrls } from "../apps/server/test/clusterDatabases.ts";
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
const { values, tokens } = parseArgs({
  args: process.argv.slice(2),
  options: { count: { type: "string" }, seed: { type: "string" } },
  strict: false,
  tokens: true,
});
const ours = new Set(
  tokens.flatMap((one) =>
    one.kind === "option" && ["count", "seed"].includes(one.name)
      ? [one.index, one.inlineValue ? one.index : one.index + 1]
      : [],
  ),
);
const asked = process.argv.slice(2).filter((_, index) => !ours.has(index));
const env = {
  ...process.env,
  CHROMIUM_PATH: browser,
  ...(values.count !== undefined && { TRUNKLINE_PROVE_SEEDS: String(values.count) }),
  ...(values.seed !== undefined && { TRUNKLINE_PROVE_SEED: String(values.seed) }),
};
const passed =
  asked[0] === "citus"
    ? await proveOnCluster(asked.slice(1))
    : await runTests([["--project=prove", "--project=proveByAccount", "--project=provePages", ...asked]], env);
process.exit(passed ? 0 : 1);

/** The proof kills servers, so it comes after the tests and alone. */
async function proveOnCluster([part, ...more]: readonly string[]): Promise<boolean> {
  if (part !== undefined && part !== "tests" && part !== "kills") {
    console.error(`There is no "${part}" to prove on a cluster; there are tests and kills.`);
    process.exit(2);
  }
  const url = process.env["TRUNKLINE_CITUS_URL"];
  if (url === undefined) {
    console.error(
      "Set TRUNKLINE_CITUS_URL to a database on a coordinator of this machine that knows its worker nodes, with a superuser.",
    );
    process.exit(2);
  }
  // on a database that is no coordinator the same tests would pass as those of one server
  if ((await listNodeUrls(url)).length < 2) {
    console.error(
      `The database of TRUNKLINE_CITUS_URL, ${new URL(url).pathname.slice(1)}, knows no worker nodes: name one with Citus, after citus_set_coordinator_host and citus_add_node.`,
    );
    process.exit(2);
  }
  const onCluster = { ...env, TRUNKLINE_TEST_DATABASE_URL: url };
  const tests = part === "kills" || (await runTests([["--project=server", ...more]], onCluster));
  const kills = part === "tests" || (await runTests([["--project=prove", "test/citus.prove", ...more]], onCluster));
  return tests && kills;
}
