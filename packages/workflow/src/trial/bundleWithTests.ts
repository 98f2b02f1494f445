import { readBundle, workflowsOf } from "../outbound/bundle.ts";
import { runningKindOf } from "../outbound/kinds/runningKinds.ts";
import { readGraph } from "../outbound/readGraph.ts";
import { playedBundle } from "./playedBundle.ts";
import { contactOf } from "./testContact.ts";
import type { TestWorld } from "./testOfTrial.ts";
import type { WorkflowTest } from "./testSchema.ts";
import { testsOfPaths } from "./testsOfPaths.ts";

const sample = contactOf({
  phone: "+12025550143",
  email: "sam.sample@example.com",
  firstName: "Sam",
  lastName: "Sample",
});

/** A Monday morning, so that the tests of a file are the same on every day. */
const startMs = 1_772_463_600_000;

/** A bundle without tests, with tests made of the paths of its workflows until it `isLate`. Yields now and then. A bundle that cannot be read is left as it is. */
export function* bundleWithTests<File extends object>(
  file: File,
  account: TestWorld["account"],
  isLate: () => boolean,
): Generator<number, File> {
  const read = readBundle(file);
  if (!read.ok) return file;
  const { bundle } = read;
  const made: WorkflowTest[][] = [];
  for (const { one } of workflowsOf(bundle)) {
    const workflow = playedBundle(bundle, one, account, runningKindOf);
    const setup = { contact: sample, startMs, seed: "1", answers: {} };
    const world = { federalDnc: null, hasModel: false, account };
    const graph = readGraph(JSON.stringify(one.workflow), {});
    made.push(yield* testsOfPaths(workflow, graph, setup, { world, isLate }));
  }
  const [first, ...others] = "workflow" in file ? made : [undefined, ...made];
  return {
    ...file,
    ...(first !== undefined && { tests: first }),
    ...("others" in file &&
      Array.isArray(file.others) && {
        others: file.others.map((one: object, index) => ({ ...one, tests: others[index] ?? [] })),
      }),
  };
}
