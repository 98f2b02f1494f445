import { membershipOf } from "../parts/audienceStatement.ts";
import { callVariables } from "../parts/phone/callVariables.ts";
import { blocks, stopReason } from "../parts/phone/dnc.ts";
import type { NodeId } from "../savedNode.ts";
import type { Answer, Effect, JourneyEvent } from "./effects.ts";
import type { Advance, Journey } from "./journey.ts";
import { afterSend, newPlayer, type PlayedWorkflow, type Player, playEvent, receiveText } from "./player.ts";
import { Timeline } from "./timeline.ts";
import type { Contact } from "./world.ts";

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

export interface Simulation extends PlayedWorkflow {
  contacts: readonly Contact[];
  startMs: number;
  /** Time between the starts of two journeys. Default: none. */
  periodMs?: number;
  respond?: (effect: Effect, asked: Asked) => Response;
  /** What a contact texts once a node listens for a reply, with delays from now. */
  hear?: (asked: Asked) => NonNullable<Response["replies"]>;
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

/** The changing state of one contact. */
interface Actor {
  now: Player;
}

type Event =
  | { actor: Actor; journeyEvent: Exclude<JourneyEvent, { type: "woke" | "replied" }> }
  | { actor: Actor; wakeRevision: number }
  | { actor: Actor; text: string };

/** Simulates one workflow version for its contacts in chronological order. Lazy: yields one step at a time. */
export function* simulate(simulation: Simulation): Generator<Played> {
  const respond = simulation.respond ?? simulatedWorld();
  const timeline = new Timeline<Event>();
  const actors = simulation.contacts.map(
    (contact, index): Actor => ({ now: newPlayer(contact, `${contact.contactId}/${index}`, simulation.startMs) }),
  );
  actors.forEach((actor, index) => {
    const atMs = simulation.startMs + index * (simulation.periodMs ?? 0);
    timeline.add(atMs, { actor, journeyEvent: { type: "started" } });
  });
  const byContact = new Map(actors.map((actor) => [actor.now.contact.contactId, actor]));
  for (const { atMs, contactId, text } of simulation.texts ?? []) {
    const actor = byContact.get(contactId);
    if (actor) timeline.add(atMs, { actor, text });
  }
  for (let next = timeline.take(); next !== undefined; next = timeline.take()) {
    if (next.atMs > (simulation.untilMs ?? Number.POSITIVE_INFINITY)) return;
    const { actor } = next.event;
    const journeyEvent = journeyEventOf(next.event);
    if (journeyEvent === undefined) continue;
    const { contact } = actor.now;
    const { player, advance } = playEvent(actor.now, journeyEvent, simulation, next.atMs);
    actor.now = player;
    const played: Played = { now: next.atMs, contact, advance };
    follow(timeline, actor, played, respond);
    listen(timeline, actor, played, simulation.hear);
    if (advance.steps.length > 0) yield played;
  }
}

/** The event of a timeline entry. Undefined when it no longer applies. */
function journeyEventOf(event: Event): JourneyEvent | undefined {
  if ("journeyEvent" in event) return event.journeyEvent;
  const { actor } = event;
  // a wait that ended or was restarted has another revision
  if ("wakeRevision" in event) return actor.now.journey.revision === event.wakeRevision ? { type: "woke" } : undefined;
  const received = receiveText(actor.now, event.text);
  actor.now = received.player;
  return received.event;
}

/** Schedules what follows: the answer of an effect, the contact's texts, the end of a wait. */
function follow(
  timeline: Timeline<Event>,
  actor: Actor,
  { now, advance: { journey, effects } }: Played,
  respond: NonNullable<Simulation["respond"]>,
): void {
  for (const { node, effect } of effects) {
    const { answer, afterMs, replies } = respond(effect, { now, contact: actor.now.contact, journey, node });
    timeline.add(now + afterMs, { actor, journeyEvent: { type: "answered", answer, node } });
    const sent = afterSend(actor.now, node, effect, answer);
    if (sent === actor.now) continue;
    actor.now = sent;
    for (const reply of replies ?? []) timeline.add(now + reply.afterMs, { actor, text: reply.text });
  }
  if (journey.status === "moving") timeline.add(now, { actor, journeyEvent: { type: "started" } });
  if (journey.status === "waiting" && journey.wakeAt !== undefined) {
    timeline.add(Math.max(now, journey.wakeAt), { actor, wakeRevision: journey.revision });
  }
}

/** Schedules what the contact answers to a node that begins to listen. A reply that matched nothing does not begin it again. */
function listen(
  timeline: Timeline<Event>,
  actor: Actor,
  { now, contact, advance: { journey, steps } }: Played,
  hear: Simulation["hear"],
): void {
  if (hear === undefined || journey.status !== "waiting" || !journey.listening || journey.at === null) return;
  if (steps.at(-1)?.outcome !== "waited") return;
  for (const { afterMs, text } of hear({ now, contact, journey, node: journey.at }))
    timeline.add(now + afterMs, { actor, text });
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
    case "askAudiences":
      return { answer: membershipAnswer(effect.audienceIds, () => false), afterMs: 0 };
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

/** The answer for a contact who is in these of the audiences. Undefined: there is no such audience. */
export function membershipAnswer(
  audienceIds: readonly string[],
  isIn: (audienceId: string) => boolean | undefined,
): Answer {
  const known = audienceIds.flatMap((audienceId) => {
    const is = isIn(audienceId);
    return is === undefined ? [] : [[membershipOf(audienceId), is ? "yes" : "no"] as const];
  });
  return { ok: true, vars: Object.fromEntries(known) };
}

function answerToSend(contact: Contact): Answer {
  if (contact.phone === null) return { ok: false, reason: "no_phone" };
  const reason = stopReason(contact.dnc, "sms");
  return reason === undefined ? { ok: true } : { ok: false, reason };
}
