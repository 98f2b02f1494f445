import { optOutMask } from "@trunkline/workflow/parts/phone/dnc.ts";
import { countSegments, encodingOf } from "@trunkline/workflow/parts/text/segments.ts";
import { confirmationText } from "../../effects/confirmWord.ts";
import type { HistoryRows } from "../../store/history/demoHistory.ts";
import type { OutgoingMessage } from "../../store/messages/queuedMessage.ts";
import { newId } from "../../store/newId.ts";
import type { Chance } from "./chance.ts";

/** The rows of figures that belong to no worker. */
export const historySlot = 29_999;

export const isoOf = (ms: number): string => new Date(ms).toISOString();

/** What a receipt can say against a text, with its code and the reason that pages explain. */
const failures: readonly [Failure, ...Failure[]] = [
  { status: "undelivered", code: "30003", reason: "carrier_unreachable" },
  { status: "undelivered", code: "30003", reason: "carrier_unreachable" },
  { status: "undelivered", code: "30005", reason: "carrier_invalid_number" },
  { status: "undelivered", code: "30006", reason: "carrier_landline" },
  { status: "undelivered", code: "30007", reason: "carrier_filtered" },
  { status: "expired", code: "30036", reason: "carrier_unreachable" },
];
type Failure = { status: "undelivered" | "expired"; code: string; reason: string };

/** Texts that no user has read are of the last days. */
const unreadMs = 3 * 86_400_000;

/** How a text left. */
interface Sending {
  /** A reason code, where the carrier did not accept it or it was not given to it. */
  refused?: { state: "rejected" | "blocked"; reason: string } | undefined;
  /** Who wrote it by hand. */
  sentBy?: string;
  /** It arrives in any case. */
  arrives?: boolean;
}

/** A text of a contact. */
interface ContactText {
  contactId: string;
  phone: string;
  number: string;
  text: string;
  atMs: number;
  /** The text that it answers. */
  answers?: OutgoingMessage;
  countsAs?: "reply" | "opt_out";
  /** No user needs to read it. */
  isAnswered: boolean;
  inbox?: string;
}

const noRows = (): HistoryRows => ({
  batches: [],
  filtered: [],
  journeys: [],
  steps: [],
  messages: [],
  receipts: [],
  handsetTexts: [],
  links: [],
  nodeCounts: [],
  edgeCounts: [],
  batchCounts: [],
  campaignCounts: [],
  conversations: [],
  conversationWork: [],
  stops: [],
  fields: [],
  calls: [],
  callEvents: [],
  stays: [],
  voicemails: [],
});

interface Conversation {
  number: string;
  lastId: string;
  lastIn: string;
  lastInMs: number;
  inbox: string | null;
  unread: string[];
  /** Texts that neither a workflow handled nor the user has replied to. */
  unanswered: string[];
  /** The user has written in it. */
  byPerson: boolean;
  /** The first text that no workflow handled, and the user's first reply to it. */
  askedMs: number | null;
  reply: { atMs: number; userId: string } | null;
  handledBy: string | null;
  handledWord: string | null;
}

/** Collects the rows of texts, receipts and conversations while the history is played. */
export class HistoryBook {
  readonly rows = noRows();
  readonly stopped = new Set<string>();
  private readonly conversations = new Map<string, Conversation>();
  private readonly account: { brand: string; help: string; priceMicros: number };
  private readonly chance: Chance;
  private readonly nowMs: number;

  constructor(account: { brand: string; help: string; priceMicros: number }, chance: Chance, nowMs: number) {
    this.account = account;
    this.chance = chance;
    this.nowMs = nowMs;
  }

