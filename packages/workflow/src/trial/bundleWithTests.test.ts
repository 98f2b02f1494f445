import { describe, expect, test } from "vitest";
import { library } from "../library/library.ts";
import { readBundle, workflowsOf } from "../outbound/bundle.ts";
import { kindOf } from "../outbound/kinds/index.ts";
import { bundleWithTests } from "./bundleWithTests.ts";
import { playedBundle } from "./playedBundle.ts";
import { runTest } from "./testVerdict.ts";

const account = { legalHours: true, carrierLookup: false };

function withTests<File extends object>(file: File): File {
  const made = bundleWithTests(file, account, () => false);
  for (let step = made.next(); ; step = made.next()) if (step.done) return step.value;
}

const outbound = library.filter(({ bundle }) => bundle.workflow !== undefined);

describe("Tests made of the paths of a bundle", () => {
  test.for(outbound)("of $title reach its ends and pass on it", ({ bundle: file }) => {
    const read = readBundle(withTests(file));
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    for (const { one } of workflowsOf(read.bundle)) {
      const { tests = [] } = one;
      expect(tests.length).toBeGreaterThan(0);
      expect(new Set(tests.map(({ title }) => title)).size).toBe(tests.length);
      const failed = tests.map((each) => runTest(playedBundle(read.bundle, one, account, kindOf), each).failure);
      expect(failed.filter((failure) => failure !== null)).toEqual([]);
      const passed = new Set(tests.flatMap(({ expects }) => expects.steps.map(({ node }) => node)));
      const missed = one.workflow.nodes.filter(({ id, type }) => type === "control" && !passed.has(id));
      // an end that needs a value which another system writes on the way is left to the user
      expect(missed.length).toBeLessThanOrEqual(1);
    }
  });

  test("leave a file without outbound workflows as it is", () => {
    const file = library.find(({ bundle }) => bundle.workflow === undefined)?.bundle ?? {};
    expect(withTests(file)).toEqual(file);
  });
});
