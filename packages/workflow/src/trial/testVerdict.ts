import type { PlayedWorkflow } from "../engine/player.ts";
import { ownValue } from "../parts/ownValue.ts";
import { localIso } from "../parts/time/clock.ts";
import { parseInstant } from "../parts/time/instant.ts";
import type { NodeId } from "../savedNode.ts";
import { contactOf, setupOf } from "./testContact.ts";
import type { Expectation, ExpectedStep, PlayedTest, TestEvent, WorkflowTest } from "./testSchema.ts";
import { describeExpected, expectationOf, nameOfNode, namesOf } from "./testStory.ts";
import { beginTrial, continueTrial, nextInput, settle, type TrialInput, type TrialMoment } from "./trial.ts";

/** The first difference between what a test expects and what happens. */
export interface TestFailure {
  /** The index of the step in both stories. Null: the end or a variable differs. */
  step: number | null;
  node: NodeId | null;
  /** What that node is called, or was called when it no longer exists. */
  name: string | null;
  /** What differs, as a sentence without a full stop that names the node. */
  message: string;
}

/** The result of a test, with what happened. */
export interface TestVerdict {
  /** Null: the test passed. */
  failure: TestFailure | null;
  actual: Expectation;
  moments: readonly TrialMoment[];
}

/** A workflow in the world of a test. The account's own settings are those of the workflow. */
const worldOfTest = (workflow: PlayedWorkflow, { federalDnc, hasModel }: PlayedTest): PlayedWorkflow => ({
  ...workflow,
  lookup: { ...workflow.lookup, federalDnc: () => federalDnc ?? undefined, hasModel: () => hasModel },
});

/** Plays a test and compares. */
export function runTest(workflow: PlayedWorkflow, test: WorkflowTest): TestVerdict {
  const moments = playTest(workflow, test);
  const actual = expectationOf(workflow, moments);
  return { failure: compare(workflow, test, actual), actual, moments };
}

const mostMoments = 600;

/** Plays the events of a test. What follows without them happens before each of them, unless the event says otherwise. Stops at an event that does not apply. */
export function playTest(workflow: PlayedWorkflow, test: PlayedTest): TrialMoment[] {
  const played = worldOfTest(workflow, test);
  const setup = setupOf(test);
  const moments = [beginTrial(played, setup)];
  const last = () => moments.at(-1) as TrialMoment;
  for (const event of test.events) {
    for (let input = nextInput(last(), setup); input !== undefined; input = nextInput(last(), setup)) {
      if (event.at !== undefined && last().pending?.node === event.at) break;
      const next = continueTrial(played, last(), input);
      if (next === undefined || moments.length >= mostMoments) break;
      moments.push(next);
    }
    const next = continueTrial(played, last(), inputOf(event));
    if (next === undefined || moments.length >= mostMoments) break;
    moments.push(next);
  }
  return settle(played, setup, moments);
}

/** The input of a try for an event. */
function inputOf(event: TestEvent): TrialInput {
  switch (event.do) {
    case "wait":
      return event.until === undefined ? { do: "wait" } : { do: "wait", untilMs: parseInstant(event.until) ?? 0 };
    case "answer": {
      const { id, vars, text } = event;
      return { do: "answer", id, ...(vars !== undefined && { vars }), ...(text !== undefined && { text }) };
    }
    case "reply":
      return { do: "reply", text: event.text };
    case "click":
      return { do: "click", address: event.address };
    case "line":
      return { do: "line", event: event.event as Extract<TrialInput, { do: "line" }>["event"] };
  }
}

