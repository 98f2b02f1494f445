import type { Answer, Effect, JourneyEvent } from "../engine/effects.ts";
import type { Advance, Step } from "../engine/journey.ts";
import { afterSend, newPlayer, type PlayedWorkflow, type Player, playEvent, receiveText } from "../engine/player.ts";
import { describeReason, isReason } from "../engine/reasons.ts";
import type { Contact } from "../engine/world.ts";
import { ownValue } from "../parts/ownValue.ts";
import type { RcsMessage } from "../parts/rcs/rcsMessage.ts";
import type { NodeId } from "../savedNode.ts";
import { answerOfCall } from "../voice/answerOfCall.ts";
import type { CallSession } from "../voice/session.ts";
import type { LineEvent } from "../voice/verbs.ts";
import { answerNamed, answersOf } from "./answers.ts";
import { type EvaluatedPath, explainPaths } from "./explainPaths.ts";
import { type CallLine, moveCall, ringCall } from "./trialCall.ts";

/** Who tries the workflow out, and when. */
export interface TrialSetup {
  contact: Contact;
  startMs: number;
  /** Decides all chances, such as those of a Percent node. */
  seed: string;
  /** The id of the journey that is played again, which decides its chances instead. */
  journeyId?: string;
  /** How carriers and services answer, by effect: an id of `answersOf`. Missing: the usual way. `ask`: the user chooses. */
  answers: Readonly<Partial<Record<Effect["do"], string>>>;
  /** Call scripts by their address, which a try does not fetch. */
  documents?: Readonly<Record<string, string>> | undefined;
}

/** What the user or the world does in a try. JSON, so that a try can be repeated. */
export type TrialInput =
  /** A service answers the pending effect. `vars`: values that a webhook returns. `text`: of a language model. */
  | { do: "answer"; id: string; vars?: Readonly<Record<string, string>>; text?: string }
  | { do: "reply"; text: string }
  | { do: "click"; address: string }
  | { do: "line"; event: LineEvent }
  /** The clock moves to the end of the wait, or at most to an instant. */
  | { do: "wait"; untilMs?: number };

/** What the phone shows. */
export type ThreadItem = { key: string; at: number } & (
  | { kind: "text"; node: NodeId; text: string; mediaUrl: string | null; shorten: readonly string[] | null }
  | { kind: "rcs"; node: NodeId; message: RcsMessage }
  | { kind: "email"; node: NodeId; effect: Extract<Effect, { do: "sendEmail" }> }
  | { kind: "mine"; text: string }
  | { kind: "call"; node: NodeId; line: CallLine }
  | { kind: "note"; text: string }
);

/** A step with everything that explains it. */
export interface TrialStep {
  step: Step;
  effect: Effect | null;
  paths: readonly EvaluatedPath[];
}

/** A moment of a try: a value that nothing changes later, so that the user can return to it. */
export interface TrialMoment {
  /** Null at the beginning. */
  input: TrialInput | null;
  now: number;
  player: Player;
  /** The effect that waits for an answer. */
  pending: { node: NodeId; effect: Effect } | null;
  call: { session: CallSession; startedMs: number } | null;
  documents?: TrialSetup["documents"];
  /** What happened in this moment. */
  steps: readonly TrialStep[];
  thread: readonly ThreadItem[];
}

/** The moment before the first step, and the first steps. */
export function beginTrial(workflow: PlayedWorkflow, setup: TrialSetup): TrialMoment {
  const { contact, startMs, seed, journeyId = `try ${seed}`, documents } = setup;
  const player = newPlayer(contact, journeyId, startMs);
  const blank = { input: null, now: startMs, player, pending: null, call: null, documents, steps: [], thread: [] };
  return walk(workflow, blank, { type: "started" });
}

/** The moment after an input. Undefined when the input does not apply. */
export function continueTrial(
  workflow: PlayedWorkflow,
  before: TrialMoment,
  input: TrialInput,
): TrialMoment | undefined {
  const moment: TrialMoment = { ...before, input, steps: [], thread: [] };
  switch (input.do) {
    case "answer":
      return acceptAnswer(workflow, moment, input);
    case "reply":
      return acceptReply(workflow, moment, input.text);
    case "click":
      return say(moment, `The contact opened ${input.address}`);
    case "line":
      return acceptLine(workflow, moment, input.event);
    case "wait":
      return acceptWait(workflow, moment, input.untilMs);
  }
}

