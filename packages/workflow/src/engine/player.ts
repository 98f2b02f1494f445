import type { AnyNodeKind } from "../nodeKind.ts";
import { blocks, optOutMask } from "../parts/phone/dnc.ts";
import { replyWord } from "../parts/phone/optOutKeywords.ts";
import type { NodeId, SavedNode } from "../savedNode.ts";
import { advance } from "./advance.ts";
import { applyChange } from "./applyChange.ts";
import type { Answer, Effect, JourneyEvent } from "./effects.ts";
import type { Advance, Journey } from "./journey.ts";
import type { Contact, Definition, Lookup } from "./world.ts";

/** What the players of one workflow version have in common. */
export interface PlayedWorkflow {
  definition: Definition;
  kindOf(node: SavedNode): AnyNodeKind;
  lookup: Lookup;
  /** Visits of one call of `advance`. Default 200. */
  visits?: number;
}

/** One contact on a virtual clock. A value: playing an event makes another one. */
export interface Player {
  readonly contact: Contact;
  readonly journey: Journey;
  /** The node of the latest send, which a reply belongs to (readings, Replies). */
  readonly lastSend: NodeId | undefined;
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

/** A contact before the first step. */
export const newPlayer = (contact: Contact, journeyId: string, startMs: number): Player => ({
  contact,
  journey: newJourney(journeyId, startMs),
  lastSend: undefined,
});

/** Plays one event at an instant. */
export function playEvent(
  player: Player,
  event: JourneyEvent,
  { definition, kindOf, lookup, visits }: PlayedWorkflow,
  now: number,
): { player: Player; advance: Advance } {
  const { contact } = player;
  const world = { definition, kindOf, lookup, now, contact, ...(visits !== undefined && { visits }) };
  const result = advance(player.journey, event, world);
  const changed = result.changes.reduce((before, { change }) => applyChange(before, change), contact);
  return { player: { ...player, contact: changed, journey: result.journey }, advance: result };
}

/** A text of the contact. STOP and START take effect before the journey gets it (readings, Replies). No event if nothing was sent before. */
export function receiveText(player: Player, text: string): { player: Player; event: JourneyEvent | undefined } {
  const { contact, lastSend } = player;
  const word = replyWord(text, blocks(contact.dnc, "sms"));
  const dnc = word === "stop" ? contact.dnc | optOutMask : word === "start" ? contact.dnc & ~optOutMask : contact.dnc;
  return {
    player: dnc === contact.dnc ? player : { ...player, contact: { ...contact, dnc } },
    event: lastSend === undefined ? undefined : { type: "replied", node: lastSend, text },
  };
}

/** Remembers a send that may have arrived, which the contact's next text belongs to. */
export const afterSend = (player: Player, node: NodeId, effect: Effect, answer: Answer): Player =>
  (effect.do === "sendSms" || effect.do === "sendRcs") && (answer.ok || answer.reason === "in_doubt")
    ? { ...player, lastSend: node }
    : player;
