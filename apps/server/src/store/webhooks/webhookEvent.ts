import { plainArray, plainColumn, textArray, withoutNul } from "../arrays.ts";
import type { Query } from "../database.ts";

/** Something that happened in an account and that webhooks may want to hear of (spec 2 §3.6). */
export interface AccountEvent {
  accountId: string;
  eventType: string;
  contactId?: string | null;
  campaignId?: string | null;
  /** Variables by lower-case name. */
  data: Record<string, string | null>;
}

/** Puts one delivery for each webhook of the event's type into the account's own lane, in the transaction of what happened. */
const deliver = (source: string): string => `${makeDeliveries(source)}
  insert into lane (account_id, batch_id) select distinct account_id, account_id from made on conflict do nothing`;

const makeDeliveries = (source: string): string => `made as (
    insert into effect (account_id, effect_id, campaign_id, contact_id, kind, payload)
    select e.a, trunkline_uuid7(), e.ca, e.c, 'deliverEvent', jsonb_build_object('do', 'deliverEvent', 'webhookId', e.w,
      'eventType', e.t, 'data', e.d, 'at', floor(date_part('epoch', clock_timestamp()) * 1000))
    from (${source}) e returning account_id)`;

const subscribed = `w as materialized (select account_id, webhook_id, event_type from webhook
  where account_id = any ($1::uuid[]) and event_type = any ($2::text[]) and enabled)`;

/** Publishes events. Accounts without webhooks for them cost one query, however many events there are. */
export async function publishEvents(q: Query, all: readonly AccountEvent[]): Promise<void> {
  const events = await listHeard(q, all);
  if (events.length === 0) return;
  await q.run(
    {
      name: "event.publish",
      text: `with ${subscribed}, ${deliver(`select u.a, u.ca, u.c, w.webhook_id w, u.t, jsonb_strip_nulls(u.d) d
        from unnest($3::uuid[], $4::text[], $5::uuid[], $6::uuid[], $7::jsonb[]) u (a, t, c, ca, d)
        join w on w.account_id = u.a and w.event_type = u.t`)}`,
    },
    [
      ...accountsAndTypes(events),
      plainColumn(events, (event) => event.accountId),
      plainColumn(events, (event) => event.eventType),
      plainColumn(events, (event) => event.contactId ?? null),
      plainColumn(events, (event) => event.campaignId ?? null),
      textArray(
        events.map((event) =>
          JSON.stringify(event.data, (_, value: unknown) => (typeof value === "string" ? withoutNul(value) : value)),
        ),
      ),
    ],
  );
}

/** The events that a webhook waits for. */
async function listHeard(q: Query, events: readonly AccountEvent[]): Promise<readonly AccountEvent[]> {
  if (events.length === 0) return [];
  const rows = await q.rows<{ heard: string }>(
    {
      name: "event.heard",
      text: `with ${subscribed} select distinct account_id::text || event_type heard from w`,
    },
    accountsAndTypes(events),
  );
  const heard = new Set(rows.map((row) => row.heard));
  return heard.size === 0 ? [] : events.filter(({ accountId, eventType }) => heard.has(`${accountId}${eventType}`));
}

/**
 * True where no webhook of the account waits for these events. Asked on a cluster alone: there the statement that publishes
 * speaks with every node, and this one with the account's.
 */
async function isUnheard(q: Query, events: readonly { accountId: string; eventType: string }[]): Promise<boolean> {
  if (q.only === undefined) return false;
  const any = await q.one(
    { name: "event.any", text: `with ${subscribed} select account_id from w limit 1` },
    accountsAndTypes(events),
  );
  return any === null;
}

const accountsAndTypes = (events: readonly { accountId: string; eventType: string }[]): [string, string] => [
  plainArray([...new Set(events.map((event) => event.accountId))]),
  plainArray([...new Set(events.map((event) => event.eventType))]),
];

/**
 * Tells how the sending of texts and RCS messages ended, or what a receipt said (event type sms_outbound). A receipt can be
 * stored before its message is accepted: each of the two events says its own part.
 */
export async function publishOutbound(
  q: Query,
  messages: readonly { accountId: string; messageId: string }[],
  by: "sending" | "receipt" = "sending",
): Promise<void> {
  if (messages.length === 0) return;
  if (
    await isUnheard(
      q,
      messages.map(({ accountId }) => ({ accountId, eventType: "sms_outbound" })),
    )
  )
    return;
  await q.run(
    {
      name: "event.outbound",
      text: `with ${subscribed}, ${deliver(`select m.account_id a, m.campaign_id ca, m.contact_id c, s.w, 'sms_outbound' t,
        jsonb_strip_nulls(jsonb_build_object('messageid', m.message_id, 'channel', m.channel, 'from', m.from_number, 'to', m.to_number, 'text', m.body,
          'status', case when $5::boolean then m.receipt when m.state = 'accepted' then 'submitted' else m.state end,
          'reason', case when $5::boolean or m.state <> 'accepted' then m.reason end,
          'campaignid', m.campaign_id, 'batchid', m.batch_id, 'contactid', m.contact_id)) d
        from (select u.a, u.m, w.webhook_id w from unnest($3::uuid[], $4::uuid[]) u (a, m) join w on w.account_id = u.a offset 0) s
        join message m on m.account_id = s.a and m.message_id = s.m`)}`,
    },
    [
      plainArray([...new Set(messages.map((message) => message.accountId))]),
      "{sms_outbound}",
      plainColumn(messages, (message) => message.accountId),
      plainColumn(messages, (message) => message.messageId),
      by === "receipt",
    ],
  );
}

