import type { RouteDestination } from "@trunkline/workflow/inbound/route.ts";
import type { CallPlan, Instruction } from "@trunkline/workflow/voice/script.ts";
import type { Query } from "../../store/database.ts";

/** What came of leading one call or text somewhere. */
export interface Delivered {
  outcome: "delivered" | "refused";
  /** Why, for people. */
  because: string | null;
}

export const delivered: Delivered = { outcome: "delivered", because: null };
export const refused = (because: string): Delivered => ({ outcome: "refused", because });

/** A text or RCS message that a route leads somewhere. */
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

/** A kind of destination that texts are led to: many at a time, in the transaction that stores them. */
export interface TextDestination {
  /** What came of each, in the order of the texts. */
  deliver(q: Query, texts: readonly RoutedText[]): Promise<Delivered[]>;
}

/** A call that a route leads somewhere. */
export interface RoutedCall {
  accountId: string;
  callId: string;
  /** Null: nobody with this number is known. */
  contactId: string | null;
  from: string;
  to: string;
  destination: RouteDestination;
}

/** What a call does at its destination. */
export interface CallAtDestination extends Delivered {
  plan: CallPlan;
}

/** A kind of destination that calls are led to: it says what the call does, in the transaction that takes the call in. */
export interface CallDestination {
  route(q: Query, call: RoutedCall): Promise<CallAtDestination>;
}

/** The script of a call that came in; whoever calls is a person. */
export const planOf = (script: readonly Instruction[]): CallPlan => ({ human: script, machine: script });

/** What is heard where nothing takes the call. */
export const noAnswerPlan = planOf([
  { do: "say", text: "Nobody takes calls on this number yet. Goodbye." },
  { do: "hangUp" },
]);

/** A call that cannot be led to where it should be: it is told so and ends. */
export const cannotRoute = (because: string): CallAtDestination => ({
  ...refused(because),
  plan: planOf([
    { do: "say", text: "We cannot take your call at the moment. Please call again later." },
    { do: "hangUp" },
  ]),
});
