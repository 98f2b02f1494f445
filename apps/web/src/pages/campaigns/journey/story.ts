import type { Call } from "@trunkline/contract/calls/call.ts";
import type { Journey } from "@trunkline/contract/journeys/journey.ts";
import type { Message } from "@trunkline/contract/messages/message.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { formatZonedTime } from "../../../ui/text/formatTime.ts";

type Step = NonNullable<Journey["steps"]>[number];

/** One line of a journey's story. */
export interface StoryLine {
  key: string;
  at: string;
  nodeId: number | null;
  /** "SMS Send 2" */
  node: string;
  /** What happened, in words. */
  words: string;
  /** Why: a reason, a zone and window. */
  because: string | null;
  /** Variables that the contact had nothing for, so that the text says nothing there (readings, Variables in texts). */
  missing: readonly string[];
  /** ISO; until when the contact waits. */
  until: string | null;
  message: Message | null;
  call: Call | null;
  /** True: a key under External Integrations mends it. */
  needsProvider: boolean;
  tone: "plain" | "waits" | "failed" | "replied" | "done" | "clicked";
}

/** A journey as one would tell it: every step, and with it the text that was sent or came in. */
export function storyOf(
  steps: readonly Step[],
  messages: readonly Message[],
  calls: readonly Call[] = [],
): StoryLine[] {
  const sent = messages.filter(({ direction }) => direction === "out").sort(byTime);
  const heard = messages.filter(({ direction }) => direction === "in").sort(byTime);
  const names = new Map(steps.map((step) => [step.nodeId, `${step.label} ${step.nodeId}`]));
  const lines = steps.map((step) => lineOf(step, names, { sent, heard, calls }));
  // texts that no step made, such as the confirmation of an opt-out
  const rest = [...sent, ...heard].map(
    (message): StoryLine => ({
      key: message.messageId,
      at: message.created,
      nodeId: message.nodeId,
      node: "",
      words: message.direction === "out" ? "A text was sent" : "A text came in",
      because: message.reasonText,
      missing: [],
      until: null,
      message,
      call: null,
      needsProvider: false,
      tone: message.direction === "out" ? "plain" : "replied",
    }),
  );
  const clicks = messages.flatMap((message) => clicksOf(message, names));
  return [...lines, ...rest, ...clicks].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** What the contact opened of a text, and when for the first time. */
const clicksOf = ({ messageId, nodeId, links }: Message, names: ReadonlyMap<number | null, string>): StoryLine[] =>
  links.flatMap(({ address, target, clicked }) =>
    clicked === null
      ? []
      : [
          {
            key: `${messageId} ${address}`,
            at: clicked,
            nodeId,
            node: names.get(nodeId) ?? "",
            words: "Clicked the link",
            because: target,
            missing: [],
            until: null,
            message: null,
            call: null,
            needsProvider: false,
            tone: "clicked",
          },
        ],
  );

const byTime = (a: Message, b: Message): number => Date.parse(a.created) - Date.parse(b.created);

interface Told {
  sent: Message[];
  heard: Message[];
  calls: readonly Call[];
}

function lineOf(step: Step, names: ReadonlyMap<number, string>, { sent, heard, calls }: Told): StoryLine {
  const call = calls.find(({ callId }) => callId === step.data?.["callId"]) ?? null;
  const isText = step.outcome === "asked" && step.data?.["asks"] === undefined;
  const message = isText ? take(sent, ({ nodeId }) => nodeId === step.nodeId) : heardBy(step, heard);
  return {
    key: String(step.revision),
    at: step.at,
    nodeId: step.nodeId,
    node: `${step.label} ${step.nodeId}`,
    words: call === null ? wordsOf(step, names, message) : calledWords(call),
    because: step.because ?? windowOf(step),
    missing: missingOf(step),
    until: untilOf(step),
    message,
    call,
    needsProvider: String(step.data?.["reason"] ?? "").startsWith("email_not_connected"),
    tone: toneOf(step),
  };
}

function heardBy({ data }: Step, heard: Message[]): Message | null {
  const reply = data?.["reply"];
  return typeof reply === "string" ? take(heard, ({ text }) => text === reply) : null;
}

/** Takes the first that fits out of a list, so that no message is told twice. */
function take(messages: Message[], fits: (message: Message) => boolean): Message | null {
  const index = messages.findIndex(fits);
  return index === -1 ? null : (messages.splice(index, 1)[0] ?? null);
}

/** What nodes ask for besides texts, in words. */
const asked: Readonly<Record<string, string>> = {
  rateLimit: "Waits for its turn",
  callback: "The webhook was called",
  carrierLookup: "The carrier was asked about the number",
  meme: "A picture was drawn",
};

function wordsOf({ outcome, type, data }: Step, names: ReadonlyMap<number, string>, message: Message | null): string {
  const reply = typeof data?.["reply"] === "string" ? "The contact answered" : "";
  const to = typeof data?.["to"] === "number" ? (names.get(data["to"]) ?? `node ${data["to"]}`) : "the next node";
  switch (outcome) {
    case "asked":
      if (message !== null) return sentWords(message);
      if (data?.["asks"] !== undefined) return askedWords(data);
      return ownValue(asked, type) ?? "A text is on its way";
    case "waited":
      return data?.["forReply"] === true ? "Waits for a reply" : "Waits";
    case "replied":
      return `${reply || "The contact answered"}, no path fits yet`;
    case "went":
      return reply === "" ? `Went on to ${to}` : `${reply}, went on to ${to}`;
    case "ended":
      return reply === "" ? "The journey ended" : `${reply}, the journey ended`;
    default:
      return "The journey failed";
  }
}

/** How a call went, in words. */
function calledWords({ status, answeredBy }: Call): string {
  switch (status) {
    case "queued":
      return "A call is about to be placed";
    case "ringing":
      return "The phone rings";
    case "in-progress":
      return "A call is going on";
    case "completed":
      return answeredBy === "machine" || answeredBy === "fax" ? "A machine answered the call" : "A call was answered";
    case "busy":
      return "The line was busy";
    case "no-answer":
      return "Nobody answered the call";
    default:
      return status === "blocked" || status === "cancelled"
        ? "No call was placed"
        : "The call could not be put through";
  }
}

/** What was asked of the world besides texts. */
function askedWords(data: NonNullable<Step["data"]>): string {
  switch (data["asks"]) {
    case "sendEmail":
      return `An e-mail to ${data["email"]} was handed over`;
    case "holdForAgent":
      return typeof data["offeredFrom"] === "number"
        ? `Waits in the queue ${data["queue"]}, offered to agents from ${formatZonedTime(new Date(data["offeredFrom"]).toISOString())}`
        : `Waits in the queue ${data["queue"]} for an agent`;
    default:
      return "The language model was asked";
  }
}

function sentWords({ status, channel }: Message): string {
  const [one, none, it] =
    channel === "rcs" ? ["An RCS message", "No RCS message", "RCS message"] : ["A text", "No text", "text"];
  if (status === "blocked" || status === "cancelled") return `${none} was sent`;
  if (status === "rejected") return `The carrier refused the ${it}`;
  return status === "queued" ? `${one} is on its way` : `${one} was sent`;
}

/** The window and zone that a text was sent in (spec 2 §3.1). */
const windowOf = ({ data }: Step): string | null => (typeof data?.["window"] === "string" ? data["window"] : null);

const missingOf = ({ data }: Step): readonly string[] =>
  Array.isArray(data?.["missing"]) ? [...new Set(data["missing"].map(String))] : [];

const untilOf = ({ data }: Step): string | null =>
  typeof data?.["until"] === "number" ? new Date(data["until"]).toISOString() : null;

function toneOf({ outcome, data }: Step): StoryLine["tone"] {
  if (outcome === "failed") return "failed";
  if (typeof data?.["reply"] === "string") return "replied";
  if (outcome === "ended") return "done";
  return outcome === "waited" ? "waits" : "plain";
}
