import type { Call } from "@trunkline/contract/calls/call.ts";
import type { Journey } from "@trunkline/contract/journeys/journey.ts";
import type { Message } from "@trunkline/contract/messages/message.ts";
import {
  describeStep,
  missingOfStep,
  type StepTone,
  toneOfStep,
  untilOfStep,
  windowOfStep,
} from "@trunkline/workflow/engine/describeStep.ts";
import { formatZonedTime } from "../../../ui/text/formatTime.ts";

type Step = NonNullable<Journey["steps"]>[number];

/** One line of a journey's timeline. */
export interface StoryLine {
  key: string;
  at: string;
  nodeId: number | null;
  /** "SMS Send 2", or its name. */
  node: string;
  /** The version that the step was taken in, if not that of the journey. */
  version?: number | undefined;
  /** What happened. */
  words: string;
  /** A reason, or the time zone and window. */
  because: string | null;
  /** Variables without a value for the contact, which the text leaves empty (readings, Variables in texts). */
  missing: readonly string[];
  /** End of the wait (ISO). */
  until: string | null;
  message: Message | null;
  call: Call | null;
  /** Whether an API key under External Integrations fixes the problem. */
  needsProvider: boolean;
  tone: StepTone | "clicked";
}

/** The timeline of a journey: every step with its sent or received message. */
export function storyOf(
  steps: readonly Step[],
  messages: readonly Message[],
  calls: readonly Call[] = [],
): StoryLine[] {
  const sent = messages.filter(({ direction }) => direction === "out").sort(byTime);
  const received = messages.filter(({ direction }) => direction === "in").sort(byTime);
  const names = new Map(steps.map((step) => [step.nodeId, callStep(step)]));
  const lines = steps.map((step) => lineOf(step, names, { sent, received, calls }));
  // messages without a step, such as the confirmation of an opt-out
  const rest = [...sent, ...received].map(
    (message): StoryLine => ({
      key: message.messageId,
      at: message.created,
      nodeId: message.nodeId,
      node: "",
      words: message.direction === "out" ? "A text was sent" : "A text was received",
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

/** The node's name, else its kind and number. */
export const callStep = ({ name, label, nodeId }: Step): string => name ?? `${label} ${nodeId}`;

/** The first click on each link of a message. */
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

interface History {
  sent: Message[];
  received: Message[];
  calls: readonly Call[];
}

function lineOf(step: Step, names: ReadonlyMap<number, string>, { sent, received, calls }: History): StoryLine {
  const call = calls.find(({ callId }) => callId === step.data?.["callId"]) ?? null;
  const isText = step.outcome === "asked" && step.data?.["asks"] === undefined;
  const until = untilOfStep(step);
  const message = isText ? claim(sent, ({ nodeId }) => nodeId === step.nodeId) : replyOf(step, received);
  return {
    key: String(step.revision),
    at: step.at,
    nodeId: step.nodeId,
    node: step.outcome === "moved" && step.nodeId === 0 ? "" : callStep(step),
    version: step.version,
    words:
      call !== null
        ? describeCall(call)
        : message !== null && isText
          ? describeMessage(message)
          : describe(step, names),
    because: step.because ?? windowOfStep(step),
    missing: missingOfStep(step),
    until: until === null ? null : new Date(until).toISOString(),
    message,
    call,
    needsProvider: String(step.data?.["reason"] ?? "").startsWith("email_not_connected"),
    tone: toneOfStep(step),
  };
}

const describe = (step: Step, names: ReadonlyMap<number, string>): string =>
  describeStep(step, {
    nodeName: (id) => names.get(id) ?? `node ${id}`,
    formatInstant: (atMs) => formatZonedTime(new Date(atMs).toISOString()),
  });

function replyOf({ data }: Step, received: Message[]): Message | null {
  const reply = data?.["reply"];
  return typeof reply === "string" ? claim(received, ({ text }) => text === reply) : null;
}

/** Removes the first match from the list, so that no message is shown twice. */
function claim(messages: Message[], fits: (message: Message) => boolean): Message | null {
  const index = messages.findIndex(fits);
  return index === -1 ? null : (messages.splice(index, 1)[0] ?? null);
}

/** Describes a call. */
function describeCall({ status, answeredBy }: Call): string {
  switch (status) {
    case "queued":
      return "A call is queued";
    case "ringing":
      return "The phone is ringing";
    case "in-progress":
      return "The call is in progress";
    case "completed":
      return answeredBy === "machine" || answeredBy === "fax" ? "A machine answered the call" : "A call was answered";
    case "busy":
      return "The line was busy";
    case "no-answer":
      return "No one answered";
    default:
      return status === "blocked" || status === "cancelled" ? "No call was placed" : "The call failed";
  }
}

function describeMessage({ status, channel }: Message): string {
  const [one, none, it] =
    channel === "rcs" ? ["An RCS message", "No RCS message", "RCS message"] : ["A text", "No text", "text"];
  if (status === "blocked" || status === "cancelled") return `${none} was sent`;
  if (status === "rejected") return `The carrier rejected the ${it}`;
  return status === "queued" ? `${one} is being sent` : `${one} was sent`;
}
