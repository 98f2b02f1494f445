import type { RcsMessage } from "../parts/rcs/rcsMessage.ts";
import type { NodeId } from "../savedNode.ts";
import type { CallPlan } from "../voice/script.ts";

/** Something the engine requests from the outside world and waits for. One file per effect in apps/server/src/effects. */
export type Effect =
  /** Sends a text to the contact. `openUntil`: epoch ms when its window closes and it must no longer be sent. `window`: the windows that were evaluated, as text. `shorten`: links at these origins are shortened. */
  | {
      do: "sendSms";
      templateId: string;
      text: string;
      mediaUrl?: string;
      openUntil?: number;
      window?: string;
      missing?: string[];
      shorten?: readonly string[];
    }
  /** Sends an RCS message to the contact, with variables filled in. `openUntil`, `window`, `missing`: as for a text. `deliveredWithinSeconds`: answered by the receipt or after this time; without it, by the acceptance. */
  | {
      do: "sendRcs";
      message: RcsMessage;
      shorten?: readonly string[];
      openUntil?: number;
      window?: string;
      missing?: string[];
      deliveredWithinSeconds?: number;
    }
  /** Requests a turn in the node's shared limit (spec 2 §3.3 rateLimit). */
  | { do: "claimTurn"; key: string; perMinute: number }
  /** Sends a request to a webhook. Its content is read when it is sent (spec 2 §3.3 callback). */
  | { do: "callWebhook"; callbackId: string }
  /** Looks up a number (spec 2 §3.3 carrierLookup). The answer's variables are `phonenumber1.company` and so on. */
  | { do: "lookUpCarrier"; phone: string }
  /** Calls the contact. Answered when the call has ended. `openUntil`, `window`: as for a text. */
  | { do: "placeCall"; plan: CallPlan; openUntil?: number; window?: string; missing?: string[] }
  /** Sends an e-mail through the account's provider (spec 2 §3.3 email). `missing`: variables without a value. */
  | { do: "sendEmail"; email: OutgoingEmail; missing?: string[] }
  /** Asks the configured language model. The answer is in `Answer.text`. */
  | { do: "askModel"; question: ModelQuestion }
  /** Adds the contact to a queue of agents (spec 2 §3.3 agentQueue). Epoch ms: `offeredFrom` when agents first see the contact, `until` when the wait expires. */
  | { do: "holdForAgent"; queueName: string; offeredFrom?: number; until?: number }
  /** Asks in which of these audiences the contact is now (decision 0104). The answer's variables are `audience.{id}`: `yes` or `no`. */
  | { do: "askAudiences"; audienceIds: string[] }
  /** Draws texts on a picture of the account. The answer's variable is the new picture's address (spec 2 §3.3 meme). `missing`: variables without a value. */
  | { do: "drawMeme"; fileName: string; variable: string; texts: MemeText[]; missing?: string[] };

/** A text on a picture. `x` and `y` position its middle in ten-thousandths of the picture's size. `size` is in pixels. */
export interface MemeText {
  text: string;
  x: number;
  y: number;
  /** The font's file in `parts/memeFonts.ts`. */
  font: string;
  size: number;
  /** Degrees clockwise. */
  degrees: number;
  color: string;
}

/** Sends an account event to a webhook. No journey requests it or waits for it (spec 2 §3.6). */
export interface EventDelivery {
  do: "deliverEvent";
  webhookId: string;
  eventType: string;
  /** The event's variables, by lower-case name. */
  data: Record<string, string>;
  /** Epoch ms. */
  at: number;
}

/** Sends a routed text to the callback URL of a destination. No journey waits for it (spec 1 §3.3). */
export interface RouteCallback {
  do: "notifyCallback";
  url: string;
  params: Record<string, string>;
}

/** Effects of the durable queue. Texts, RCS messages and calls have queues of their own; turns, agent queues and audiences are handled by the step. */
export type AskedEffect = Exclude<
  Effect,
  { do: "sendSms" | "sendRcs" | "placeCall" | "claimTurn" | "holdForAgent" | "askAudiences" }
>;

/** Everything in the durable queue of effects. */
export type QueuedEffect = AskedEffect | EventDelivery | RouteCallback;

/** The sender or recipient of an e-mail. */
export interface EmailParty {
  email: string;
  name: string;
}

/** An e-mail as a node requests it: a template and its values for this contact. */
export interface OutgoingEmail {
  provider: "hubspot" | "mailgun" | "sendgrid" | "smtp";
  templateId: string;
  subject: string;
  from: EmailParty;
  to: EmailParty;
  cc: EmailParty[];
  bcc: EmailParty[];
  /** For a template of our own also the values of its variables. */
  replacements: Record<string, string>;
  /** The zone for dates in a template of our own. */
  zone?: string;
}

/** A question to a language model: instructions, and the conversation so far with the contact's texts as `user`. */
export interface ModelQuestion {
  /** What it is for: rewording a text, or answering a contact. */
  purpose: "reword" | "assist";
  brief: string;
  turns: { role: "user" | "assistant"; text: string }[];
}

/** A write in the step's own transaction. Writes of many contacts are batched. */
export type Change =
  /** Records a text that was not sent, as a blocked message with the reason. */
  | { do: "blockSms"; templateId: string; text: string; mediaUrl?: string; reason: string }
  /** The same for an RCS message. */
  | { do: "blockRcs"; message: RcsMessage; reason: string }
  | { do: "setContact"; fields: Record<string, string | null> }
  | { do: "addDnc"; type: DncType }
  | { do: "enrolContact"; campaignId: string; observeTimezoneProtection: boolean };

export type DncType = "all" | "sms" | "rcs" | "call";

/** Answer to an effect: how it ended, why if it failed, and its data. */
export interface Answer {
  ok: boolean;
  /** A reason code of `engine/reasons.ts` when not ok, such as `opted_out`. */
  reason?: string;
  /** The window closed before the carrier accepted it. The node runs again. */
  again?: boolean;
  /** Time ran out without an answer. */
  timeIsUp?: true;
  vars?: Record<string, string>;
  /** Which effect is answered, for nodes that request several. */
  of?: Effect["do"] | EventDelivery["do"] | RouteCallback["do"];
  /** The language model's text, or the name of the agent who answered. */
  text?: string;
}

/** What happened to a journey, in the past tense. Only events move the engine. */
export type JourneyEvent =
  | { type: "started" }
  /** `node`: the node that asked. An answer for another node than the current one is ignored. */
  | { type: "answered"; answer: Answer; node?: NodeId }
  | { type: "woke" }
  /** A text arrived in reply to node `node`, the latest send between these two numbers. */
  | { type: "replied"; node: NodeId; text: string; messageId?: string };