/** The result of a call for subscribers; `recordingUrl` and `seconds` of the recording that is ready. */
export interface CallNotice {
  accountId: string;
  callId: string;
  eventType: "call_dialing" | "call_in_progress" | "call_completion" | "recording" | "voicemail";
  recordingUrl?: string | undefined;
  seconds?: number;
}

/** Tells how calls go (event types call_dialing, call_in_progress, call_completion, recording and voicemail). */
export async function publishCalls(q: Query, notices: readonly CallNotice[]): Promise<void> {
  if (notices.length === 0 || (await isUnheard(q, notices))) return;
  await q.runAhead(
    {
      name: "event.call",
      text: `with ${subscribed}, ${deliver(`select c.account_id a, c.campaign_id ca, c.contact_id c, s.w, s.t,
        jsonb_strip_nulls(jsonb_build_object('callid', c.call_id, 'direction', c.direction, 'from', c.from_number,
          'to', c.to_number, 'status', c.line, 'answeredby', c.answered_by, 'duration', c.duration_seconds::text,
          'digits', nullif(c.keys, ''), 'reason', c.reason, 'recordingurl', s.r, 'recordingseconds', s.sec::text, 'campaignid', c.campaign_id,
          'batchid', c.batch_id, 'contactid', c.contact_id)) d
        from (select u.a, u.i, u.t, u.r, u.sec, w.webhook_id w
          from unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::int[]) u (a, i, t, r, sec)
          join w on w.account_id = u.a and w.event_type = u.t offset 0) s
        join call c on c.account_id = s.a and c.call_id = s.i`)}`,
    },
    [
      ...accountsAndTypes(notices),
      plainColumn(notices, (notice) => notice.accountId),
      plainColumn(notices, (notice) => notice.callId),
      plainColumn(notices, (notice) => notice.eventType),
      textArray(notices.map((notice) => notice.recordingUrl ?? null)),
      plainColumn(notices, (notice) => notice.seconds ?? null),
    ],
  );
}

/** Tells what has become of a run (event type campaign_status). */
export async function publishBatchStatus(q: Query, account: string, batchId: string): Promise<void> {
  if (await isUnheard(q, [{ accountId: account, eventType: "campaign_status" }])) return;
  await q.run(
    {
      name: "event.batch",
      text: `with ${subscribed}, ${deliver(`select b.account_id a, b.campaign_id ca, null::uuid c, w.webhook_id w,
        'campaign_status' t, jsonb_build_object('campaignid', b.campaign_id, 'batchid', b.batch_id,
          'displayname', b.display_name, 'status', b.status) d
        from w join batch b on b.account_id = w.account_id and b.batch_id = $3`)}`,
    },
    [plainArray([account]), "{campaign_status}", batchId],
  );
}

/** What may happen to a contact (event types contact_add and its like). */
export type ContactEventType = "contact_add" | "contact_edit" | "contact_archive" | "contact_unarchive";

/** A contact that was added, changed, archived or brought back, and by what. */
export interface ContactNotice {
  accountId: string;
  contactId: string;
  eventType: ContactEventType;
  source: "api" | "node" | "text";
  campaignId?: string | null;
}

/** Publishes the events of contacts that were added, changed, archived or unarchived. */
export const publishContacts = (q: Query, notices: readonly ContactNotice[]): Promise<void> =>
  publishEvents(
    q,
    notices.map(({ source, ...notice }) => ({ ...notice, data: { contactid: notice.contactId, source } })),
  );

/** Which of these event types the account has a webhook for. */
export async function listSubscribed(q: Query, account: string, eventTypes: readonly string[]): Promise<Set<string>> {
  const rows = await q.rows<{ eventType: string }>(
    {
      name: "event.subscribed",
      text: `select distinct event_type "eventType" from webhook where account_id = $1 and event_type = any ($2::text[]) and enabled`,
    },
    [account, plainArray(eventTypes)],
  );
  return new Set(rows.map((row) => row.eventType));
}

/**
 * A statement that writes the contacts of an import with their events and returns `n`, how many it wrote. `write` returns
 * contact_id, and an event type by the name of each column that is true; $1 is the account.
 */
export const importEventsSql = (
  write: string,
  eventTypes: readonly ContactEventType[],
): string => `with done as (${write}),
  ${makeDeliveries(`select $1::uuid a, null::uuid ca, d.contact_id c, w.webhook_id w, w.event_type t,
      jsonb_build_object('contactid', d.contact_id, 'source', 'import') d
    from done d join webhook w on w.account_id = $1 and w.enabled
      and (${eventTypes.map((type) => `(w.event_type = '${type}' and d.${type})`).join(" or ")})`)},
  opened as (insert into lane (account_id, batch_id) select distinct account_id, account_id from made on conflict do nothing)
  select count(*)::int n from done`;
