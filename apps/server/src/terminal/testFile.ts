import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { localIso } from "@trunkline/workflow/parts/time/clock.ts";
import { contactOf } from "@trunkline/workflow/trial/testContact.ts";
import type { ExpectedStep, WorkflowTest } from "@trunkline/workflow/trial/testSchema.ts";
import { describeExpected, nameOfNode, namesOf } from "@trunkline/workflow/trial/testStory.ts";
import { runTest, type TestVerdict } from "@trunkline/workflow/trial/testVerdict.ts";
import { readTestFile } from "./readBundleFile.ts";

/** The results of the tests of one workflow. */
interface TestedResult {
  name: string;
  verdicts: (TestVerdict & { test: WorkflowTest; nodeName: (id: number) => string })[];
}

/** Runs all tests of a bundle. */
export async function testFile(path: string): Promise<TestedResult[]> {
  return (await readTestFile(path)).map(({ name, tests, playedFor }) => ({
    name,
    verdicts: tests.map((test) => {
      const workflow = playedFor(test);
      return { ...runTest(workflow, test), test, nodeName: (id) => nameOfNode(workflow, id) };
    }),
  }));
}

/** The tests of a workflow as lines. A failed one shows both stories around the first difference. */
export const describeResult = ({ name, verdicts }: TestedResult): string[] => [
  name,
  ...(verdicts.length === 0 ? ["  no tests"] : []),
  ...verdicts.flatMap(({ test, failure, actual, nodeName }) =>
    failure === null
      ? [`  passed  ${test.title}`]
      : [
          `  FAILED  ${test.title}`,
          `          ${oneLine(failure.message)}`,
          ...(failure.step === null ? [] : stories(test, actual.steps, { at: failure.step, nodeName })),
        ],
  ),
];

const before = 2;
const after = 3;
const width = 46;

/** Both stories side by side, around the step that differs. */
function stories(
  test: WorkflowTest,
  actual: readonly ExpectedStep[],
  { at, nodeName }: { at: number; nodeName: (id: number) => string },
): string[] {
  const { steps } = test.expects;
  const zone = contactOf(test.contact).zones[0] ?? "Etc/UTC";
  const [wanted, got] = [namesOf(steps, nodeName), namesOf(actual, nodeName)];
  const row = (mark: string, left: string, right: string) =>
    `        ${mark} ${cut(left).padEnd(width)}  ${cut(right)}`.trimEnd();
  const from = Math.max(0, at - before);
  const to = Math.min(Math.max(steps.length, actual.length), at + after + 1);
  const rows = Array.from({ length: to - from }, (_, index) => from + index).map((index) =>
    row(index === at ? ">" : " ", stepWords(steps[index], wanted, zone), stepWords(actual[index], got, zone)),
  );
  return [row(" ", "expected", "now"), ...rows];
}

function stepWords(step: ExpectedStep | undefined, name: (id: number) => string, zone: string): string {
  if (step === undefined) return "nothing";
  const { at } = step;
  const time = at === undefined ? "" : `${localIso(Date.parse(at), zone).slice(5, 16).replace("T", " ")} `;
  return `${time}${name(step.node)}: ${describeExpected(step, name)}`;
}

const controls: Readonly<Record<string, string>> = { "\n": " ", "\r": " ", "\t": " " };

// a text of a bundle must not move the cursor of the terminal
const oneLine = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
  text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (control) => ownValue(controls, control) ?? "");

const cut = (text: string): string => {
  const line = oneLine(text);
  return line.length > width ? `${line.slice(0, width - 1)}…` : line;
};
