import type { AnyNodeKind } from "../nodeKind.ts";
import { callVariables } from "../parts/phone/callVariables.ts";
import { blocks, optOutMask, stopReason } from "../parts/phone/dnc.ts";
import { replyWord } from "../parts/phone/optOutKeywords.ts";
import type { NodeId, SavedNode } from "../savedNode.ts";
import { advance } from "./advance.ts";
import { applyChange } from "./applyChange.ts";
import type { Answer, Effect, JourneyEvent } from "./effects.ts";
import type { Advance, Journey } from "./journey.ts";
import { Timeline } from "./timeline.ts";
import type { Contact, Definition, Lookup } from "./world.ts";

/** Decides how the simulated world answers an effect, after what time, and what the contact texts back. */
export interface Response {
  answer: Answer;
  afterMs: number;
  /** Texts of the contact, with delays from now. */
  replies?: readonly { afterMs: number; text: string }[];
}

/** The origin of an effect. */
export interface Asked {
  now: number;
  contact: Contact;
  journey: Journey;
  node: NodeId;
}

/** An inbound text at a fixed time, independent of the workflow. */
interface IncomingText {
  atMs: number;
  contactId: string;
  text: string;
}

export interface Simulation {
  definition: Definition;
  kindOf(node: SavedNode): AnyNodeKind;
  lookup: Lookup;
  contacts: readonly Contact[];
  startMs: number;
  /** Time between the starts of two journeys. Default: none. */
  periodMs?: number;
  respond?: (effect: Effect, asked: Asked) => Response;
  texts?: readonly IncomingText[];
  /** Nothing that is due later is simulated. */
  untilMs?: number;
}

/** One call of `advance` in a simulation. */
export interface Played {
  now: number;
  contact: Contact;
  advance: Advance;
}

/** State of one contact. */
interface Player {
  contact: Contact;
  journey: Journey;
  /** The node of the latest send, which a reply belongs to (readings, Replies). */
  lastSend: NodeId | undefined;
}

type Event =
  | { player: Player; journeyEvent: Exclude<JourneyEvent, { type: "woke" | "replied" }> }
  | { player: Player; wakeRevision: number }
  | { player: Player; text: string };

/** Simulates one workflow version for its contacts in chronological order. Lazy: yields one step at a time. */
export function* simulate(simulation: Simulation): Generator<Played> {
  const respond = simulation.respond ?? simulatedWorld();
  const timeline = new Timeline<Event>();
  const players = simulation.contacts.map((contact, index) => newPlayer(contact, simulation.startMs, index));
  players.forEach((player, index) => {
    const atMs = simulation.startMs + index * (simulation.periodMs ?? 0);
    timeline.add(atMs, { player, journeyEvent: { type: "started" } });
  });
  const byContact = new Map(players.map((player) => [player.contact.contactId, player]));
  for (const { atMs, contactId, text } of simulation.texts ?? []) {
    const player = byContact.get(contactId);
    if (player) timeline.add(atMs, { player, text });
  }
  for (let next = timeline.take(); next !== undefined; next = timeline.take()) {
    if (next.atMs > (simulation.untilMs ?? Number.POSITIVE_INFINITY)) return;
    const { player } = next.event;
    const journeyEvent = journeyEventOf(next.event);
    if (journeyEvent === undefined) continue;
    const played = play(simulation, player, journeyEvent, next.atMs);
    follow(timeline, player, played, respond);
    if (played.advance.steps.length > 0) yield played;
  }
}

function newPlayer(contact: Contact, startMs: number, index: number): Player {
  return { contact, journey: newJourney(`${contact.contactId}/${index}`, startMs), lastSend: undefined };
}

/** A new journey. */
export const newJourney = (journeyId: string, startMs: number, depth = 0): Journey => ({
  journeyId,
  at: null,
  status: "moving",
  revision: 0,
  vars: {},
  since: startMs,
  visits: 0,
  depth,
});

/** The event of a timeline entry. Undefined when it no longer applies. */
function journeyEventOf(event: Event): JourneyEvent | undefined {
  if ("journeyEvent" in event) return event.journeyEvent;
  const { player } = event;
  // a wait that ended or was restarted has another revision
  if ("wakeRevision" in event) return player.journey.revision === event.wakeRevision ? { type: "woke" } : undefined;
  obeyWord(player, event.text);
  return player.lastSend === undefined ? undefined : { type: "replied", node: player.lastSend, text: event.text };
}

