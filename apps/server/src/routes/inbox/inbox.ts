import { accountSettings } from "@trunkline/contract/identity/account.ts";
import { type Conversation, type InboxText, inboxRoutes, mostSnoozeMs } from "@trunkline/contract/inbox/inbox.ts";
import { legalWindow } from "@trunkline/workflow/engine/definition.ts";
import { describeReason } from "@trunkline/workflow/engine/reasons.ts";
import type { Contact } from "@trunkline/workflow/engine/world.ts";
import { type RcsMessage, rcsLimits } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import { linkOrigins } from "@trunkline/workflow/parts/text/links.ts";
import { countParts, countSegments, encodingOf } from "@trunkline/workflow/parts/text/segments.ts";
import { evaluateWindow } from "@trunkline/workflow/parts/time/window.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { conflict, invalid, notFound } from "../../http/problem.ts";
import { linkBase } from "../../links/linkBase.ts";
import { shortened } from "../../links/shortened.ts";
import { stickyNumber } from "../../rules/stickyNumber.ts";
import { withoutNul } from "../../store/arrays.ts";
import { audit } from "../../store/audit/audit.ts";
import type { ContactRow } from "../../store/contacts/contact.ts";
import type { Query } from "../../store/database.ts";
import { listDnc } from "../../store/doNotContact/dnc.ts";
import { findMember } from "../../store/identity/membership.ts";
import {
  type ConversationRow,
  countUnread,
  findConversation,
  findUnbegun,
  listConversations,
  listInboxes,
  updateConversation,
} from "../../store/inbox/conversation.ts";
import { findLastAgent, insertWrittenText } from "../../store/inbox/writtenText.ts";
import { listClaimSettings } from "../../store/journeys/claimWorld.ts";
import { listMessages } from "../../store/messages/messageList.ts";
import { newId } from "../../store/newId.ts";
import { notifyAssigned } from "../../store/notifications/notify.ts";
import { findNumber, listNumbers } from "../../store/numbers/number.ts";
import { openAccountLanes } from "../../store/runs/lane.ts";
import { findRcsCarrier } from "../../store/templates/rcs.ts";
import { findSmsTemplate } from "../../store/templates/smsTemplate.ts";
import { needContact } from "../contacts/needContact.ts";
import { createdOf } from "../createdOf.ts";
import { nextCursor, readIdCursor } from "../idCursor.ts";
import { showTexts } from "./showTexts.ts";

/** The inbox: conversations with contacts (readings, Replies; readings, Requests of our pages). */
export function registerInbox(api: Api): void {
  handle(api, inboxRoutes.unread, ({ db, account, actor }) =>
    db.tx([account], async (q) => [{ unread: await countUnread(q, account, actor.kind === "user" ? actor.id : null) }]),
  );
  handle(api, inboxRoutes.names, ({ db, account }) => db.tx([account], (q) => listInboxes(q, account)));
  handle(api, inboxRoutes.list, ({ db, account, actor, query }) =>
    db.tx([account], async (q) => {
      const { limit, cursor, status, search, assigned, inbox, workGroup, handledBy } = query;
      const assignedTo = assigned === "me" ? actor.id : assigned === "nobody" ? null : assigned;
      const before = readIdCursor(cursor);
      const filter = { status, search, assignedTo, inbox, workGroup, handledBy };
      const rows = await listConversations(q, account, filter, { limit, before });
      return { payload: rows.map(show), next: nextCursor(rows, limit, (row) => row.movedId ?? "") };
    }),
  );
  handle(api, inboxRoutes.find, ({ db, account, params }) =>
    db.tx([account], async (q) => {
      const conversation = await needContactsOwn(q, account, params.contactId);
      const means = await meansOf(q, account, conversation);
      const { agent, stopped, held } = means;
      const heldUntil = held && new Date(held.until).toISOString();
      return [
        {
          ...show(conversation),
          begun: conversation.lastId !== null,
          agentName: agent?.agentName ?? null,
          stopped,
          heldUntil,
          heldBy: held?.by ?? null,
        },
      ];
    }),
  );
  handle(api, inboxRoutes.texts, ({ db, account, params, query }) =>
    db.tx([account], async (q) => {
      const { limit, cursor } = query;
      const { contactId } = await needContactsOwn(q, account, params.contactId);
      const rows = await listMessages(q, account, { contactId }, { limit, before: readIdCursor(cursor) });
      return { payload: await showTexts(q, account, rows), next: nextCursor(rows, limit, (row) => row.messageId) };
    }),
  );
  handle(api, inboxRoutes.reply, (call) => reply(call));
  handle(api, inboxRoutes.update, (call) =>
    call.db.tx([call.account], async (q) => {
      const { account, params, body } = call;
      const before = await needConversation(q, account, params.contactId);
      const { contactId, lastIn } = before;
      const { status, assignedTo, readTo } = body;
      const snoozeUntil = readSnooze(body);
      const by = call.actor.kind === "user" ? call.actor.id : null;
      if (assignedTo && !(await findMember(q, account, assignedTo)))
        throw invalid("This user does not belong to the account", "body.assignedTo");
      // A future id would hide unread texts.
      const seen = readTo !== undefined && lastIn !== null && readTo > lastIn ? lastIn : readTo;
      await updateConversation(q, account, contactId, { status, snoozeUntil, assignedTo, readTo: seen }, by);
      if (assignedTo && assignedTo !== before.assignedTo?.userId && assignedTo !== call.actor.id)
        await notifyAssigned(q, [{ accountId: account, contactId, userId: assignedTo }]);
      if (status !== undefined || assignedTo !== undefined || snoozeUntil !== undefined)
        await audit(q, call, "inbox.update", contactId, {
          ...(status !== undefined && { status }),
          ...(snoozeUntil !== undefined && { snoozeUntil: snoozeUntil.toISOString() }),
          ...(assignedTo !== undefined && { assignedTo }),
        });
      return [show(await needConversation(q, account, contactId))];
    }),
  );
}