  /** A text to a contact. Returns whether it arrived. */
  send(message: OutgoingMessage, atMs: number, { refused, sentBy, arrives = false }: Sending = {}): boolean {
    const reachesAll = refused !== undefined || arrives || this.chance.next() > 0.045;
    const failure = reachesAll ? null : this.chance.pick(failures);
    const receipt = refused === undefined ? (failure?.status ?? "delivered") : null;
    const receiptMs = atMs + this.chance.between(1_500, failure ? 40_000 : 9_000);
    const carrierRef = refused === undefined ? newId(atMs + 400) : null;
    this.rows.messages.push({
      message_id: message.messageId,
      contact_id: message.contactId,
      campaign_id: message.campaignId,
      batch_id: message.batchId,
      journey_id: message.journeyId,
      node: message.node,
      revision: message.revision,
      direction: "out",
      from_number: message.from,
      to_number: message.to,
      body: message.text,
      segments: message.segments,
      encoding: message.encoding,
      state: refused?.state ?? "accepted",
      receipt,
      reason: refused?.reason ?? failure?.reason ?? message.reason,
      cost_micros: message.costMicros,
      carrier: message.carrier,
      carrier_ref: carrierRef,
      not_before: isoOf(atMs),
      attempt: refused?.state === "blocked" ? 0 : 1,
      submitted: refused?.state === "blocked" ? null : isoOf(atMs + 300),
      updated: isoOf(receipt === null ? atMs + 400 : receiptMs),
      template_id: message.templateId ?? null,
      sent_by: sentBy ?? null,
    });
    for (const link of message.links ?? []) this.rows.links.push({ ...link, message_id: message.messageId });
    if (carrierRef === null || receipt === null) return false;
    this.rows.receipts.push({
      message_id: message.messageId,
      receipt_id: newId(receiptMs),
      status: receipt,
      code: failure?.code ?? null,
      at: isoOf(receiptMs),
    });
    this.rows.handsetTexts.push({
      simulator_id: carrierRef,
      client_ref: message.messageId,
      handset: message.to,
      number: message.from,
      direction: "to_handset",
      body: message.text,
      segments: message.segments,
      encoding: message.encoding,
      status: receipt,
      code: failure?.code ?? null,
      at: isoOf(atMs + 400),
    });
    const conversation = this.conversations.get(message.contactId ?? "");
    if (sentBy !== undefined && conversation) {
      const reply = conversation.reply ?? { atMs, userId: sentBy.replace(/^user:/, "") };
      Object.assign(conversation, { lastId: message.messageId, unanswered: [], byPerson: true, reply });
    }
    return failure === null;
  }

  /** The first click on the link of a text. */
  click(messageId: string, atMs: number): void {
    const at = isoOf(atMs);
    const message = this.rows.messages.find((row) => row["message_id"] === messageId);
    if (message) Object.assign(message, { clicked: at, click_counts: true });
    for (const link of this.rows.links) if (link["message_id"] === messageId) link["clicked"] = at;
  }

  /** A text of a contact. Returns its id. */
  receive({ contactId, phone, number, text, atMs, answers, countsAs, isAnswered, inbox }: ContactText): string {
    const messageId = newId(atMs);
    const encoding = encodingOf(text);
    const segments = countSegments(text, encoding);
    const ref = newId(atMs - 200);
    this.rows.messages.push({
      message_id: messageId,
      contact_id: contactId,
      campaign_id: answers?.campaignId ?? null,
      batch_id: answers?.batchId ?? null,
      journey_id: answers?.journeyId ?? null,
      node: answers?.node ?? null,
      direction: "in",
      from_number: phone,
      to_number: number,
      body: text,
      segments,
      encoding,
      state: "received",
      cost_micros: 0,
      carrier: "simulated",
      carrier_ref: ref,
      not_before: isoOf(atMs),
      attempt: 0,
      updated: isoOf(atMs),
      template_id: answers?.templateId ?? null,
      counts_as: countsAs ?? null,
    });
    const handsetText = { handset: phone, number, body: text, segments, encoding, status: "received" };
    this.rows.handsetTexts.push({
      ...handsetText,
      simulator_id: ref,
      client_ref: ref,
      direction: "from_handset",
      at: isoOf(atMs - 200),
    });
    const before = this.conversations.get(contactId);
    const isHandled = isAnswered && answers !== undefined;
    const isLater = before === undefined || before.lastInMs < atMs;
    this.conversations.set(contactId, {
      number: isLater ? number : before.number,
      lastId: isLater ? messageId : before.lastId,
      lastIn: isLater ? messageId : before.lastIn,
      lastInMs: isLater ? atMs : before.lastInMs,
      inbox: inbox ?? before?.inbox ?? null,
      unread:
        isAnswered || atMs < this.nowMs - unreadMs ? (before?.unread ?? []) : [messageId, ...(before?.unread ?? [])],
      // the user has settled what is older than the unread texts
      unanswered:
        isHandled || atMs < this.nowMs - unreadMs
          ? (before?.unanswered ?? [])
          : [...(before?.unanswered ?? []), messageId],
      byPerson: before?.byPerson ?? false,
      askedMs: isHandled ? (before?.askedMs ?? null) : Math.min(atMs, before?.askedMs ?? atMs),
      reply: before?.reply ?? null,
      handledBy: countsAs === "reply" && isHandled ? (answers?.campaignId ?? null) : null,
      handledWord: countsAs === "opt_out" ? "stop" : null,
    });
    return messageId;
  }