/** STOP and START take effect before the journey gets them (readings, Replies). */
function obeyWord(player: Player, text: string): void {
  const { contact } = player;
  const word = replyWord(text, blocks(contact.dnc, "sms"));
  if (word === "stop") player.contact = { ...contact, dnc: contact.dnc | optOutMask };
  if (word === "start") player.contact = { ...contact, dnc: contact.dnc & ~optOutMask };
}

function play(simulation: Simulation, player: Player, journeyEvent: JourneyEvent, now: number): Played {
  const { definition, kindOf, lookup } = simulation;
  const { contact } = player;
  const result = advance(player.journey, journeyEvent, { definition, kindOf, lookup, now, contact });
  player.journey = result.journey;
  for (const { change } of result.changes) player.contact = applyChange(player.contact, change);
  return { now, contact, advance: result };
}

/** Schedules what follows: the answer of an effect, the contact's texts, the end of a wait. */
function follow(
  timeline: Timeline<Event>,
  player: Player,
  { now, advance: { journey, effects } }: Played,
  respond: NonNullable<Simulation["respond"]>,
): void {
  for (const { node, effect } of effects) {
    const { answer, afterMs, replies } = respond(effect, { now, contact: player.contact, journey, node });
    timeline.add(now + afterMs, { player, journeyEvent: { type: "answered", answer, node } });
    if ((effect.do !== "sendSms" && effect.do !== "sendRcs") || !answer.ok) continue;
    player.lastSend = node;
    for (const reply of replies ?? []) timeline.add(now + reply.afterMs, { player, text: reply.text });
  }
  if (journey.status === "moving") timeline.add(now, { player, journeyEvent: { type: "started" } });
  if (journey.status === "waiting" && journey.wakeAt !== undefined) {
    timeline.add(Math.max(now, journey.wakeAt), { player, wakeRevision: journey.revision });
  }
}

/** A world without failures: texts are accepted after a second unless the contact has opted out, turns are granted in order, everything else succeeds. */
export function simulatedWorld(): NonNullable<Simulation["respond"]> {
  const freeAt = new Map<string, number>();
  return (effect, { now, contact, node }) => {
    if (effect.do === "claimTurn") {
      const turnAt = Math.max(now, freeAt.get(effect.key) ?? now);
      freeAt.set(effect.key, turnAt + 60_000 / effect.perMinute);
      return { answer: { ok: true }, afterMs: turnAt - now };
    }
    if (effect.do === "placeCall") return { answer: answerToCall(contact, node), afterMs: 20_000 };
    if (effect.do === "sendSms" || effect.do === "sendRcs") return { answer: answerToSend(contact), afterMs: 1000 };
    return answerWithout(effect, now);
  };
}

/** Every call is answered by a person, who listens and hangs up. */
function answerToCall(contact: Contact, node: NodeId): Answer {
  if (contact.phone === null) return { ok: false, reason: "no_phone" };
  if (blocks(contact.dnc, "call")) return { ok: false, reason: "dnc" };
  const [status, answeredBy, duration] = callVariables(node);
  return { ok: true, vars: { [`${status}`]: "completed", [`${answeredBy}`]: "human", [`${duration}`]: "20" } };
}

/** A world without e-mail provider, language model and agents. */
function answerWithout(
  effect: Exclude<Effect, { do: "sendSms" | "sendRcs" | "placeCall" | "claimTurn" }>,
  now: number,
): Response {
  switch (effect.do) {
    case "callWebhook":
    case "lookUpCarrier":
      return { answer: { ok: true }, afterMs: 1000 };
    case "drawMeme":
      return { answer: { ok: true, vars: { [effect.variable]: "https://example.com/drawn.png" } }, afterMs: 1000 };
    case "sendEmail":
      return { answer: { ok: true, reason: "email_simulated" }, afterMs: 1000 };
    case "askModel":
      return { answer: { ok: false, of: "askModel", reason: "no_model" }, afterMs: 1000 };
    case "holdForAgent":
      // without an end the contact would wait forever, so the queue counts as closed
      return effect.until === undefined
        ? { answer: { ok: false, reason: "queue_closed" }, afterMs: 1000 }
        : { answer: { ok: true }, afterMs: effect.until - now };
  }
}

function answerToSend(contact: Contact): Answer {
  if (contact.phone === null) return { ok: false, reason: "no_phone" };
  const reason = stopReason(contact.dnc, "sms");
  return reason === undefined ? { ok: true } : { ok: false, reason };
}
