import { ownValue } from "../parts/ownValue.ts";
import type { NodeId } from "../savedNode.ts";
import type { Step } from "./journey.ts";

/** A step as pages have it: an engine's step, or one of the API. `type` is the node's saved type. */
export interface DescribedStep {
  outcome: string;
  type: string;
  data?: Readonly<Record<string, unknown>> | null | undefined;
}

/** How names of nodes and instants are written. */
export interface StepNames {
  nodeName(id: NodeId): string;
  formatInstant(atMs: number): string;
}

/** Descriptions of requests other than messages. */
const asked: Readonly<Record<string, string>> = {
  rateLimit: "Waiting for the rate limit",
  callback: "The webhook was sent",
  carrierLookup: "The number was looked up",
  meme: "An image was created",
  condition: "The audiences of the contact were read",
};

/** What happened in a step, in one sentence without a full stop. */
export function describeStep({ outcome, type, data }: DescribedStep, names: StepNames): string {
  const reply = typeof data?.["reply"] === "string" ? "The contact replied" : "";
  const to = typeof data?.["to"] === "number" ? names.nodeName(data["to"]) : "the next node";
  switch (outcome as Step["outcome"] | "moved") {
    case "asked":
      if (data?.["asks"] !== undefined) return describeRequest(data, names);
      return ownValue(asked, type) ?? "A text is being sent";
    case "waited":
      return data?.["forReply"] === true ? "Waiting for a reply" : "Waiting";
    case "replied":
      return `${reply || "The contact replied"}, but no path matches yet`;
    case "went":
      return reply === "" ? `Continued to ${to}` : `${reply} and continued to ${to}`;
    case "ended":
      return reply === "" ? "The journey ended" : `${reply} and the journey ended`;
    case "moved":
      return `Moved from version ${data?.["fromVersion"]} to version ${data?.["toVersion"]}`;
    default:
      return "The journey failed";
  }
}

/** Describes a request other than a message. */
function describeRequest(data: Readonly<Record<string, unknown>>, { formatInstant }: StepNames): string {
  switch (data["asks"]) {
    case "sendEmail":
      return `An email was sent to ${data["email"]}`;
    case "holdForAgent":
      return typeof data["offeredFrom"] === "number"
        ? `Waiting in queue ${data["queue"]}, offered to agents from ${formatInstant(data["offeredFrom"])}`
        : `Waiting in queue ${data["queue"]} for an agent`;
    default:
      return "The language model was called";
  }
}

/** The time zone and window that a message was sent in (spec 2 §3.1). */
export const windowOfStep = ({ data }: Pick<DescribedStep, "data">): string | null =>
  typeof data?.["window"] === "string" ? data["window"] : null;

/** Variables without a value for the contact, which a text leaves empty (readings, Variables in texts). */
export const missingOfStep = ({ data }: Pick<DescribedStep, "data">): readonly string[] =>
  Array.isArray(data?.["missing"]) ? [...new Set(data["missing"].map(String))] : [];

/** Epoch ms at which a wait ends. */
export const untilOfStep = ({ data }: Pick<DescribedStep, "data">): number | null =>
  typeof data?.["until"] === "number" ? data["until"] : null;

/** The look of a step in a timeline. */
export type StepTone = "plain" | "waits" | "failed" | "replied" | "done";

export function toneOfStep({ outcome, data }: Pick<DescribedStep, "outcome" | "data">): StepTone {
  if (outcome === "failed") return "failed";
  if (typeof data?.["reply"] === "string") return "replied";
  if (outcome === "ended") return "done";
  return outcome === "waited" ? "waits" : "plain";
}
