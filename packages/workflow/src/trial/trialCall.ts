import type { Contact } from "../engine/world.ts";
import { ownValue } from "../parts/ownValue.ts";
import { dncBits, refusedBits } from "../parts/phone/dnc.ts";
import type { NodeId } from "../savedNode.ts";
import { advanceCall } from "../voice/advanceCall.ts";
import { readCallXml } from "../voice/readCallXml.ts";
import type { CallPlan, Prompt } from "../voice/script.ts";
import { type CallSession, openCall } from "../voice/session.ts";
import type { CallEffect, CallVerb, LineEvent } from "../voice/verbs.ts";

/** A line in the transcript of a call. */
export interface CallLine {
  kind: "said" | "played" | "key" | "note";
  text: string;
  /** The address of the call script that is requested. */
  address?: string;
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

/** What a call knows of the world outside. */
export interface CallWorld {
  /** Call scripts by their address, which the tester does not fetch. */
  documents?: Readonly<Record<string, string>> | undefined;
  /** The name of a workflow. */
  workflowName?: (campaignId: string) => string | undefined;
}

/** Moves a call by an event of the line, and by everything that follows without the contact. */
export function moveCall(before: CallSession, first: LineEvent, world: CallWorld = {}): MovedCall {
  const moved: MovedCall = { session: before, lines: linesOfEvent(first), elapsedMs: exchangeMs, stopsCalls: 0 };
  for (let next: LineEvent | undefined = first; next !== undefined; ) {
    const { session, verbs, effects } = advanceCall(moved.session, next);
    moved.lines.push(
      ...linesOfMenus(moved.session, session, next),
      ...verbs.flatMap(linesOfVerb),
      ...effects.flatMap((effect) => linesOfEffect(effect, world)),
    );
    moved.session = session;
    if (effects.some(({ do: what }) => what === "stopCalls")) moved.stopsCalls = dncBits.call | refusedBits.call;
    next = followingEvent(session, verbs, effects, world);
    if (next?.type === "broken") moved.lines.push({ kind: "note", text: sentence(next.reason) });
  }
  return moved;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** What the line and the outside world report without the contact. */
function followingEvent(
  { waits, end }: CallSession,
  verbs: readonly CallVerb[],
  effects: readonly CallEffect[],
  { documents }: CallWorld,
): LineEvent | undefined {
  if (end !== null) return undefined;
  if (waits.for === "sound") return { type: "soundFound" };
  if (waits.for === "finish") return { type: "finished" };
  const fetched = effects.find((effect) => effect.do === "fetchScript");
  if (fetched !== undefined) return documentOf(fetched.url, ownValue(documents, fetched.url));
  const last = verbs.at(-1);
  if (last?.do === "hangUp" || last?.do === "reject") return { type: "hungUp", seconds: exchangeMs / 1000 };
  return undefined;
}

function documentOf(url: string, text: string | undefined): LineEvent {
  if (text === undefined) return { type: "broken", reason: "the tester does not fetch call scripts" };
  const read = readCallXml(text, url);
  return "problem" in read
    ? { type: "broken", reason: `the call script ${url} cannot be read. ${read.problem}` }
    : { type: "document", script: read.script };
}

/** Where the caller is in the menus of an IVR. */
function linesOfMenus(before: CallSession, { menu, plan }: CallSession, event: LineEvent): CallLine[] {
  if (menu === undefined || plan.menus === undefined) return [];
  const failed = event.type === "digits" && menu.attempts > (before.menu?.attempts ?? 0);
  const attempt = `Attempt ${menu.attempts} of ${plan.menus.maxAttempts}`;
  if (failed)
    return [
      {
        kind: "note",
        text: event.digits === "" ? `${attempt}: no key in time` : `${attempt}: key ${event.digits} has no option`,
      },
    ];
  return menu.menu === before.menu?.menu ? [] : [{ kind: "note", text: `Menu ${menu.menu}` }];
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
      return [
        {
          kind: "note",
          text: event.recordingUrl === undefined ? "No message was recorded" : "A message was recorded",
        },
      ];
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

function describeGather({ numDigits, timeoutSeconds, finishOnKey }: Extract<CallVerb, { do: "gather" }>): string {
  const keys = numDigits === 1 ? "one key" : numDigits === null ? "keys" : `${numDigits} keys`;
  const end = numDigits === 1 || finishOnKey === "" ? "" : `, ended by ${finishOnKey}`;
  return `Waits ${timeoutSeconds} s for ${keys}${end}`;
}

function linesOfVerb(verb: CallVerb): CallLine[] {
  switch (verb.do) {
    case "say":
    case "play":
    case "pause":
      return linesOfPrompt(verb);
    case "gather":
      return [...verb.prompts.flatMap(linesOfPrompt), { kind: "note", text: describeGather(verb) }];
    case "listen":
      return [
        ...verb.prompts.flatMap(linesOfPrompt),
        { kind: "note", text: `Listens until ${verb.timeoutSeconds} s of silence` },
      ];
    case "record":
      return [
        {
          kind: "note",
          text: `Records ${verb.beep ? "after a beep " : ""}for at most ${verb.maxSeconds} s, until ${verb.silenceSeconds} s of silence${verb.finishOnKey === "" ? "" : ` or key ${verb.finishOnKey}`}`,
        },
      ];
    case "recordCall":
      return [{ kind: "note", text: "The call is recorded" }];
    case "dial":
      return [
        {
          kind: "note",
          text: `Transfers to ${verb.targets.map((to) => ("number" in to ? to.number : "address" in to ? to.address : to.name)).join(", ")}${verb.targets.length > 1 ? (verb.ring === "all" ? ", all at once" : ", one after another") : ""}`,
        },
      ];
    case "enqueue":
      return [{ kind: "note", text: `Waits in ${placeWords[verb.place?.kind ?? "queue"]} ${verb.queue}` }];
    case "reject":
    case "hangUp":
      return [{ kind: "note", text: "The call ends" }];
  }
}

const placeWords = { queue: "queue", liveList: "live list", workGroup: "work group", person: "the queue of" } as const;

const linesOfPrompt = (prompt: Prompt): CallLine[] =>
  prompt.do === "say"
    ? [{ kind: "said", text: prompt.text }]
    : prompt.do === "play"
      ? [{ kind: "played", text: `Plays ${prompt.url.split("/").at(-1) ?? prompt.url}` }]
      : [];

function linesOfEffect(effect: CallEffect, { workflowName }: CallWorld): CallLine[] {
  switch (effect.do) {
    case "stopCalls":
      return [{ kind: "note", text: "Further calls to the contact are blocked" }];
    case "enrol":
      return [
        {
          kind: "note",
          text: `The contact is enrolled in ${workflowName?.(effect.campaignId) ?? "another workflow"}`,
        },
      ];
    case "sms":
      return [{ kind: "note", text: `A text is sent: ${effect.text}` }];
    case "fetchScript":
      return [{ kind: "note", text: `Requests the call script at ${effect.url}`, address: effect.url }];
    default:
      return [];
  }
}