  /** STOP by text: the opt-out, and the confirmation that answers it. */
  stop({ contactId, phone, number, atMs }: Pick<ContactText, "contactId" | "phone" | "number" | "atMs">): void {
    this.stopped.add(contactId);
    this.rows.stops.push({ phone, at: isoOf(atMs), sms_id: newId(atMs), rcs_id: newId(atMs), bits: optOutMask });
    const text = confirmationText("stop", this.account.brand, this.account.help);
    this.send(this.ownText({ contactId, phone, number, text, atMs: atMs + 900 }, "confirmation"), atMs + 900, {
      arrives: true,
    });
  }

  /** A text that no workflow sends. */
  ownText(
    { contactId, phone, number, text, atMs }: Pick<ContactText, "contactId" | "phone" | "number" | "text" | "atMs">,
    reason: string | null = null,
  ): OutgoingMessage {
    const encoding = encodingOf(text);
    const segments = countSegments(text, encoding);
    const nothing = { campaignId: null, batchId: null, journeyId: null, node: null, revision: null };
    return {
      ...nothing,
      accountId: "",
      messageId: newId(atMs),
      contactId,
      from: number,
      to: phone,
      text,
      mediaUrl: null,
      segments,
      encoding,
      state: "queued",
      reason,
      costMicros: segments * this.account.priceMicros,
      carrier: "simulated",
      openUntilMs: null,
    };
  }

  /** Closes the book: the conversations, of which those of the last days are still open. */
  finish(openMs: number): HistoryRows {
    for (const [contactId, one] of this.conversations) {
      const status = statusOf(one, this.nowMs - openMs);
      const work = status === "handled" ? nothingAsked : workOf(one);
      if (status === "closed" && work.replied !== null)
        this.rows.conversationWork.push(closedWork(contactId, one, work));
      this.rows.conversations.push({
        contact_id: contactId,
        status,
        ...(status === "open" ? work : nothingAsked),
        number: one.number,
        last_id: one.lastId,
        moved_id: one.lastId,
        last_in: one.lastIn,
        inbox: one.inbox,
        unread_ids: one.unread,
        unanswered_ids: one.unanswered.sort(),
        by_person: one.byPerson,
        handled_by: one.handledBy,
        handled_word: one.handledWord,
      });
    }
    return this.rows;
  }
}

/** What a workflow or the product answered is handled; what a person has is open for the last days. */
function statusOf(
  { unread, unanswered, byPerson, handledBy, handledWord, lastInMs }: Conversation,
  openFromMs: number,
): string {
  const isHandled = handledBy !== null || handledWord !== null;
  if (isHandled && unread.length === 0 && unanswered.length === 0 && !byPerson) return "handled";
  return unread.length > 0 || lastInMs > openFromMs ? "open" : "closed";
}

const nothingAsked = { opened: null, asked: null, replied: null, replied_by: null } as const;

/** When a conversation began to wait for the user, and the first reply. */
const workOf = ({ askedMs, reply }: Conversation) => ({
  opened: askedMs === null ? null : isoOf(askedMs),
  asked: askedMs === null ? null : isoOf(askedMs),
  replied: reply === null ? null : isoOf(reply.atMs),
  replied_by: reply?.userId ?? null,
});

/** The work on a conversation that the user closed some minutes after its last text. */
function closedWork(contactId: string, { lastInMs, reply }: Conversation, work: ReturnType<typeof workOf>) {
  const closedMs = Math.max(lastInMs, reply?.atMs ?? 0) + 6 * 60_000;
  return {
    work_id: newId(closedMs),
    contact_id: contactId,
    ...work,
    closed: isoOf(closedMs),
    closed_by: work.replied_by,
  };
}
