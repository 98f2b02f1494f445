import type { Failure } from "./failures.ts";

/** An outgoing text. */
export interface OutgoingText {
  accountId: string;
  /** Our id. The same id is the same message, if the carrier can recognize it. */
  messageId: string;
  from: string;
  to: string;
  text: string;
  mediaUrl: string | null;
  segments: number;
  encoding: string;
  /** RCS content. `text` has it as plain text. */
  rcs?: OutgoingRcs | null;
  /** Seconds after which an RCS message that was not delivered is revoked. Default: the carrier's own limit. */
  revokeAfterSeconds?: number | null;
}

/** The parts of an RCS message that carriers use. */
export interface OutgoingRcs {
  agentId: string;
  /** The template that it was made from. */
  templateKey?: string;
  type: "text" | "picture" | "cards";
  text: string;
  mediaUrl: string | null;
  cards: readonly OutgoingRcsCard[];
  suggestions: readonly OutgoingRcsSuggestion[];
}

/** A card with a title, a description or a picture. */
export interface OutgoingRcsCard {
  title: string;
  description: string;
  mediaUrl: string | null;
  height: "short" | "medium" | "tall";
  suggestions: readonly OutgoingRcsSuggestion[];
}

/** A button. `target` is an address or a phone number; it is empty for a reply. */
export interface OutgoingRcsSuggestion {
  kind: "reply" | "openUrl" | "dial";
  text: string;
  target: string;
}

/** The outcome of a send as known to the sender. */
export type SendResult =
  | { outcome: "accepted"; carrierRef: string }
  /** Definitely refused. A retryable failure means that the carrier did not accept anything. */
  | { outcome: "refused"; failure: Failure; code: string | null }
  /** Sent without an answer: the outcome is unknown. Never send it again; look it up. */
  | { outcome: "in_doubt" };

/** A message that may have been accepted. */
export type LookUp =
  | { found: true; carrierRef: string }
  /** The failure says why the carrier will never have it. Without one, it may still arrive there. */
  | { found: false; failure?: Failure }
  | { found: "unknown" };

/** A carrier as the sender sees it: a permanent connection that accepts texts and delivers events. */
export interface SessionCarrier {
  name: string;
  /** The only account whose texts it accepts. Default: all accounts. */
  accountId?: string;
  /** Whether it supports RCS. Default: no. */
  takesRcs?: true;
  /** Sends one text. Never throws: every outcome is a result. Does not retry. */
  send(text: OutgoingText): Promise<SendResult>;
  /** Whether the carrier accepted the message with our id. `unknown` if it cannot tell. */
  lookUp(message: { accountId: string; messageId: string }): Promise<LookUp>;
  /** A message not found this long after it was sent was never accepted. Default: 15 minutes. */
  forgetsAfterMs?: number;
  /** Segments per second and number. Null means no limit. */
  paceOf(number: string): number | null;
  /** Segments per second over the whole connection. Default: no limit. */
  readonly pace?: number | null;
  /** It accepts texts to the United States only from numbers of approved 10DLC campaigns. */
  readonly demandsRegistration?: boolean;
  /** How many texts it accepts now. Default: no limit. A connection that is down or in backoff accepts none, and texts stay queued. */
  readonly room?: number;
  stop(): Promise<void>;
}

/** Health of an account's connection to a carrier. */
export interface ConnectionHealth {
  /** `bound`: texts are sent. `waiting`: they are not, and the connection is tried again. */
  state: "connecting" | "bound" | "waiting" | "stopped";
  boundAt: number | null;
  lastError: { at: number; words: string } | null;
  throttledAt: number | null;
  underWay: number;
  /** Since it was opened. */
  sent: number;
  refused: number;
  receipts: number;
  texts: number;
}

/** The health of a connection that has just been opened. */
export const newHealth = (): ConnectionHealth => ({
  state: "connecting",
  boundAt: null,
  lastError: null,
  throttledAt: null,
  underWay: 0,
  sent: 0,
  refused: 0,
  receipts: 0,
  texts: 0,
});

/** The carrier of a connection that an account owns. */
export interface ConnectionCarrier extends SessionCarrier {
  health(): ConnectionHealth;
}

/** Time, which tests may control. Instants in epoch ms. */
export interface CarrierClock {
  now(): number;
  /** Runs something later, unless the answer is called before. */
  after(ms: number, run: () => void): () => void;
}

/** A number of an account at a provider. */
export interface ProviderNumber {
  /** The provider's id. */
  ref: string;
  phone: string;
  /** As the provider calls it. */
  name: string;
  texts: boolean;
  pictures: boolean;
  calls: boolean;
  /** Where inbound texts are sent. Null: nowhere. */
  messagesUrl: string | null;
  /** Where inbound calls are asked about. Null: nowhere. */
  callsUrl: string | null;
  /** Where the inbound texts of a group of numbers go that this one joins when it is added. They are changed with it. */
  sharedUrl?: string | null;
  /** The same of calls. */
  sharedCallsUrl?: string | null;
}

/** The addresses that a provider calls for a number. */
export interface NumberWebhooks {
  messages: string;
  calls: string;
  callStatus: string;
}

/** Which numbers of a provider are looked for. Missing parts match any number. */
export interface NumberSearch {
  /** ISO 3166, two letters. */
  country: string;
  type: "local" | "mobile" | "tollFree";
  /** North America only. */
  areaCode?: string | undefined;
  /** Digits and letters in this order, `*` for any one digit. */
  contains?: string | undefined;
  texts: boolean;
  pictures: boolean;
  calls: boolean;
}

/** A number that a provider sells. */
export interface OfferedNumber {
  phone: string;
  place: string | null;
  texts: boolean;
  pictures: boolean;
  calls: boolean;
  /** The provider asks for an address in its own account first. */
  needsAddress: boolean;
}

/** An HTTP request that the caller sends. Carriers never open sockets. */
export interface WireRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The response, or why there is none. `wrote` says whether any byte was sent. */
export type WireAnswer =
  | { status: number; headers: Record<string, string>; body: string }
  | {
      broken: "before_first_byte" | "after_first_byte";
      /** Why, in the words of the network or of the egress check. */
      words?: string;
    };

/** An outgoing call. Its events are reported as they happen, and the product answers with instructions for the line. */
export interface OutgoingCall {
  accountId: string;
  /** Our id. The same id is the same call, if the carrier can recognize it. */
  callId: string;
  from: string;
  to: string;
  /** Detect answering machines: at the `start` of the answer, or at the `end` of the greeting, to leave a message. Null: a person is expected. */
  detects: "start" | "end" | null;
}

/** A carrier that places calls. */
export interface VoiceCarrier {
  name: string;
  /** Places one call. Never throws: every outcome is a result. Does not retry. */
  place(call: OutgoingCall): Promise<SendResult>;
  /** Whether the carrier accepted the call with our id. */
  lookUpCall(call: { accountId: string; callId: string }): Promise<LookUp>;
  /** How many calls per second it accepts from a number, and which calls count together: those with the same key. Null means no limit. */
  callPaceOf(number: string): { key: string; perSecond: number } | null;
}