/** The end of a snooze. It excludes a status, because snoozed is one. */
function readSnooze({ status, snoozeUntil }: { status?: unknown; snoozeUntil?: string | undefined }): Date | undefined {
  if (snoozeUntil === undefined) return undefined;
  const until = new Date(snoozeUntil);
  const inMs = until.getTime() - Date.now();
  if (inMs <= 0) throw invalid("Choose a time in the future", "body.snoozeUntil");
  if (inMs > mostSnoozeMs) throw invalid("A conversation can be snoozed for at most a year", "body.snoozeUntil");
  if (status !== undefined) throw invalid("Either snooze the conversation or set its status", "body.status");
  return until;
}

async function needConversation(q: Query, account: string, contactId: string): Promise<ConversationRow> {
  const row = await findConversation(q, account, contactId);
  if (!row) throw notFound("conversation");
  return row;
}

/** The conversation with a contact, existing or new: from the number that last texted the contact, or else from its sticky number. */
export async function needContactsOwn(
  q: Query,
  account: string,
  contactId: string,
  from?: string,
): Promise<ConversationRow> {
  const begun = await findConversation(q, account, contactId);
  if (begun) {
    if (from !== undefined && from !== begun.number)
      throw conflict(`This conversation uses the number ${begun.number}`, "body.from", "begun");
    return begun;
  }
  const row = await findUnbegun(q, account, contactId);
  if (!row) throw notFound("conversation");
  const numbers = from === undefined && row.number !== "" ? [] : await listNumbers(q, account);
  if (from !== undefined && !numbers.some(({ phone }) => phone === from))
    throw invalid(`${from} is not a number of this account`, "body.from");
  return { ...row, number: from ?? (row.number || (stickyNumber(numbers, contactId)?.phone ?? "")) };
}

/** Queues a reply. Do-not-contact list, kill switch, spend, destination and rate are checked when it is sent, as for every text. */
async function reply(
  call: Pick<Call, "db" | "account" | "actor" | "wakeUp" | "config"> & {
    params: { contactId: string };
    body: { text: string; mediaUrl: string | null; from?: string | undefined; templateId?: string | undefined };
  },
): Promise<InboxText[]> {
  const { db, account, actor, body } = call;
  const sent = await db.tx([account], async (q) => {
    const conversation = await needContactsOwn(q, account, call.params.contactId, body.from);
    const { contactId } = conversation;
    const { contact, number, agent, held, openUntil, segmentPriceMicros } = await meansOf(q, account, conversation);
    if (conversation.lastId === null && contact.archived !== null)
      throw conflict("The contact is archived. Restore it first", undefined, "archived");
    if (contact.phone === null) throw conflict("The contact no longer has a phone number", undefined, "no_phone");
    if (number === null) throw conflict(notOurs(conversation.number), undefined, "no_number");
    const { text, links } = await asSent(q, call, withoutNul(body.text).trim());
    // A picture is sent as a text, because an RCS message has either a text or a picture.
    const rcs = agent && body.mediaUrl === null ? rcsOf(agent, text) : null;
    refuseTooLong(text, rcs !== null);
    const encoding = rcs ? "RCS" : encodingOf(text);
    const segments = rcs ? 1 : countSegments(text, encodingOf(text));
    const messageId = newId();
    await insertWrittenText(q, account, {
      messageId,
      contactId,
      text,
      encoding,
      segments,
      from: number.phone,
      to: contact.phone,
      mediaUrl: body.mediaUrl,
      channel: rcs ? "rcs" : "sms",
      rcs: rcs && JSON.stringify(rcs),
      costMicros: segments * segmentPriceMicros,
      carrier: (rcs && (await findRcsCarrier(q, account, rcs.agentId))) ?? number.carrier,
      reason: held?.by ?? null,
      notBeforeMs: held?.until ?? null,
      openUntilMs: openUntil,
      sentBy: `${actor.kind}:${actor.id}`,
      links,
    });
    await openAccountLanes(q, [account]);
    await audit(q, call, "inbox.reply", messageId, { contactId });
    const rows = await listMessages(q, account, { contactId }, { limit: 1 });
    return showTexts(q, account, rows);
  });
  call.wakeUp();
  return sent;
}

