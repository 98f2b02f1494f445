import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The root of the project. */
export const root = join(import.meta.dirname, "..");

/** Runs a tool of the project in the terminal and answers whether it went well. */
export function runTool(file: string, args: string[], env: NodeJS.ProcessEnv = process.env): boolean {
  const { status } = spawnSync(process.execPath, [join(root, "node_modules", file), ...args], {
    cwd: root,
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  return status === 0;
}

/** Runs tests, ends with `closing` and one line of counts alone, and answers whether everything went well. */
export function runTests(args: string[], env: NodeJS.ProcessEnv = process.env, closing: string[] = []): boolean {
  const folder = mkdtempSync(join(tmpdir(), "trunkline-report-"));
  const report = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const passed = runTool("vitest/vitest.mjs", ["run", ...reporters, ...args], env);
  const counts = readCounts(report);
  rmSync(folder, { recursive: true, force: true });
  for (const line of closing) console.log(line);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  return passed;
}

/** A file that could not even be loaded has no tests to count, and counts as one that failed. */
function readCounts(report: string): { passed: number; failed: number } {
  try {
    const { numPassedTests, testResults }: Report = JSON.parse(readFileSync(report, "utf8"));
    const failed = testResults.map(({ status, assertionResults }) => {
      const tests = assertionResults.filter((test) => test.status === "failed").length;
      return status === "failed" ? Math.max(tests, 1) : tests;
    });
    return { passed: numPassedTests, failed: failed.reduce((sum, count) => sum + count, 0) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

interface Report {
  numPassedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}
