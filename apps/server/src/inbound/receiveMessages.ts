import { accountSettings } from "@trunkline/contract/identity/account.ts";
import { blocks } from "@trunkline/workflow/parts/phone/dnc.ts";
import { type ReplyWord, replyMeaning } from "@trunkline/workflow/parts/phone/optOutKeywords.ts";
import { e164Of } from "@trunkline/workflow/parts/phone/phone.ts";
import { countSegments, encodingOf } from "@trunkline/workflow/parts/text/segments.ts";
import { recipientZones } from "@trunkline/workflow/parts/time/recipientZones.ts";
import { confirmationText } from "../effects/confirmWord.ts";
import { eachInTurn, transactionsOf } from "../store/claimDialect.ts";
import type { Database, Query } from "../store/database.ts";
import { type DncChange, dncKey, liftNumbers, listDncBits, stopNumbers } from "../store/doNotContact/dnc.ts";
import { openConversations, queueAssignments } from "../store/inbox/openConversation.ts";
import { endMessages } from "../store/journeys/answer.ts";
import { listClaimSettings } from "../store/journeys/claimWorld.ts";
import { appendEvents, journeyClass } from "../store/journeys/journey.ts";
import { cancelQueuedTo, type IncomingMessage, insertIncoming } from "../store/messages/message.ts";
import { insertMessages } from "../store/messages/queuedMessage.ts";
import { newId } from "../store/newId.ts";
import {
  findTextingContacts,
  insertNotices,
  type LastSend,
  listLastSends,
  listOpenJourneys,
  listOwners,
  type TextingContact,
} from "../store/routing/inbound.ts";
import { addCampaignCounts } from "../store/runs/count.ts";
import { openAccountLanes } from "../store/runs/lane.ts";
import { type AccountEvent, publishEvents } from "../store/webhooks/webhookEvent.ts";
import { routeTexts } from "./routeTexts.ts";

/** A text from a carrier. */
export interface InboundText {
  from: string;
  to: string;
  text: string;
  mediaUrl: string | null;
  carrier: string;
  /** The carrier's own id of the text. */
  carrierRef: string;
  /** The channel; sms by default. */
  channel?: "sms" | "rcs";
  /** The carrier of the number it is for, if another one delivered it. Texts in answer go through it. */
  numberCarrier?: string;
  /** The carrier's own opt-out handling has read this keyword and answered the contact. */
  optOut?: ReplyWord | null;
  /** Its pictures after the first one. */
  moreMediaUrls?: readonly string[];
  /** It had pictures that could not be received. */
  losesPictures?: boolean;
}

/** What became of a text that came in. */
export interface ReceivedText {
  accountId: string;
  messageId: string;
  contactId: string;
  word: ReplyWord | null;
  journeys: number;
}

/** A text with its owner and sender. */
interface ReceivedFromContact extends InboundText {
  accountId: string;
  messageId: string;
  contact: TextingContact;
  word: ReplyWord | null;
  soft: boolean;
  last: LastSend | undefined;
  /** The contact had not refused before. */
  optsOut: boolean;
}

/**
 * Receives texts in one transaction, or in one for each account. Each is stored once per id of its carrier. Opt-out keywords apply first. Then texts go
 * to the contact's open journeys as replies, appear in the inbox, are routed by their number and counted (readings, Replies).
 * Null if a text was received before, or no account owns the number.
 */
export async function receiveMessages(
  db: Database,
  texts: readonly InboundText[],
  slot: number,
): Promise<(ReceivedText | null)[]> {
  const owners = await db.global((q) => listOwners(q, [...new Set(texts.map((text) => text.to))]));
  const owned = texts.flatMap((text, place) => {
    const accountId = owners.get(text.to);
    return accountId === undefined ? [] : [{ accountId, text, place }];
  });
  const received: (ReceivedText | null)[] = texts.map(() => null);
  if (owned.length === 0) return received;
  await eachInTurn(transactionsOf(db, owned), async (group) => {
    const accountIds = [...new Set(group.map(({ accountId }) => accountId))];
    const ofGroup = group.map(({ text }) => text);
    const found = await db.tx(accountIds, (q) => receive(q, ofGroup, owners, slot), { byKey: true });
    for (const [index, { place }] of group.entries()) received[place] = found[index] ?? null;
  });
  return received;
}

async function receive(
  q: Query,
  texts: readonly InboundText[],
  owners: ReadonlyMap<string, string>,
  slot: number,
): Promise<(ReceivedText | null)[]> {
  const notices = texts.map((text) => ({ ...text, accountId: owners.get(text.to) ?? "", messageId: newId() }));
  const owned = notices.filter((notice) => notice.accountId !== "");
  const fresh = await insertNotices(q, owned);
  const news = owned.filter((notice) => fresh.has(notice.messageId));
  if (news.length === 0) return texts.map(() => null);
  const taken = await identify(q, news);
  await applyKeywords(q, taken);
  await insertIncoming(q, taken.map(incomingOf));
  await publishEvents(q, taken.map(eventOf));
  const journeys = await notifyJourneys(q, taken);
  const conversations = taken.map((one) => conversationOf(one, journeys.has(one.messageId)));
  await openConversations(q, conversations);
  await queueAssignments(q, conversations);
  await routeTexts(q, taken.map(routedOf), Date.now());
  await count(q, taken, slot);
  const byId = new Map(taken.map((one) => [one.messageId, one]));
  return notices.map(({ messageId }) => {
    const one = byId.get(messageId);
    if (one === undefined) return null;
    const { accountId, contact, word } = one;
    return { accountId, messageId, contactId: contact.contactId, word, journeys: journeys.get(messageId) ?? 0 };
  });
}

