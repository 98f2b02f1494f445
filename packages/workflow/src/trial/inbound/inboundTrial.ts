import {
  callAtDestination,
  type FoundForCall,
  ivrOfDestination,
  noAnswerPlan,
} from "../../inbound/arrival/callAtDestination.ts";
import { type Delivered, delivered, noWorkflow, unmatchedBecause } from "../../inbound/arrival/delivered.ts";
import {
  answeredBecause,
  forwardedText,
  noTexts,
  routeText,
  whyNotForward,
} from "../../inbound/arrival/textAtDestination.ts";
import { type AskedRoute, answerOf, eventOf, type Question, type RouteAnswer } from "../../inbound/askRoute.ts";
import type { InboundEvent } from "../../inbound/evaluateRoute.ts";
import type { RouteDestination } from "../../inbound/route.ts";
import { ownValue } from "../../parts/ownValue.ts";
import { type ReplyWord, replyWord } from "../../parts/phone/optOutKeywords.ts";
import { localIso } from "../../parts/time/clock.ts";
import { zoneOf } from "../../parts/time/timezones.ts";
import type { Ivr } from "../../voice/ivr/ivr.ts";
import { type CallSession, openCall } from "../../voice/session.ts";
import type { LineEvent } from "../../voice/verbs.ts";
import { type CallLine, moveCall } from "../trialCall.ts";
import { elapsedOf } from "./silence.ts";

/** What an inbound workflow is tried out in: the route of the drawing, and what the account has. */
export interface InboundWorld {
  asked: AskedRoute;
  /** By name in lower case. */
  ivrs: ReadonlyMap<string, Ivr>;
  liveLists: ReadonlySet<string>;
  /** In lower case. */
  workGroups: ReadonlySet<string>;
  /** Names of outbound workflows by id. */
  workflows: ReadonlyMap<string, string>;
  ownNumbers: ReadonlySet<string>;
}

/** Who calls or texts first, and when. */
export interface InboundSetup {
  question: Question;
  /** Call scripts by their address, which the tester does not fetch. */
  documents: Readonly<Record<string, string>>;
}

/** What the caller or the clock does in a try. JSON, so that a try can be repeated. */
export type InboundInput =
  | { do: "line"; event: LineEvent }
  /** Another call of the same caller, or another text. */
  | { do: "call" }
  | { do: "text"; text: string }
  | { do: "wait"; untilMs: number };

/** What the phone shows. */
export type InboundItem = { key: string; at: number } & (
  | { kind: "mine"; text: string }
  | { kind: "call"; call: number; line: CallLine }
  | { kind: "note"; text: string }
);

/** A call or text, and what became of it. */
interface Arrival {
  /** Counted from 1. */
  nth: number;
  /** What the route was asked, with the time of this call or text. */
  question: Question;
  answer: RouteAnswer;
  outcome: Delivered["outcome"] | "unmatched" | "answered";
  because: string | null;
}

/** A moment of a try: a value that nothing changes later, so that the user can return to it. */
export interface InboundMoment {
  /** Null at the beginning. */
  input: InboundInput | null;
  now: number;
  /** The newest call or text. */
  arrival: Arrival;
  /** Whether it came in this moment. */
  arrives: boolean;
  /** The call that is going on. */
  session: CallSession | null;
  optedOut: boolean;
  /** What happened in this moment. */
  thread: readonly InboundItem[];
}

/** Plays all inputs from the beginning. Stops at an input that does not apply. */
export function playInbound(
  world: InboundWorld,
  setup: InboundSetup,
  inputs: readonly InboundInput[] = [],
): InboundMoment[] {
  const moments = [beginInbound(world, setup)];
  for (const input of inputs) {
    const next = continueInbound(world, setup, moments.at(-1) as InboundMoment, input);
    if (next === undefined) break;
    moments.push(next);
  }
  return moments;
}

