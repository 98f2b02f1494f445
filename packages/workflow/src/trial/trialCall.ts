import type { Contact } from "../engine/world.ts";
import { dncBits, refusedBits } from "../parts/phone/dnc.ts";
import type { NodeId } from "../savedNode.ts";
import { advanceCall } from "../voice/advanceCall.ts";
import type { CallPlan, Prompt } from "../voice/script.ts";
import { type CallSession, openCall } from "../voice/session.ts";
import type { CallEffect, CallVerb, LineEvent } from "../voice/verbs.ts";

/** A line in the transcript of a call. */
export interface CallLine {
  kind: "said" | "played" | "key" | "note";
  text: string;
}

/** What a call did after an event. */
interface MovedCall {
  session: CallSession;
  lines: CallLine[];
  elapsedMs: number;
  /** The bits by which the contact refuses further calls. 0: it does not. */
  stopsCalls: number;
}

const own = "+15555550100";
/** How long prompts and answers are assumed to last. */
const exchangeMs = 5_000;

/** The call of a node, ringing. */
export const ringCall = (plan: CallPlan, contact: Contact, node: NodeId): CallSession =>
  openCall({ callId: `try ${node}`, accountSid: "try", direction: "out", own, contact: contact.phone ?? "" }, plan);

/** Moves a call by an event of the line, and by everything that follows without the contact. */
export function moveCall(before: CallSession, first: LineEvent): MovedCall {
  const moved: MovedCall = { session: before, lines: linesOfEvent(first), elapsedMs: exchangeMs, stopsCalls: 0 };
  for (let next: LineEvent | undefined = first; next !== undefined; ) {
    const { session, verbs, effects } = advanceCall(moved.session, next);
    moved.session = session;
    moved.lines.push(...verbs.flatMap(linesOfVerb), ...effects.flatMap(linesOfEffect));
    if (effects.some(({ do: what }) => what === "stopCalls")) moved.stopsCalls = dncBits.call | refusedBits.call;
    next = followingEvent(session, verbs, effects);
  }
  return moved;
}

/** What the line and the outside world report without the contact. */
function followingEvent(
  { waits, end }: CallSession,
  verbs: readonly CallVerb[],
  effects: readonly CallEffect[],
): LineEvent | undefined {
  if (end !== null) return undefined;
  if (waits.for === "sound") return { type: "soundFound" };
  if (waits.for === "finish") return { type: "finished" };
  if (effects.some(({ do: what }) => what === "fetchScript"))
    return { type: "broken", reason: "the tester does not fetch call scripts" };
  const last = verbs.at(-1);
  if (last?.do === "hangUp" || last?.do === "reject") return { type: "hungUp", seconds: exchangeMs / 1000 };
  return undefined;
}

function linesOfEvent(event: LineEvent): CallLine[] {
  switch (event.type) {
    case "answered":
      return [{ kind: "note", text: event.by === "human" ? "Answered" : "A machine answered" }];
    case "notAnswered":
      return [
        {
          kind: "note",
          text: {
            busy: "The line was busy",
            noAnswer: "No one answered",
            failed: "The call failed",
            cancelled: "Declined",
          }[event.status],
        },
      ];
    case "digits":
      return [{ kind: "key", text: event.digits === "" ? "No key was pressed" : `Key ${event.digits}` }];
    case "speech":
      return [{ kind: "key", text: event.speech === "" ? "Nothing was said" : `“${event.speech}”` }];
    case "recorded":
      return [{ kind: "note", text: "A message was recorded" }];
    case "dialEnded":
      return [
        {
          kind: "note",
          text: event.status === "completed" ? "The transfer was answered" : "No one answered the transfer",
        },
      ];
    case "leftQueue":
      return [{ kind: "note", text: event.result === "bridged" ? "An agent answered" : "Left the queue" }];
    case "hungUp":
      return [{ kind: "note", text: "You hung up" }];
    default:
      return [];
  }
}

function linesOfVerb(verb: CallVerb): CallLine[] {
  switch (verb.do) {
    case "say":
    case "play":
    case "pause":
      return linesOfPrompt(verb);
    case "gather":
    case "listen":
      return verb.prompts.flatMap(linesOfPrompt);
    case "record":
      return [{ kind: "note", text: "Records after the beep" }];
    case "recordCall":
      return [{ kind: "note", text: "The call is recorded" }];
    case "dial":
      return [
        {
          kind: "note",
          text: `Transfers to ${verb.targets.map((to) => ("number" in to ? to.number : "address" in to ? to.address : to.name)).join(", ")}`,
        },
      ];
    case "enqueue":
      return [{ kind: "note", text: `Waits in queue ${verb.queue}` }];
    case "reject":
    case "hangUp":
      return [{ kind: "note", text: "The call ends" }];
  }
}

const linesOfPrompt = (prompt: Prompt): CallLine[] =>
  prompt.do === "say"
    ? [{ kind: "said", text: prompt.text }]
    : prompt.do === "play"
      ? [{ kind: "played", text: `Plays ${prompt.url.split("/").at(-1) ?? prompt.url}` }]
      : [];

function linesOfEffect(effect: CallEffect): CallLine[] {
  switch (effect.do) {
    case "stopCalls":
      return [{ kind: "note", text: "Further calls to the contact are blocked" }];
    case "enrol":
      return [{ kind: "note", text: "The contact is enrolled in another workflow" }];
    case "sms":
      return [{ kind: "note", text: `A text is sent: ${effect.text}` }];
    case "fetchScript":
      return [{ kind: "note", text: `Requests the call script at ${effect.url}` }];
    default:
      return [];
  }
}