function compare(workflow: PlayedWorkflow, test: WorkflowTest, actual: Expectation): TestFailure | null {
  const { expects } = test;
  const nodeName = namesOf(expects.steps, (id) => nameOfNode(workflow, id));
  const zone = contactOf(test.contact).zones[0] ?? "Etc/UTC";
  const time = (text: string | undefined) =>
    text === undefined
      ? "a reply"
      : localIso(parseInstant(text) ?? 0, zone)
          .slice(0, 19)
          .replace("T", " ");
  const count = Math.max(expects.steps.length, actual.steps.length);
  for (let index = 0; index < count; index++) {
    const [wanted, got] = [expects.steps[index], actual.steps[index]];
    const message = differenceOf(wanted, got, actual, { name: nodeName, time });
    const node = wanted?.node ?? got?.node ?? null;
    if (message !== undefined) return { step: index, node, name: node === null ? null : nodeName(node), message };
  }
  return compareEnds(expects, actual, nodeName);
}

type Name = (id: NodeId) => string;

function differenceOf(
  wanted: ExpectedStep | undefined,
  got: ExpectedStep | undefined,
  actual: Expectation,
  { name, time }: { name: Name; time: (text: string | undefined) => string },
): string | undefined {
  if (wanted === undefined)
    return got === undefined ? undefined : `The journey continues at ${name(got.node)}, but its end was expected`;
  if (got === undefined) return `Expected ${name(wanted.node)} next, but ${describeEnd(actual.end, name)}`;
  if (wanted.node !== got.node) return `Expected ${name(wanted.node)} next, but ${name(got.node)} is reached`;
  const where = name(wanted.node);
  if (wanted.outcome !== got.outcome || wanted.message?.kind !== got.message?.kind)
    return `${where}: expected “${describeExpected(wanted, name)}”, but got “${describeExpected(got, name)}”`;
  if (wanted.to !== undefined && wanted.to !== got.to)
    return `${where} continues to ${got.to === undefined ? "no node" : name(got.to)}, but ${name(wanted.to)} was expected`;
  if (wanted.message?.text !== got.message?.text)
    return `${where} says “${got.message?.text ?? ""}”, but “${wanted.message?.text ?? ""}” was expected`;
  if (wanted.message?.mediaUrl !== got.message?.mediaUrl)
    return `${where} sends the file ${got.message?.mediaUrl ?? "none"}, but ${wanted.message?.mediaUrl ?? "none"} was expected`;
  if (!isSameInstant(wanted.at, got.at))
    return `${where} is reached at ${time(got.at)}, but ${time(wanted.at)} was expected`;
  if (!isSameInstant(wanted.until, got.until))
    return `${where} waits until ${time(got.until)}, but ${time(wanted.until)} was expected`;
  return undefined;
}

/** An instant that a test leaves out is not compared. */
const isSameInstant = (wanted: string | undefined, got: string | undefined): boolean =>
  wanted === undefined || (got !== undefined && parseInstant(wanted) === parseInstant(got));

function compareEnds(expects: Expectation, actual: Expectation, name: Name): TestFailure | null {
  const { status, node } = expects.end;
  if (status !== actual.end.status || (node !== null && node !== actual.end.node))
    return {
      step: null,
      node: actual.end.node,
      name: actual.end.node === null ? null : name(actual.end.node),
      message: `At the end ${describeEnd(actual.end, name)}, but it was expected that ${describeEnd(expects.end, name)}`,
    };
  for (const [variable, value] of Object.entries(expects.variables)) {
    const got = ownValue(actual.variables, variable) ?? null;
    if (got !== value)
      return {
        step: null,
        node: null,
        name: null,
        message: `The variable ${variable} ${valueWords(got)}, but it was expected that it ${valueWords(value)}`,
      };
  }
  return null;
}

const valueWords = (value: string | null): string => (value === null ? "has no value" : `is “${value}”`);

function describeEnd({ status, node }: Expectation["end"], name: Name): string {
  const where = node === null ? "" : ` at ${name(node)}`;
  switch (status) {
    case "done":
      return "the journey ends";
    case "failed":
      return `the journey fails${where}`;
    case "waiting":
      return `the journey waits${where}`;
    case "asking":
      return `the journey waits for an answer${where}`;
    case "moving":
      return `the journey is still moving${where}`;
  }
}