/** Finds or makes the contacts, and what was last sent to them on the same numbers. */
async function identify(
  q: Query,
  news: readonly (InboundText & { accountId: string; messageId: string })[],
): Promise<ReceivedFromContact[]> {
  const senders = news.map(({ accountId, from }) => {
    const phone = e164Of(from);
    const { zones, from: zonesFrom } = recipientZones({ phone });
    return { accountId, phone, zones, zonesFrom };
  });
  const contacts = await findTextingContacts(q, senders);
  const taken = news.map((text): ReceivedFromContact => {
    const contact = contacts.get(`${text.accountId} ${e164Of(text.from)}`);
    if (contact === undefined) throw new Error("The contact of a text that came in was not made");
    const meaning = replyMeaning(text.text, contact.refused);
    return {
      ...text,
      contact,
      word: text.optOut ?? meaning?.word ?? null,
      soft: !text.optOut && (meaning?.soft ?? false),
      last: undefined,
      optsOut: false,
    };
  });
  for (const last of await listLastSends(q, pairsOf(taken))) (taken[last.pair - 1] as ReceivedFromContact).last = last;
  return taken;
}

const pairsOf = (taken: readonly ReceivedFromContact[]) =>
  taken.map(({ accountId, contact, to }) => ({
    accountId,
    contactId: contact.contactId,
    number: to,
    phone: contact.phone,
  }));

function incomingOf(one: ReceivedFromContact): IncomingMessage {
  const encoding = encodingOf(one.text);
  return {
    ...one,
    contactId: one.contact.contactId,
    campaignId: one.last?.campaignId ?? null,
    batchId: one.last?.batchId ?? null,
    journeyId: one.last?.journeyId ?? null,
    node: one.last?.node ?? null,
    from: one.contact.phone,
    segments: countSegments(one.text, encoding),
    encoding,
    // a soft opt-out needs a person
    reason: one.soft ? "soft_opt_out" : one.losesPictures ? "pictures_lost" : null,
    channel: one.channel ?? "sms",
    templateId: one.last?.templateId ?? null,
    countsAs: countsAs(one),
  };
}

/** A reply counts for the workflow of the latest send; an opt-out for the one that preceded it within 72 hours. */
function countsAs({ last, word, optsOut }: ReceivedFromContact): IncomingMessage["countsAs"] {
  if (!last?.campaignId) return null;
  if (word === null) return "reply";
  return optsOut && last.recent ? "opt_out" : null;
}

const eventOf = ({ accountId, messageId, contact, to, text, mediaUrl, last }: ReceivedFromContact): AccountEvent => ({
  accountId,
  eventType: "sms_inbound",
  contactId: contact.contactId,
  campaignId: last?.campaignId ?? null,
  data: { messageid: messageId, contactid: contact.contactId, from: contact.phone, to, text, mediaurl: mediaUrl },
});

const routedOf = ({
  accountId,
  messageId,
  contact,
  channel = "sms",
  to,
  text,
  mediaUrl,
  carrier,
  numberCarrier = carrier,
  word,
}: ReceivedFromContact) => ({
  accountId,
  messageId,
  contactId: contact.contactId,
  channel,
  from: contact.phone,
  to,
  text,
  mediaUrl,
  carrier: numberCarrier,
  word,
});

const conversationOf = (
  { accountId, messageId, contact, to, channel = "sms", word }: ReceivedFromContact,
  isForJourney: boolean,
) => ({
  accountId,
  messageId,
  contactId: contact.contactId,
  number: to,
  channel,
  word,
  isForJourney,
});

/** STOP and START take effect before journeys receive the text. One confirmation is sent, never a second (readings, STOP). */
async function applyKeywords(q: Query, taken: readonly ReceivedFromContact[]): Promise<void> {
  const worded = taken.filter((one) => one.word !== null);
  if (worded.length === 0) return;
  const settings = new Map(
    (await listClaimSettings(q, [...new Set(worded.map((one) => one.accountId))])).map((row) => [
      row.accountId,
      { ...accountSettings.parse(row.settings ?? {}), accountName: row.name },
    ]),
  );
  const confirmed: ReceivedFromContact[] = [];
  const changeOf = (one: ReceivedFromContact): DncChange => ({
    accountId: one.accountId,
    phone: one.contact.phone,
    types: settings.get(one.accountId)?.stopCoversCalls ? ["sms", "rcs", "call"] : ["sms", "rcs"],
    source: "reply",
    reason: one.text.slice(0, 100),
  });
  for (const round of roundsOf(worded)) {
    const said = Map.groupBy(round, ({ word }) => word);
    await stop(q, said.get("stop") ?? [], changeOf, confirmed);
    await start(q, said.get("start") ?? [], changeOf, confirmed);
    confirmed.push(...(said.get("help") ?? []));
  }
  await openAccountLanes(q, [...new Set(confirmed.map((one) => one.accountId))]);
  await insertMessages(
    q,
    confirmed.filter(({ optOut }) => !optOut).map((one) => confirmationOf(one, settings.get(one.accountId))),
  );
}