/** The moment in which the first call or text arrives. */
function beginInbound(world: InboundWorld, setup: InboundSetup): InboundMoment {
  const { question } = setup;
  const now = eventOf(world.asked, question).atMs;
  return arrive(world, setup, { input: null, now, nth: 1, optedOut: false }, question);
}

/** The moment after an input. Undefined when the input does not apply. */
export function continueInbound(
  world: InboundWorld,
  setup: InboundSetup,
  before: InboundMoment,
  input: InboundInput,
): InboundMoment | undefined {
  const { now, optedOut, arrival, session } = before;
  const next = { input, now, optedOut, nth: arrival.nth + 1 };
  switch (input.do) {
    case "line":
      return moveLine(world, setup, before, input);
    case "wait":
      return session !== null || input.untilMs <= now
        ? undefined
        : { ...before, input, now: input.untilMs, arrives: false, thread: [] };
    case "call":
      return session !== null ? undefined : arrive(world, setup, next, askedAt(world, setup, now, "call", ""));
    case "text": {
      if (input.text.trim() === "" || session !== null) return undefined;
      const channel = setup.question.srcType === "rcs" ? "rcs" : "sms";
      return arrive(world, setup, next, askedAt(world, setup, now, channel, input.text));
    }
  }
}

/** The question of a later call or text of the same caller. */
const askedAt = (
  { asked: { route } }: InboundWorld,
  { question }: InboundSetup,
  now: number,
  srcType: Question["srcType"],
  text: string,
): Question => ({
  ...question,
  srcType,
  text,
  at: localIso(now, zoneOf(route.globalTimezone) ?? "Etc/UTC").slice(0, 16),
});

type Coming = Pick<InboundMoment, "input" | "now" | "optedOut"> & { nth: number };

function arrive(world: InboundWorld, setup: InboundSetup, coming: Coming, question: Question): InboundMoment {
  const event = { ...eventOf(world.asked, question), atMs: coming.now };
  return event.channel === "call"
    ? arriveCall(world, setup, coming, { question, event })
    : arriveText(world, coming, { question, event });
}

interface Asked {
  question: Question;
  event: InboundEvent;
}

const itemsOf = ({ nth, now }: Coming, items: readonly Shown[]): InboundItem[] =>
  items.map((item, index) => ({ ...item, key: `${nth} ${now} ${index}`, at: now }));
type Shown = InboundItem extends infer Item ? (Item extends InboundItem ? Omit<Item, "key" | "at"> : never) : never;

const note = (text: string): Shown => ({ kind: "note", text });

function arriveCall(
  world: InboundWorld,
  setup: InboundSetup,
  coming: Coming,
  { question, event }: Asked,
): InboundMoment {
  const verdict = routeText(world.asked.route, event, null);
  const { destination } = verdict;
  const at = destination === null ? undefined : callAtDestination(destination, foundFor(world, destination));
  const who = { callId: `try ${coming.nth}`, accountSid: "try", direction: "in" as const };
  const opened = openCall({ ...who, own: event.to, contact: event.from }, at?.plan ?? noAnswerPlan);
  const { session, lines } = moveCall(opened, { type: "answered", by: "human" }, callWorld(world, setup));
  const arrival: Arrival = {
    nth: coming.nth,
    question,
    answer: answerOf(world.asked, "call", verdict),
    outcome: at?.outcome ?? "unmatched",
    because: at?.because ?? unmatchedBecause(verdict),
  };
  const said = lines.map((line): Shown => ({ kind: "call", call: coming.nth, line }));
  return {
    ...momentOf(coming, arrival),
    session: session.end === null ? session : null,
    thread: itemsOf(coming, [...notesOf(world, arrival, destination, event), ...said]),
  };
}

