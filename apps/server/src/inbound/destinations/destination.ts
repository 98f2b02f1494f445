import type { RouteDestination } from "@trunkline/workflow/inbound/route.ts";
import type { CallPlan, Instruction } from "@trunkline/workflow/voice/script.ts";
import type { Query } from "../../store/database.ts";

/** The outcome of routing one call or text to a destination. */
export interface Delivered {
  outcome: "delivered" | "refused";
  /** Why, for people. */
  because: string | null;
}

export const delivered: Delivered = { outcome: "delivered", because: null };
export const refused = (because: string): Delivered => ({ outcome: "refused", because });

/** A text or RCS message that is routed to a destination. */
export interface RoutedText {
  accountId: string;
  messageId: string;
  contactId: string;
  channel: "sms" | "rcs";
  from: string;
  to: string;
  text: string;
  mediaUrl: string | null;
  /** Who carries the number. */
  carrier: string;
  destination: RouteDestination;
}

/** A kind of destination for texts: delivers many at a time, in the transaction that stores them. */
export interface TextDestination {
  /** The outcome of each, in the order of the texts. */
  deliver(q: Query, texts: readonly RoutedText[]): Promise<Delivered[]>;
}

/** A call that is routed to a destination. */
export interface RoutedCall {
  accountId: string;
  callId: string;
  /** Null if no contact has this number. */
  contactId: string | null;
  from: string;
  to: string;
  destination: RouteDestination;
}

/** What a call does at its destination. */
export interface CallAtDestination extends Delivered {
  plan: CallPlan;
}

/** A kind of destination for calls: decides what the call does, in the transaction that stores it. */
export interface CallDestination {
  route(q: Query, call: RoutedCall): Promise<CallAtDestination>;
}

/** The script of an inbound call. Its caller is always a person. */
export const planOf = (script: readonly Instruction[]): CallPlan => ({ human: script, machine: script });

/** What callers hear if nothing answers the call. */
export const noAnswerPlan = planOf([
  { do: "say", text: "No one answers calls on this number yet. Goodbye." },
  { do: "hangUp" },
]);

/** A call that cannot reach its destination: an announcement, then it ends. */
export const cannotRoute = (because: string): CallAtDestination => ({
  ...refused(because),
  plan: planOf([
    { do: "say", text: "We cannot take your call at the moment. Please call again later." },
    { do: "hangUp" },
  ]),
});