/** Shortens the links in a reply from a template for the hosts that the template lists. */
async function asSent(
  q: Query,
  { account, config, body }: Pick<Call, "account" | "config"> & { body: { templateId?: string | undefined } },
  text: string,
): Promise<ReturnType<typeof shortened>> {
  if (body.templateId === undefined) return { text };
  const template = await findSmsTemplate(q, account, body.templateId);
  if (!template) throw invalid("The template no longer exists. Choose another one", "body.templateId");
  const [row] = await listClaimSettings(q, [account]);
  if (!template.shortenLinks || row === undefined) return { text };
  const means = { base: linkBase(config.publicUrl, row.linkDomain), key: row.linkKey };
  return shortened({ text, shorten: linkOrigins(template.templateText) }, means, Date.now());
}

const rcsOf = (agent: { agentId: string; agentName: string }, text: string): RcsMessage => ({
  ...agent,
  templateKey: "",
  type: "text",
  text,
  mediaUrl: null,
  cards: [],
  suggestions: [],
});

function refuseTooLong(text: string, isRcs: boolean): void {
  const { encoding, length, max } = isRcs
    ? { encoding: "RCS", length: text.length, max: rcsLimits.text }
    : countParts(text);
  const figure = (count: number) => count.toLocaleString("en-US");
  if (length > max)
    throw invalid(`${figure(length)} characters, but ${encoding} texts can have at most ${figure(max)}`, "body.text");
}

/** The channel and number of a reply, and what blocks it. */
async function meansOf(q: Query, account: string, { contactId, number: phone, channel }: ConversationRow) {
  const contact = await needContact(q, account, contactId);
  const number = phone === "" ? null : await findNumber(q, account, phone);
  const [row] = await listClaimSettings(q, [account]);
  const { killSwitch, legalHours, segmentPriceMicros } = accountSettings.parse(row?.settings ?? {});
  const agent = channel === "rcs" ? await findLastAgent(q, account, contactId) : null;
  const { zones, state, phone: to } = contact;
  const rules = legalHours ? legalWindow({ zones, state, phone: to, zonesFrom: zonesFromOf(contact) }) : [];
  const now = evaluateWindow(Date.now(), rules);
  const held = now.open || now.opensAt === null ? null : { until: now.opensAt, by: now.because };
  const open = held ? evaluateWindow(held.until, rules) : now;
  const openUntil = open.open ? (open.openUntil ?? null) : null;
  // The list decides, as for sending, and names the source of the block.
  const type = agent ? "rcs" : "sms";
  const stops = to === null ? [] : await listDnc(q, account, { phone: to, type, limit: 2 });
  const stopped =
    stops.length > 0
      ? describeReason(stops.some(({ party }) => party === "contact") ? "opted_out" : "dnc")
      : killSwitch
        ? describeReason("kill_switch")
        : to === null
          ? describeReason("no_phone")
          : number === null
            ? notOurs(phone)
            : null;
  return { contact, number, agent, held, openUntil, stopped, segmentPriceMicros };
}

const notOurs = (phone: string): string =>
  phone === ""
    ? "the account has no number to send from"
    : `${phone} no longer belongs to this account and cannot send`;
/** Where the time zones of a contact come from. */
export const zonesFromOf = ({ zonesFrom }: ContactRow) => zonesFrom as Contact["zonesFrom"];

const show = ({ lastId, movedId: _, snoozedUntil, ...row }: ConversationRow): Conversation => ({
  ...row,
  snoozedUntil: snoozedUntil?.toISOString() ?? null,
  lastAt: lastId && createdOf(lastId),
});