function arriveText(world: InboundWorld, coming: Coming, { question, event }: Asked): InboundMoment {
  const word = replyWord(event.text, coming.optedOut) ?? null;
  const verdict = routeText(world.asked.route, event, word);
  const { destination } = verdict;
  const at = destination === null ? undefined : textAt(world, destination, event);
  const arrival: Arrival = {
    nth: coming.nth,
    question,
    answer: answerOf(world.asked, event.channel, verdict),
    outcome: word !== null ? "answered" : (at?.outcome ?? "unmatched"),
    because: word !== null ? answeredBecause(word) : (at?.because ?? unmatchedBecause(verdict)),
  };
  return {
    ...momentOf({ ...coming, optedOut: optedOutBy(word, coming.optedOut) }, arrival),
    thread: itemsOf(coming, [{ kind: "mine", text: event.text }, ...notesOf(world, arrival, destination, event)]),
  };
}

const momentOf = ({ input, now, optedOut }: Coming, arrival: Arrival): InboundMoment => ({
  input,
  now,
  optedOut,
  arrival,
  arrives: true,
  session: null,
  thread: [],
});

const optedOutBy = (word: ReplyWord | null, before: boolean): boolean =>
  word === "stop" ? true : word === "start" ? false : before;

/** What the account has of what a destination names. */
function foundFor(world: InboundWorld, destination: RouteDestination): FoundForCall {
  const { dest } = destination;
  return {
    ivr: world.ivrs.get(ivrOfDestination(destination)) ?? null,
    hasLiveList: world.liveLists.has(dest),
    hasWorkGroup: world.workGroups.has(dest.toLowerCase()),
    enrolled: world.workflows.has(dest) ? delivered : noWorkflow,
  };
}

function textAt(world: InboundWorld, destination: RouteDestination, { from }: InboundEvent): Delivered {
  switch (destination.destType) {
    case "inbox":
      return delivered;
    case "sms":
      return whyNotForward(destination, from, (phone) => world.ownNumbers.has(phone)) ?? delivered;
    case "workflow":
      return world.workflows.has(destination.dest) ? delivered : noWorkflow;
    default:
      return noTexts(destination.destType);
  }
}

/** What else a call or text causes, in words. */
function notesOf(
  world: InboundWorld,
  { outcome, because }: Arrival,
  destination: RouteDestination | null,
  { from, text }: InboundEvent,
): Shown[] {
  if (outcome !== "delivered") return because === null ? [] : [note(because)];
  if (destination === null) return [];
  const { destType, dest, applyTags, callbackUrl } = destination;
  const done: Partial<Record<RouteDestination["destType"], string>> = {
    inbox: `The conversation is in the inbox ${dest}`,
    sms: `A text to ${dest}: ${forwardedText(from, text)}`,
    workflow: `The contact is enrolled in ${world.workflows.get(dest) ?? "a workflow"}`,
  };
  const what = ownValue(done, destType);
  return [
    ...(what === undefined ? [] : [note(what)]),
    ...(applyTags.length === 0 ? [] : [note(`The contact gets the tags ${applyTags.join(", ")}`)]),
    ...(callbackUrl === "" ? [] : [note(`${callbackUrl} is notified`)]),
  ];
}

const callWorld = ({ workflows }: InboundWorld, { documents }: InboundSetup) => ({
  documents,
  workflowName: (campaignId: string) => workflows.get(campaignId),
});

function moveLine(
  world: InboundWorld,
  setup: InboundSetup,
  before: InboundMoment,
  input: Extract<InboundInput, { do: "line" }>,
): InboundMoment | undefined {
  if (before.session === null) return undefined;
  const moved = moveCall(before.session, input.event, callWorld(world, setup));
  const now = before.now + elapsedOf(before.session, input.event, moved.elapsedMs);
  const { nth } = before.arrival;
  const said = moved.lines.map((line): Shown => ({ kind: "call", call: nth, line }));
  return {
    ...before,
    input,
    now,
    arrives: false,
    session: moved.session.end === null ? moved.session : null,
    thread: itemsOf({ ...before, now, nth }, said),
  };
}