/** The input that follows without the user. Undefined when the user decides, or nothing follows. */
export function nextInput({ pending }: TrialMoment, { answers }: Pick<TrialSetup, "answers">): TrialInput | undefined {
  if (pending === null) return undefined;
  const { effect } = pending;
  const wanted = ownValue(answers, effect.do);
  if (effect.do === "placeCall") return callInput(wanted);
  if (wanted === "ask" || (wanted === undefined && asksUser.has(effect.do))) return undefined;
  const [usual] = answersOf(effect, 0);
  const id = wanted ?? usual?.id;
  return id === undefined ? undefined : { do: "answer", id };
}

/** The effects whose answer the user chooses unless the setup says otherwise. */
const asksUser: ReadonlySet<Effect["do"]> = new Set(["callWebhook", "askModel", "holdForAgent", "askAudiences"]);

function callInput(wanted: string | undefined): TrialInput | undefined {
  if (wanted === "busy" || wanted === "noAnswer" || wanted === "failed")
    return { do: "line", event: { type: "notAnswered", status: wanted } };
  if (wanted === "machineBeep") return { do: "line", event: { type: "answered", by: "machineBeep" } };
  return undefined;
}

/** Epoch ms of the next event that needs no one: the end of the wait. */
export const nextEventAt = ({ player: { journey } }: TrialMoment): number | undefined =>
  journey.status === "waiting" ? journey.wakeAt : undefined;

/** Whether the journey has ended. */
export const isOver = ({ player: { journey } }: TrialMoment): boolean =>
  journey.status === "done" || journey.status === "failed";

/** Plays all inputs from the beginning, and then what follows without the user. Stops at an input that does not apply. */
export function playTrial(
  workflow: PlayedWorkflow,
  setup: TrialSetup,
  inputs: readonly TrialInput[] = [],
): TrialMoment[] {
  const moments = [beginTrial(workflow, setup)];
  for (const input of inputs) {
    const next = continueTrial(workflow, moments.at(-1) as TrialMoment, input);
    if (next === undefined) break;
    moments.push(next);
  }
  return settle(workflow, setup, moments);
}

const mostSettled = 300;

/** Appends what follows without the user. */
export function settle(workflow: PlayedWorkflow, setup: TrialSetup, moments: TrialMoment[]): TrialMoment[] {
  for (let count = 0; count < mostSettled; count++) {
    const last = moments.at(-1) as TrialMoment;
    const input = nextInput(last, setup);
    const next = input && continueTrial(workflow, last, input);
    if (next === undefined) break;
    moments.push(next);
  }
  return moments;
}

/** Plays one event and every visit that follows, one visit at a time, so that each step keeps the values it was decided with. */
function walk(workflow: PlayedWorkflow, moment: TrialMoment, event: JourneyEvent): TrialMoment {
  let { player } = moment;
  const steps: TrialStep[] = [];
  const thread: ThreadItem[] = [...moment.thread];
  let pending: TrialMoment["pending"] = null;
  let call: TrialMoment["call"] = null;
  for (let next: JourneyEvent | undefined = event; next !== undefined; ) {
    const before = player;
    const played = playEvent(player, next, { ...workflow, visits: 1 }, moment.now);
    player = played.player;
    for (const step of played.advance.steps) steps.push(explain(workflow, step, played.advance, before, player));
    thread.push(...blockedOf(played.advance, moment.now));
    for (const { node, effect, revision } of played.advance.effects) {
      pending = { node, effect };
      thread.push(...shownOf(effect, node, `${revision}`, moment.now));
      if (effect.do === "placeCall")
        call = { session: ringCall(effect.plan, before.contact, node), startedMs: moment.now };
    }
    next = player.journey.status === "moving" && played.advance.steps.length > 0 ? { type: "started" } : undefined;
  }
  // a text that arrives meanwhile leaves the effect pending
  if (pending === null && player.journey.status === "asking") ({ pending, call } = moment);
  return { ...moment, player, pending, call, steps: [...moment.steps, ...steps], thread };
}

function explain(
  { definition }: PlayedWorkflow,
  step: Step,
  { effects }: Advance,
  before: Player,
  after: Player,
): TrialStep {
  const node = definition.nodes.get(step.node);
  // conditional paths set no variables, so those after the step are those it was decided with
  const at = { vars: after.journey.vars, contact: before.contact };
  const decides = step.outcome === "went" || step.outcome === "replied" || step.outcome === "ended";
  return {
    step,
    effect: effects.find(({ revision }) => revision === step.revision)?.effect ?? null,
    paths: decides && node !== undefined ? explainPaths(node, at) : [],
  };
}

/** What an effect shows on the phone. */
function shownOf(effect: Effect, node: NodeId, key: string, at: number): ThreadItem[] {
  switch (effect.do) {
    case "sendSms":
      return [
        {
          key,
          at,
          kind: "text",
          node,
          text: effect.text,
          mediaUrl: effect.mediaUrl ?? null,
          shorten: effect.shorten ?? null,
        },
      ];
    case "sendRcs":
      return [{ key, at, kind: "rcs", node, message: effect.message }];
    case "sendEmail":
      return [{ key, at, kind: "email", node, effect }];
    default:
      return [];
  }
}

