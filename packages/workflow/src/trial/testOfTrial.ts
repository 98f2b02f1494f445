import type { PlayedWorkflow } from "../engine/player.ts";
import { writeInstant } from "../parts/time/instant.ts";
import { savedContact } from "./testContact.ts";
import type { Expectation, PlayedTest, TestEvent, WorkflowTest } from "./testSchema.ts";
import { expectationOf, nameOfNode } from "./testStory.ts";
import { playTest } from "./testVerdict.ts";
import { nextInput, type TrialInput, type TrialMoment, type TrialSetup } from "./trial.ts";

/** What a test saves besides the try: facts and settings of its world. */
export type TestWorld = Pick<PlayedTest, "federalDnc" | "hasModel" | "account">;

/** A try as a test. What follows without the user is left out of its events, so that it still applies when the drawing changes. */
export function testOfTrial(
  workflow: PlayedWorkflow,
  setup: TrialSetup,
  moments: readonly TrialMoment[],
  world: TestWorld,
): WorkflowTest {
  const plain: PlayedTest = {
    ...world,
    contact: savedContact(setup.contact),
    start: writeInstant(setup.startMs),
    seed: setup.seed,
    answers: setup.answers,
    ...(setup.documents !== undefined && { documents: setup.documents }),
    events: eventsOf(setup, moments, false),
  };
  const shown = JSON.stringify(timesOf(moments));
  const isSame = JSON.stringify(timesOf(playTest(workflow, plain))) === shown;
  // answers of a node that is visited again, or replies before an answer, need every event
  const test = isSame ? plain : { ...plain, events: eventsOf(setup, moments, true) };
  const expects = expectationOf(workflow, playTest(workflow, test));
  return { format: 1, title: proposedTitle(workflow, test, expects), ...test, expects };
}

/** What tells two plays apart, without names and texts, which the contact's id may change. */
const timesOf = (moments: readonly TrialMoment[]) => [
  moments.flatMap(({ steps }) => steps.map(({ step }) => [step.node, step.at, step.outcome, step.data?.["to"]])),
  moments.at(-1)?.now,
];

function eventsOf(setup: TrialSetup, moments: readonly TrialMoment[], isWhole: boolean): TestEvent[] {
  return moments.slice(1).flatMap(({ input }, index): TestEvent[] => {
    const before = moments[index];
    if (input === null || before === undefined) return [];
    const usual = nextInput(before, setup);
    const node = usual === undefined ? undefined : before.pending?.node;
    if (!isWhole && usual !== undefined && JSON.stringify(usual) === JSON.stringify(input)) return [];
    return [eventOf(input, node)];
  });
}

function eventOf(input: TrialInput, node: number | undefined): TestEvent {
  const at = node === undefined ? {} : { at: node };
  if (input.do !== "wait") return { ...(input as TestEvent), ...at };
  return { do: "wait", ...(input.untilMs !== undefined && { until: writeInstant(input.untilMs) }), ...at };
}

/** "Replies “yes” and ends at Stop 7". */
function proposedTitle(workflow: PlayedWorkflow, { events }: PlayedTest, { steps, end }: Expectation): string {
  const done = events.flatMap((event): string[] => {
    if (event.do === "reply") return [`replies “${event.text.trim().slice(0, 40)}”`];
    if (event.do === "line" && event.event.type === "digits") return [`presses ${event.event.digits || "no key"}`];
    if (event.do === "line" && event.event.type === "notAnswered") return ["does not answer the call"];
    return event.do === "click" ? ["opens a link"] : [];
  });
  const node = end.node ?? steps.at(-1)?.node;
  const where = node === undefined ? "" : ` at ${nameOfNode(workflow, node)}`;
  const ending = end.status === "done" ? "ends" : end.status === "failed" ? "fails" : "waits";
  const words = [...(done.length === 0 ? ["does not reply"] : done.slice(0, 4)), `${ending}${where}`];
  const text = words.length === 2 ? words.join(" and ") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.slice(0, 200);
}
