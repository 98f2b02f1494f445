import type { FoundForCall } from "@trunkline/workflow/inbound/arrival/callAtDestination.ts";
import type { Delivered } from "@trunkline/workflow/inbound/arrival/delivered.ts";
import type { RouteDestination } from "@trunkline/workflow/inbound/route.ts";
import type { Query } from "../../store/database.ts";

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
  /** The carrier of the number. */
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

/** A kind of destination for calls that needs the account: finds what `callAtDestination` decides with, in the transaction that stores the call. */
export interface CallDestination {
  find(q: Query, call: RoutedCall): Promise<FoundForCall>;
}
