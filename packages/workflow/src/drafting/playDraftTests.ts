import type { Effect } from "../engine/effects.ts";
import type { PlayedWorkflow } from "../engine/player.ts";
import type { Contact } from "../engine/world.ts";
import { answersOf } from "../trial/answers.ts";
import { enteredNodes } from "../trial/coverage.ts";
import { type TestWorld, testOfTrial } from "../trial/testOfTrial.ts";
import type { WorkflowTest } from "../trial/testSchema.ts";
import {
  beginTrial,
  continueTrial,
  isOver,
  nextInput,
  type TrialInput,
  type TrialMoment,
  type TrialSetup,
} from "../trial/trial.ts";
import type { PlacedTest } from "./applyEdits.ts";

/** A test of a proposal and how it ended. */
export interface PlayedDraftTest {
  title: string;
  passed: boolean;
  /** The node that was to be reached. */
  reaches: number;
  /** What was played, as a test that can be saved. */
  test: WorkflowTest;
}

const mostMoments = 300;

/** Plays the tests of a proposal: the replies in turn, and then nothing more until the journey ends. */
export function playDraftTests(
  workflow: PlayedWorkflow,
  tests: readonly PlacedTest[],
  { contact, startMs, world }: { contact: Contact; startMs: number; world: TestWorld },
): PlayedDraftTest[] {
  const setup: TrialSetup = { contact, startMs, seed: "1", answers: {} };
  return tests.flatMap((one) => {
    if (!("replies" in one)) return [];
    const { title, replies, reaches } = one;
    const moments = play(workflow, setup, replies);
    const passed = enteredNodes(moments).has(reaches) && moments.at(-1)?.player.journey.status !== "failed";
    return { title, passed, reaches, test: { ...testOfTrial(workflow, setup, moments, world), title } };
  });
}

function play(workflow: PlayedWorkflow, setup: TrialSetup, replies: readonly (string | null)[]): TrialMoment[] {
  const moments = [beginTrial(workflow, setup)];
  const left = [...replies];
  while (moments.length < mostMoments) {
    const last = moments.at(-1) as TrialMoment;
    if (isOver(last)) break;
    const input = nextInput(last, setup) ?? inputAt(workflow, last, left);
    const next = input && continueTrial(workflow, last, input);
    if (next === undefined) break;
    moments.push(next);
  }
  return moments;
}

/** At a wait for a reply the next one is given. Other waits end by themselves. */
function inputAt(
  { definition }: PlayedWorkflow,
  { player: { journey }, pending }: TrialMoment,
  left: (string | null)[],
): TrialInput | undefined {
  if (pending !== null) return usual(pending.effect);
  if (journey.status !== "waiting") return undefined;
  const node = journey.at === null ? undefined : definition.nodes.get(journey.at);
  const reply = node?.type === "event" ? left.shift() : undefined;
  return typeof reply === "string" ? { do: "reply", text: reply } : { do: "wait" };
}

/** No one answers a call or a queue, and webhooks succeed. */
function usual(effect: Effect): TrialInput | undefined {
  if (effect.do === "placeCall") return { do: "line", event: { type: "notAnswered", status: "noAnswer" } };
  const answers = answersOf(effect, 0);
  const id = (effect.do === "holdForAgent" ? answers.at(-1) : answers[0])?.id;
  return id === undefined ? undefined : { do: "answer", id };
}