/** Two keywords of one contact at the same moment apply in their order, those of different contacts together. */
function roundsOf(worded: readonly ReceivedFromContact[]): ReceivedFromContact[][] {
  const words = new Map<TextingContact, number>();
  const rounds = Map.groupBy(worded, ({ contact }) => {
    const round = words.get(contact) ?? 0;
    words.set(contact, round + 1);
    return round;
  });
  return [...rounds.values()];
}

async function stop(
  q: Query,
  stopping: readonly ReceivedFromContact[],
  changeOf: (one: ReceivedFromContact) => DncChange,
  confirmed: ReceivedFromContact[],
): Promise<void> {
  if (stopping.length === 0) return;
  const cancelled = await cancelQueuedTo(
    q,
    stopping.map(({ contact }) => contact),
  );
  await endMessages(q, cancelled, () => ({ ok: false, reason: "opted_out" }));
  const stopped = await stopNumbers(q, stopping.map(changeOf));
  for (const one of stopping) {
    one.optsOut = stopped.has(dncKey(one.contact));
    if (one.optsOut) confirmed.push(one);
    one.contact.refused = true;
  }
}

async function start(
  q: Query,
  starting: readonly ReceivedFromContact[],
  changeOf: (one: ReceivedFromContact) => DncChange,
  confirmed: ReceivedFromContact[],
): Promise<void> {
  if (starting.length === 0) return;
  const lifted = await liftNumbers(q, starting.map(changeOf));
  const left = await listDncBits(
    q,
    starting.map(({ contact }) => contact).filter((contact) => lifted.has(dncKey(contact))),
  );
  for (const one of starting) {
    const key = dncKey(one.contact);
    one.contact.refused = false;
    // a number that the account stopped as well receives nothing, not even this confirmation
    if (lifted.has(key) && !blocks(left.get(key) ?? 0, "sms")) confirmed.push(one);
  }
}

type Signed = { brandName: string; helpContact: string; accountName: string; segmentPriceMicros: number };

function confirmationOf(one: ReceivedFromContact, settings: Signed | undefined) {
  const text = confirmationText(
    one.word ?? "help",
    settings?.brandName || settings?.accountName || "",
    settings?.helpContact ?? "",
  );
  const encoding = encodingOf(text);
  const segments = countSegments(text, encoding);
  return {
    accountId: one.accountId,
    messageId: newId(),
    contactId: one.contact.contactId,
    campaignId: null,
    batchId: null,
    journeyId: null,
    node: null,
    revision: null,
    from: one.to,
    to: one.contact.phone,
    text,
    mediaUrl: null,
    segments,
    encoding,
    state: "queued" as const,
    // marks it for the sender: it goes out although the number has just been stopped, and outside any window
    reason: "confirmation",
    costMicros: segments * (settings?.segmentPriceMicros ?? 0),
    carrier: one.numberCarrier ?? one.carrier,
    openUntilMs: null,
  };
}

/** Gives the texts to every open journey that sent something on the same numbers; they are due at once. */
async function notifyJourneys(q: Query, taken: readonly ReceivedFromContact[]): Promise<Map<string, number>> {
  const notified = new Map<string, number>();
  const open = await listOpenJourneys(q, pairsOf(taken));
  await appendEvents(
    q,
    open.map(({ pair, journeyId, node }) => {
      const one = taken[pair - 1] as ReceivedFromContact;
      notified.set(one.messageId, (notified.get(one.messageId) ?? 0) + 1);
      return {
        accountId: one.accountId,
        journeyId,
        events: [{ type: "replied" as const, node, text: one.text, messageId: one.messageId }],
      };
    }),
    journeyClass.interactive,
  );
  return notified;
}

/** Adds them to the figures of their workflows. */
async function count(q: Query, taken: readonly ReceivedFromContact[], slot: number): Promise<void> {
  await addCampaignCounts(
    q,
    slot,
    taken.flatMap((one) =>
      one.last?.campaignId
        ? [
            {
              accountId: one.accountId,
              campaignId: one.last.campaignId,
              sends: 0,
              replies: countsAs(one) === "reply" ? 1 : 0,
              optOuts: countsAs(one) === "opt_out" ? 1 : 0,
              costMicros: 0,
            },
          ]
        : [],
    ),
  );
}
