import type { Failure } from "./failures.ts";

/** A text on its way out. */
export interface OutgoingText {
  accountId: string;
  /** Our id: the same one again is the same message wherever the carrier can tell. */
  messageId: string;
  from: string;
  to: string;
  text: string;
  mediaUrl: string | null;
  segments: number;
  encoding: string;
  /** What it says, where it is an RCS message; `text` has it in plain words. */
  rcs?: OutgoingRcs | null;
}

/** An RCS message as far as carriers look at it. */
interface OutgoingRcs {
  agentId: string;
  type: "text" | "picture" | "cards";
}

/** How a send ended, as far as the sender can know. */
export type SendResult =
  | { outcome: "accepted"; carrierRef: string }
  /** A definite no. A retryable failure is one where the carrier certainly took nothing. */
  | { outcome: "refused"; failure: Failure; code: string | null }
  /** Written, and no answer: nobody knows. Never send it again; look it up. */
  | { outcome: "in_doubt" };

/** A message that may or may not have been taken. */
export type LookUp = { found: true; carrierRef: string } | { found: false } | { found: "unknown" };

/** A carrier as the sender sees it: a connection that is kept, with our texts going in and happenings coming out. */
export interface SessionCarrier {
  name: string;
  /** The only account whose texts it takes; any account's unless told. */
  accountId?: string;
  /** Carriers that do not say so are never handed an RCS message. */
  takesRcs?: true;
  /** Sends one text. Never throws: every end is a result. Repeats nothing by itself. */
  send(text: OutgoingText): Promise<SendResult>;
  /** Whether the carrier took the message with our id; `unknown` where it cannot say. */
  lookUp(message: { accountId: string; messageId: string }): Promise<LookUp>;
  /** A message that is not found this long after it was handed over was never taken; 15 minutes unless told. */
  forgetsAfterMs?: number;
  /** Segments a second that one number may send; null: no limit of the carrier's. */
  paceOf(number: string): number | null;
  /** Segments a second over the whole connection; none unless told. */
  readonly pace?: number | null;
  /** It takes texts to the United States from numbers of approved 10DLC campaigns alone. */
  readonly demandsRegistration?: boolean;
  /** Texts that it takes now; as many as there are unless told. A connection that is down or rests takes none: they stay queued. */
  readonly room?: number;
  stop(): Promise<void>;
}

/** An HTTP request that somebody else sends: carriers never open sockets themselves. */
export interface WireRequest {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What came back, or why nothing did; `wrote` says whether any byte had gone out. */
export type WireAnswer =
  | { status: number; headers: Record<string, string>; body: string }
  | { broken: "before_first_byte" | "after_first_byte" };

/** A call on its way out. What happens on it is told as it happens; the product answers with what to do on the line. */
export interface OutgoingCall {
  accountId: string;
  /** Our id: the same one again is the same call wherever the carrier can tell. */
  callId: string;
  from: string;
  to: string;
}

/** A carrier that places calls. */
export interface VoiceCarrier {
  name: string;
  /** Places one call. Never throws: every end is a result. Repeats nothing by itself. */
  place(call: OutgoingCall): Promise<SendResult>;
  /** Whether the carrier took the call with our id. */
  lookUpCall(call: { accountId: string; callId: string }): Promise<LookUp>;
  /** Calls a second that one number may place; null: no limit of the carrier's. */
  callPaceOf(number: string): number | null;
}
