import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { searchLogs } from "../apps/server/test/searchLogs.ts";
import { suiteLogsVariable } from "../apps/server/test/suiteLogs.ts";

/** The root of the project. */
export const root = join(import.meta.dirname, "..");

/** Runs a tool of the project beside others and returns whether it went well. What it says is shown when it has ended. */
export function runTool(file: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const child = spawn(process.execPath, [join(root, "node_modules", file), ...args], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => said.push(text));
  return new Promise((resolve) =>
    child.on("close", (code) => {
      process.stdout.write(Buffer.concat(said));
      resolve(code === 0);
    }),
  );
}

/**
 * Runs each group of tests beside the others, searches the logs of all of them for the secrets that they used, ends with
 * `closing`, what failed and one line of counts alone, and returns whether everything went well.
 */
export async function runTests(
  groups: string[][],
  env = process.env,
  closing: Promise<string[]> | string[] = [],
): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "trunkline-report-"));
  const logs = mkdtempSync(join(tmpdir(), "trunkline-logs-"));
  const ended = await Promise.all(
    groups.map(async (args, index) => {
      const report = join(folder, `report-${index}.json`);
      const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
      const passed = await runVitest(["run", ...reporters, ...args], { ...env, [suiteLogsVariable]: logs });
      return { passed, counts: readCounts(report, args) };
    }),
  );
  const { secrets, bytes, found } = searchLogs(logs);
  const isGreen = ended.every((group) => group.passed);
  rmSync(folder, { recursive: true, force: true });
  // what the programs logged often shows why a test waited without success
  if (isGreen) rmSync(logs, { recursive: true, force: true });
  else removeSecrets(logs);
  const passed = ended.reduce((sum, { counts }) => sum + counts.passed, 0);
  const failures = ended.flatMap(({ counts }) => counts.failures);
  const searched = `${secrets} secrets of the tests looked for in ${Math.ceil(bytes / 1_000_000)} MB of their logs`;
  console.log(found.length === 0 ? `${searched}: none found` : [searched, ...found].join("\n  FOUND "));
  for (const line of await closing) console.log(line);
  for (const failure of failures) console.log(failure);
  if (!isGreen) console.log(`The logs of the programs are in ${logs}`);
  console.log(`${passed} passed, ${failures.length} failed`);
  return isGreen && passed > 0 && found.length === 0;
}

function removeSecrets(logs: string): void {
  for (const name of readdirSync(logs)) if (name.endsWith(".secrets")) rmSync(join(logs, name));
}

/** Runs vitest and passes on what it says by whole lines: several may talk at the same time. */
function runVitest(args: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  const colour = process.stdout.isTTY ? { FORCE_COLOR: "1" } : {};
  const child = spawn(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), ...args], {
    cwd: root,
    env: { ...env, ...colour },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const)
    createInterface({ input: from }).on("line", (line) => to.write(`${line}\n`));
  return new Promise((resolve) => child.on("close", (code) => resolve(code === 0)));
}

/** What passed, and a text for each that failed. A file that could not even be loaded has no tests to count, and counts as one that failed. */
function readCounts(report: string, args: string[]): { passed: number; failures: string[] } {
  try {
    const { numPassedTests, testResults }: Report = JSON.parse(readFileSync(report, "utf8"));
    const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = relative(root, name);
      const tests = assertionResults
        .filter((test) => test.status === "failed")
        .map((test) => describeFailure(`${file}: ${test.fullName}`, test.failureMessages[0] ?? ""));
      return status === "failed" && tests.length === 0
        ? [describeFailure(file, message || "What comes before its tests failed, see above.")]
        : tests;
    });
    return { passed: numPassedTests, failures };
  } catch {
    return { passed: 0, failures: [`FAILED ${args.join(" ")}: no report, see above`] };
  }
}

/** The first lines of the reason are enough to know where to look. */
function describeFailure(what: string, why: string): string {
  const lines = why.split("\n").slice(0, 12);
  return [`FAILED ${what}`, ...lines.map((line) => `  ${line}`)].join("\n");
}

interface Report {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}
