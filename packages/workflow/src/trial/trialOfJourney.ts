import type { PlayedWorkflow } from "../engine/player.ts";
import { ownValue } from "../parts/ownValue.ts";
import { optOutMask } from "../parts/phone/dnc.ts";
import { replyWord } from "../parts/phone/optOutKeywords.ts";
import type { NodeId } from "../savedNode.ts";
import { answersOf } from "./answers.ts";
import {
  beginTrial,
  continueTrial,
  isOver,
  nextEventAt,
  type TrialInput,
  type TrialMoment,
  type TrialSetup,
} from "./trial.ts";

/** A step of a real journey. */
interface JourneyStep {
  nodeId: NodeId;
  /** Epoch ms. */
  at: number;
  outcome: string;
  data: Readonly<Record<string, unknown>> | null;
}

/** A real journey: its steps in order, and its variables. */
export interface RealJourney {
  steps: readonly JourneyStep[];
  vars: Readonly<Record<string, string>>;
}

/** A journey played again. */
export interface PlayedJourney {
  setup: TrialSetup;
  moments: TrialMoment[];
  /** The node of the first step that could not be repeated. Null: all of them were. */
  differsAt: NodeId | null;
}

const mostMoments = 500;

/** Seeds that are tried for a workflow with chances. */
const mostSeeds = 60;

/** Plays what happened in a real journey: the contact's replies, and what carriers, services and the clock did. Chances are those that the journey had. */
export function trialOfJourney(workflow: PlayedWorkflow, now: TrialSetup, journey: RealJourney): PlayedJourney {
  let best = repeat(workflow, now, journey);
  const hasChances =
    now.journeyId === undefined && [...workflow.definition.nodes.values()].some(({ type }) => type === "percentage");
  for (let seed = 1; hasChances && best.differsAt !== null && seed <= mostSeeds; seed++) {
    const other = repeat(workflow, { ...now, seed: `${seed}` }, journey);
    if (other.differsAt === null || other.moments.length > best.moments.length) best = other;
  }
  return best;
}

function repeat(workflow: PlayedWorkflow, now: TrialSetup, journey: RealJourney): PlayedJourney {
  const setup = asItBegan(now, journey);
  const moments = [beginTrial(workflow, setup)];
  for (;;) {
    const last = moments.at(-1) as TrialMoment;
    const played = moments.flatMap(({ steps }) => steps.map(({ step }) => step));
    const differs = journey.steps.find(({ nodeId, outcome }, index) => {
      const step = played[index];
      return step !== undefined && (step.node !== nodeId || step.outcome !== outcome);
    });
    const next = journey.steps[played.length];
    if (differs !== undefined) return { setup, moments, differsAt: differs.nodeId };
    if (next === undefined) return { setup, moments, differsAt: null };
    const more = isOver(last) || moments.length >= mostMoments ? [] : inputsFor(last, next, journey);
    const before = moments.length;
    for (const input of more) {
      const moment = continueTrial(workflow, moments.at(-1) as TrialMoment, input);
      if (moment !== undefined) moments.push(moment);
    }
    if (moments.length === before) return { setup, moments, differsAt: next.nodeId };
  }
}

/** The contact is known as it is now: one that opted out on the way had not at the beginning. */
function asItBegan(setup: TrialSetup, { steps }: RealJourney): TrialSetup {
  const stopped = steps.some(
    ({ data }) => typeof data?.["reply"] === "string" && replyWord(data["reply"], false) === "stop",
  );
  return stopped ? { ...setup, contact: { ...setup.contact, dnc: setup.contact.dnc & ~optOutMask } } : setup;
}

/** What made the next step of the journey happen. */
function inputsFor(moment: TrialMoment, next: JourneyStep, { vars }: RealJourney): TrialInput[] {
  const reply = next.data?.["reply"];
  if (typeof reply === "string") {
    const due = nextEventAt(moment);
    const waits = moment.pending === null && next.at > moment.now && (due === undefined || next.at < due);
    return [...(waits ? [{ do: "wait", untilMs: next.at } as const] : []), { do: "reply", text: reply }];
  }
  if (moment.pending === null) return [{ do: "wait" }];
  return moment.pending.effect.do === "placeCall"
    ? lineOf(moment, next, vars)
    : [answerOf(moment.pending, next, moment, vars)];
}

/** The answer with the reason of the step that followed. */
function answerOf(
  { effect }: NonNullable<TrialMoment["pending"]>,
  { data }: JourneyStep,
  { now, player }: TrialMoment,
  vars: RealJourney["vars"],
): TrialInput {
  const reason = typeof data?.["reason"] === "string" ? data["reason"] : undefined;
  const all = answersOf(effect, now);
  const named =
    effect.do === "lookUpCarrier"
      ? all.find(({ id }) => id === ownValue(vars, "phonenumber1.type"))
      : effect.do === "askAudiences"
        ? all.find(({ answer }) => Object.entries(answer.vars ?? {}).every(([name, is]) => ownValue(vars, name) === is))
        : undefined;
  const found = named ?? all.find(({ answer }) => answer.reason === reason) ?? all[0];
  if (effect.do === "askModel" && reason === undefined) return { do: "answer", id: "text", text: "Sample answer" };
  if (effect.do !== "callWebhook") return { do: "answer", id: found?.id ?? "" };
  // the variables of nodes begin with the node; others that no step has set yet came from the webhook
  const returned = Object.entries(vars).filter(
    ([name]) => !/^node\d+\./.test(name) && ownValue(player.journey.vars, name) === undefined,
  );
  return { do: "answer", id: found?.id ?? "", ...(returned.length > 0 && { vars: Object.fromEntries(returned) }) };
}

const notAnswered: Readonly<Record<string, "busy" | "noAnswer" | "failed" | "cancelled">> = {
  call_busy: "busy",
  call_no_answer: "noAnswer",
  call_failed: "failed",
  call_cancelled: "cancelled",
};

/** What happened on the line next: not answered, answered, the keys that were pressed, hung up. */
function lineOf({ call, pending }: TrialMoment, { data }: JourneyStep, vars: RealJourney["vars"]): TrialInput[] {
  const reason = typeof data?.["reason"] === "string" ? data["reason"] : "";
  const status = ownValue(notAnswered, reason);
  if (status !== undefined) return [{ do: "line", event: { type: "notAnswered", status } }];
  if (call?.session.answeredBy === null)
    return [{ do: "line", event: { type: "answered", by: reason === "call_machine" ? "machineBeep" : "human" } }];
  const keys = ownValue(vars, `node${pending?.node}.digits`) ?? "";
  if (call?.session.waits.for === "digits" && call.session.keys === "" && keys !== "")
    return [{ do: "line", event: { type: "digits", digits: keys } }];
  return [{ do: "line", event: { type: "hungUp", seconds: 5 } }];
}