/** Messages that were not sent. */
const blockedOf = ({ changes }: Advance, at: number): ThreadItem[] =>
  changes.flatMap(({ change, revision }): ThreadItem[] => {
    const key = `${revision} ${change.do}`;
    if (change.do === "blockSms")
      return [{ key, at, kind: "note", text: `No text was sent because ${describe(change.reason)}` }];
    if (change.do === "blockRcs")
      return [{ key, at, kind: "note", text: `No RCS message was sent because ${describe(change.reason)}` }];
    return [];
  });

const describe = (reason: string): string => (isReason(reason) ? describeReason(reason) : reason);

function say(moment: TrialMoment, text: string): TrialMoment {
  const key = `note ${moment.player.journey.revision} ${moment.thread.length} ${text}`;
  return { ...moment, thread: [...moment.thread, { key, at: moment.now, kind: "note", text }] };
}

function acceptAnswer(
  workflow: PlayedWorkflow,
  moment: TrialMoment,
  { id, vars, text }: Extract<TrialInput, { do: "answer" }>,
): TrialMoment | undefined {
  const { pending, now } = moment;
  if (pending === null || pending.effect.do === "placeCall") return undefined;
  const { node, effect } = pending;
  const written: Answer | undefined =
    effect.do === "askModel" && id === "text" ? { ok: true, of: "askModel", text: text ?? "" } : undefined;
  const named = answerNamed(effect, id, now);
  const answer = written ?? named?.answer;
  if (answer === undefined) return undefined;
  const full = { ...answer, ...(vars !== undefined && { vars: { ...answer.vars, ...vars } }) };
  const player = afterSend(moment.player, node, effect, full);
  const later = { ...moment, now: now + (named?.afterMs ?? 1000), player, pending: null };
  return walk(workflow, later, { type: "answered", node, answer: full });
}

function acceptReply(workflow: PlayedWorkflow, moment: TrialMoment, text: string): TrialMoment | undefined {
  if (text.trim() === "") return undefined;
  const { player, event } = receiveText(moment.player, text);
  const key = `reply ${player.journey.revision} ${moment.now}`;
  const shown: TrialMoment = {
    ...moment,
    player,
    thread: [...moment.thread, { key, at: moment.now, kind: "mine", text }],
  };
  const blocked = player.contact.dnc & ~moment.player.contact.dnc;
  const allowed = moment.player.contact.dnc & ~player.contact.dnc;
  const noted =
    blocked !== 0
      ? say(shown, "The contact opted out of texts")
      : allowed !== 0
        ? say(shown, "The contact receives texts again")
        : shown;
  if (event === undefined) return say(noted, "The workflow has sent nothing yet, so it does not get this text");
  if (isOver(noted)) return say(noted, "The journey has ended, so the inbound workflow of the number gets this text");
  return walk(workflow, noted, event);
}

function acceptWait(
  workflow: PlayedWorkflow,
  moment: TrialMoment,
  untilMs: number | undefined,
): TrialMoment | undefined {
  const due = nextEventAt(moment);
  if (due !== undefined && (untilMs === undefined || due <= untilMs))
    return walk(workflow, { ...moment, now: Math.max(moment.now, due) }, { type: "woke" });
  return untilMs !== undefined && untilMs > moment.now && moment.pending === null
    ? { ...moment, now: untilMs }
    : undefined;
}

function acceptLine(workflow: PlayedWorkflow, moment: TrialMoment, event: LineEvent): TrialMoment | undefined {
  const { call, pending, documents } = moment;
  if (call === null || pending === null) return undefined;
  const { node } = pending;
  const moved = moveCall(call.session, event, { documents });
  const now = moment.now + moved.elapsedMs;
  const shown = moved.lines.map(
    (line, index): ThreadItem => ({ key: `call ${node} ${now} ${index}`, at: now, kind: "call", node, line }),
  );
  let { contact } = moment.player;
  if (moved.stopsCalls) contact = { ...contact, dnc: contact.dnc | moved.stopsCalls };
  const player = { ...moment.player, contact };
  const next: TrialMoment = { ...moment, now, player, thread: [...moment.thread, ...shown] };
  if (moved.session.end === null) return { ...next, call: { ...call, session: moved.session } };
  const seconds = moved.session.answeredBy === null ? 0 : Math.round((now - call.startedMs) / 1000);
  const answer = answerOfCall(moved.session, node, seconds);
  return walk(workflow, { ...next, call: null, pending: null }, { type: "answered", node, answer });
}
