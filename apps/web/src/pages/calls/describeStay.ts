import type { Stay } from "@trunkline/contract/agents/callCenter.ts";
import { plural } from "../../ui/text/formatFigure.ts";
import { formatLength } from "../../ui/text/formatTime.ts";

const enders: Record<NonNullable<Stay["endedBy"]>, string> = {
  caller: "The caller ended the talk.",
  agent: "The agent ended the talk.",
  transfer: "The agent transferred the call.",
};

const length = (seconds: number): string => formatLength(Math.round(seconds)).replace("---", "0 s");

/** One stay of a call in a queue, in sentences. */
export function describeStay({
  outcome,
  waitSeconds,
  missed,
  answeredByName,
  talkSeconds,
  endedBy,
  calledBack,
}: Pick<
  Stay,
  "outcome" | "waitSeconds" | "missed" | "answeredByName" | "talkSeconds" | "endedBy" | "calledBack"
>): string {
  const rings = missed === 0 ? [] : [`${plural(missed, "phone")} rang without an answer.`];
  if (outcome === null || waitSeconds === null) return ["The caller waits.", ...rings].join(" ");
  const after = `after ${length(waitSeconds)}`;
  if (outcome === "abandoned") return [`The caller hung up ${after}.`, ...rings].join(" ");
  if (outcome === "unanswered") return [`The call ended without an answer ${after}.`, ...rings].join(" ");
  if (calledBack) return [`The caller asked to be called back ${after}.`, ...rings].join(" ");
  if (outcome === "released") return [`Routed on without an answer ${after}.`, ...rings].join(" ");
  return [
    `Answered by ${answeredByName ?? "an agent"} ${after}.`,
    ...rings,
    ...(talkSeconds === null ? [] : [`They talked for ${length(talkSeconds)}.`]),
    ...(endedBy === null ? [] : [enders[endedBy]]),
  ].join(" ");
}
