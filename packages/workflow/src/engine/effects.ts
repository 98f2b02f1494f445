import type { RcsMessage } from "../parts/rcs/rcsMessage.ts";
import type { NodeId } from "../savedNode.ts";
import type { CallPlan } from "../voice/script.ts";

/** Something the engine asks of the world and waits for. One file per effect in apps/server/src/effects. */
export type Effect =
  /** A text to the journey's contact. `openUntil`: epoch ms after which it must not be sent any more (its window closes). `window`: the windows it was judged by, in words. `shorten`: addresses at these origins go out as short ones. */
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
  /** An RCS message to the journey's contact, its variables filled in. `openUntil`, `window`, `missing`: as for a text. `deliveredWithinSeconds`: answered by its receipt, or when so long has passed since its acceptance; else by the acceptance. */
  | {
      do: "sendRcs";
      message: RcsMessage;
      shorten?: readonly string[];
      openUntil?: number;
      window?: string;
      missing?: string[];
      deliveredWithinSeconds?: number;
    }
  /** A turn in the node's shared limit (spec 2 §3.3 rateLimit). */
  | { do: "claimTurn"; key: string; perMinute: number }
  /** A request to a webhook; what it asks and with which values is read when it is made (spec 2 §3.3 callback). */
  | { do: "callWebhook"; callbackId: string }
  /** What a carrier knows of a number (spec 2 §3.3 carrierLookup); the answer's variables are `phonenumber1.company` and its like. */
  | { do: "lookUpCarrier"; phone: string }
  /** A call to the journey's contact, answered when it has ended. `openUntil`, `window`: as for a text. */
  | { do: "placeCall"; plan: CallPlan; openUntil?: number; window?: string; missing?: string[] }
  /** An e-mail, ready to be handed to the account's provider (spec 2 §3.3 email). `missing`: variables that had no value. */
  | { do: "sendEmail"; email: OutgoingEmail; missing?: string[] }
  /** A question to the configured language model; its answer comes as `Answer.text`. */
  | { do: "askModel"; question: ModelQuestion }
  /** A place in a queue of agents (spec 2 §3.3 agentQueue). Epoch ms: `offeredFrom` when agents first see the contact, `until` when the wait ends by itself. */
  | { do: "holdForAgent"; queueName: string; offeredFrom?: number; until?: number }
  /** Texts drawn on a picture of the account's; the answer's variable is the drawn picture's address (spec 2 §3.3 meme). `missing`: variables that had no value. */
  | { do: "drawMeme"; fileName: string; variable: string; texts: MemeText[]; missing?: string[] };

/** A text on a picture. Its middle lies at `x`, `y` in ten-thousandths of the picture's size; `size` in pixels. */
export interface MemeText {
  text: string;
  x: number;
  y: number;
  /** The file of a font of `parts/memeFonts.ts`. */
  font: string;
  size: number;
  /** Clockwise. */
  degrees: number;
  color: string;
}

/** What an event of the account tells a webhook; no journey asks for it or waits for it (spec 2 §3.6). */
export interface EventDelivery {
  do: "deliverEvent";
  webhookId: string;
  eventType: string;
  /** What happened, as variables by lower-case name. */
  data: Record<string, string>;
  /** Epoch ms. */
  at: number;
}

/** What a destination's callback URL is told of a text that was led there; no journey waits for it (spec 1 §3.3). */
export interface RouteCallback {
  do: "notifyCallback";
  url: string;
  params: Record<string, string>;
}

/** What the engine asks and the durable queue performs: all but texts, RCS messages and calls, which have queues of their own, and turns and places with agents, which the step takes. */
export type AskedEffect = Exclude<Effect, { do: "sendSms" | "sendRcs" | "placeCall" | "claimTurn" | "holdForAgent" }>;

/** All that goes through the durable queue of effects. */
export type QueuedEffect = AskedEffect | EventDelivery | RouteCallback;

/** Somebody an e-mail comes from or goes to. */
export interface EmailParty {
  email: string;
  name: string;
}

/** An e-mail as a node asks for it: a template of the provider, and what fills it for this contact. */
export interface OutgoingEmail {
  provider: "hubspot" | "mailgun" | "sendgrid";
  templateId: string;
  subject: string;
  from: EmailParty;
  to: EmailParty;
  cc: EmailParty[];
  bcc: EmailParty[];
  replacements: Record<string, string>;
}

/** What a language model is asked: a brief, and the conversation so far, the contact's words as `user`. */
export interface ModelQuestion {
  /** What it is for: a text in other words, or an answer to a contact. */
  purpose: "reword" | "assist";
  brief: string;
  turns: { role: "user" | "assistant"; text: string }[];
}

/** A write that belongs to the step's own transaction; many contacts at once, nobody waits for it. */
export type Change =
  /** A text that is not sent, and why: it stands among the messages as blocked. */
  | { do: "blockSms"; templateId: string; text: string; mediaUrl?: string; reason: string }
  /** The same for an RCS message. */
  | { do: "blockRcs"; message: RcsMessage; reason: string }
  | { do: "setContact"; fields: Record<string, string | null> }
  | { do: "addDnc"; type: DncType }
  | { do: "enrolContact"; campaignId: string; observeTimezoneProtection: boolean };

export type DncType = "all" | "sms" | "rcs" | "call";

/** What the world says back: how the effect ended, why when it did not, and what it brought. */
export interface Answer {
  ok: boolean;
  /** A reason code of `engine/reasons.ts` when not ok, such as `opted_out`. */
  reason?: string;
  /** The window closed before the carrier got it: the node is to be run again. */
  again?: boolean;
  /** Nobody answered: the end that the ask had from the beginning, or was given, has come. */
  timeIsUp?: true;
  vars?: Record<string, string>;
  /** Which effect answers, for nodes that ask for several things. */
  of?: Effect["do"] | EventDelivery["do"] | RouteCallback["do"];
  /** What a language model said, or the agent who took the contact. */
  text?: string;
}

/** What happened to a journey. Past tense; the engine is moved by these alone. */
export type JourneyEvent =
  | { type: "started" }
  /** `node`: who asked; an answer for another node than the present one is ignored. */
  | { type: "answered"; answer: Answer; node?: NodeId }
  | { type: "woke" }
  /** A text came in; it is the reply to node `node`, the latest send on that pair of numbers. */
  | { type: "replied"; node: NodeId; text: string; messageId?: string };
