import { plainArray, plainColumn, textArray, withoutNul } from "../arrays.ts";
import { intColumn, smallintColumn, uuidColumn } from "../binaryArrays.ts";
import type { Query } from "../database.ts";
import { countedOfMessage, countMessages } from "../reports/countChanges.ts";

/** A message by its key. */
export interface MessageKey {
  accountId: string;
  messageId: string;
}

/** A change of state with its reason. */
export interface MessageState extends MessageKey {
  state: "queued" | "submitting" | "accepted" | "rejected" | "blocked" | "in_doubt" | "unknown" | "cancelled";
  reason: string | null;
  carrierRef?: string | null;
  /** Not to be sent before this many milliseconds from now. */
  delayMs?: number;
}

/** The states that reports do not count. */
export type UncountedState = "queued" | "submitting" | "in_doubt";

const isCounted = ({ state }: { state: string }): boolean =>
  state === "accepted" || state === "rejected" || state === "blocked";

/** A statement that changes messages `m` which reports did not count yet, with their count: it answers `MovedMessage`s. */
const moveCounted = (update: string): string =>
  `with r as (${update} returning ${countedOfMessage}, m.journey_id, m.batch_id, m.success_within),
   reported as (${countMessages("r", { state: "'queued'" })})
   select ${movedMessage} from r m`;

/** What is answered of a message `m` that changed its state: a `MovedMessage`. */
export const movedMessage = `m.account_id as "accountId", m.message_id as "messageId", m.journey_id as "journeyId",
  m.campaign_id as "campaignId", m.batch_id as "batchId", m.node, m.state, m.cost_micros as "costMicros",
  m.success_within as "successWithin", m.receipt`;

/**
 * Moves messages from one of the states `from` to another and returns whose journeys wait for it. Messages that are no
 * longer in `from` are left unchanged, so that a late answer never overwrites a decision. A text that is queued again
 * follows its number to another carrier.
 */
export function moveMessages(
  q: Query,
  from: readonly UncountedState[],
  changes: readonly MessageState[],
  worker: string | null,
): Promise<MovedMessage[]> {
  if (changes.length === 0) return Promise.resolve([]);
  const update = `update message m set state = u.state, updated = now(),
          reason = case when u.state in ('accepted', 'in_doubt') and m.receipt is not null then m.reason else u.reason end,
          carrier_ref = coalesce(u.carrier_ref, m.carrier_ref),
          carrier = case when u.state = 'queued' and m.channel = 'sms'
            then coalesce((select n.carrier from number n where n.account_id = m.account_id and n.phone = m.from_number), m.carrier)
            else m.carrier end,
          not_before = case when u.delay_ms is null then m.not_before else now() + u.delay_ms * interval '1 millisecond' end,
          worker = case when u.state = 'submitting' then $6::uuid when u.state = 'in_doubt' then m.worker end,
          submitted = case when u.state = 'submitting' then now() else m.submitted end,
          attempt = least(m.attempt + (u.state = 'submitting')::int, 32767)
        from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $7::float8[])
          u (account_id, message_id, state, reason, carrier_ref, delay_ms)
        where m.account_id = u.account_id and m.message_id = u.message_id and m.state = any ($8::text[])`;
  return q.rows<MovedMessage>(
    changes.some(isCounted)
      ? { name: "message.moveCounted", text: moveCounted(update) }
      : { name: "message.move", text: `${update} returning ${movedMessage}` },
    [
      plainColumn(changes, (change) => change.accountId),
      plainColumn(changes, (change) => change.messageId),
      plainColumn(changes, (change) => change.state),
      textArray(changes.map((change) => change.reason)),
      textArray(changes.map((change) => change.carrierRef ?? null)),
      worker,
      plainColumn(changes, (change) => change.delayMs ?? null),
      plainArray(from),
    ],
  );
}

/** A message that changed its state, and the journey that asked for it. */
export interface MovedMessage extends MessageKey {
  journeyId: string | null;
  campaignId: string | null;
  batchId: string | null;
  node: number | null;
  state: string;
  costMicros: number;
  /** The journey continues after delivery, at most this many seconds after acceptance; null: right after acceptance. */
  successWithin: number | null;
  receipt: string | null;
}

/**
 * Cancels a part of a stopped batch's queue. The queue is sorted by carriers, also those that are no more: each is found by one
 * probe. A text that moves to another carrier at this moment is found by the next call.
 */
export function cancelQueued(q: Query, accountId: string, batchId: string, limit: number): Promise<MovedMessage[]> {
  const next = (after: string): string =>
    `select m.carrier from message m where m.account_id = $1 and m.state = 'queued' ${after} order by m.carrier limit 1`;
  return q.rows<MovedMessage>(
    `with recursive queued as (
       (${next("")})
       union all
       select (${next("and m.carrier > q.carrier")}) from queued q where q.carrier is not null),
     part as materialized (
       select message_id from message where account_id = $1 and case when batch_id is null then account_id else batch_id end = $2 and state = 'queued'
         and carrier = any (array(select carrier from queued))
       limit $3 for update)
     update message m set state = 'cancelled', reason = 'stopped', updated = now()
     from part u
     where m.account_id = $1 and m.message_id = u.message_id
     returning ${movedMessage}`,
    [accountId, batchId, limit],
  );
}

/** Blocks a part of what waits for a carrier that is no more. */
export function blockQueuedOf(q: Query, accountId: string, carrier: string, limit: number): Promise<MovedMessage[]> {
  return q.rows<MovedMessage>(
    moveCounted(
      `update message m set state = 'blocked', reason = 'no_carrier', updated = now()
       from (select message_id from message where account_id = $1 and carrier = $2 and state = 'queued' limit $3 for update) u
       where m.account_id = $1 and m.message_id = u.message_id`,
    ),
    [accountId, carrier, limit],
  );
}

/**
 * Gives texts that are queued for this carrier to the one that their number has moved to. Returns how many, at most
 * `limit`. RCS messages stay: the agent decides their carrier.
 */
export const rerouteQueued = (q: Query, accountId: string, carrier: string, limit: number): Promise<number> =>
  q.run(
    `update message m set carrier = u.carrier
     from (select w.message_id, n.carrier from message w join number n on n.account_id = w.account_id and n.phone = w.from_number
       where w.account_id = $1 and w.carrier = $2 and w.state = 'queued' and w.channel = 'sms' and n.carrier <> $2
       limit $3 for update of w) u
     where m.account_id = $1 and m.message_id = u.message_id`,
    [accountId, carrier, limit],
  );

/** Cancels every text that waits for numbers which have just opted out. */
export function cancelQueuedTo(
  q: Query,
  contacts: readonly { accountId: string; contactId: string; phone: string }[],
): Promise<MovedMessage[]> {
  return q.rows<MovedMessage>(
    {
      name: "message.cancelTo",
      text: moveCounted(
        `update message m set state = 'blocked', reason = 'opted_out', updated = now()
        from unnest($1::uuid[], $2::uuid[], $3::text[]) u (a, c, p)
        where m.account_id = u.a and m.contact_id = u.c and m.to_number = u.p and m.state = 'queued'
          and m.direction = 'out' and m.reason is distinct from 'confirmation'`,
      ),
    },
    [
      plainColumn(contacts, (contact) => contact.accountId),
      plainColumn(contacts, (contact) => contact.contactId),
      textArray(contacts.map((contact) => contact.phone)),
    ],
  );
}

/** A text in. */
export interface IncomingMessage extends MessageKey {
  contactId: string;
  campaignId: string | null;
  batchId: string | null;
  journeyId: string | null;
  node: number | null;
  from: string;
  to: string;
  text: string;
  mediaUrl: string | null;
  /** Its pictures after the first one. */
  moreMediaUrls?: readonly string[] | undefined;
  segments: number;
  encoding: string;
  carrier: string;
  carrierRef: string;
  reason: string | null;
  channel: "sms" | "rcs";
  /** The template of the text that it answers. */
  templateId: string | null;
  /** What it is for the figures of the workflow that it answers. */
  countsAs: "reply" | "opt_out" | null;
}

/** Stores texts that came in. */
export async function insertIncoming(q: Query, rows: readonly IncomingMessage[]): Promise<void> {
  await q.run(
    {
      name: "message.incoming",
      text: `with r as (insert into message as m (account_id, message_id, contact_id, campaign_id, batch_id, journey_id, node,
          direction, from_number, to_number, body, media_url, segments, encoding, state, carrier, carrier_ref, reason, channel, template_id, counts_as, more_media)
        select a, m, c, ca, b, j, n, 'in', f, t, x, mu, s, e, 'received', cr, r, re, ch, te, co, mm::text[]
        from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::int[], $8::text[], $9::text[],
          $10::text[], $11::text[], $12::smallint[], $13::text[], $14::text[], $15::text[], $16::text[],
          $17::text[], $18::uuid[], $19::text[], $20::text[]) u (a, m, c, ca, b, j, n, f, t, x, mu, s, e, cr, r, re, ch, te, co, mm)
        returning ${countedOfMessage}) ${countMessages("r", null)}`,
    },
    [
      uuidColumn(rows, (row) => row.accountId),
      uuidColumn(rows, (row) => row.messageId),
      uuidColumn(rows, (row) => row.contactId),
      uuidColumn(rows, (row) => row.campaignId),
      uuidColumn(rows, (row) => row.batchId),
      uuidColumn(rows, (row) => row.journeyId),
      intColumn(rows, (row) => row.node),
      textArray(rows.map((row) => row.from)),
      textArray(rows.map((row) => row.to)),
      textArray(rows.map((row) => withoutNul(row.text))),
      textArray(rows.map((row) => row.mediaUrl)),
      smallintColumn(rows, (row) => row.segments),
      plainColumn(rows, (row) => row.encoding),
      textArray(rows.map((row) => row.carrier)),
      textArray(rows.map((row) => row.carrierRef)),
      plainColumn(rows, (row) => row.reason),
      plainColumn(rows, (row) => row.channel),
      uuidColumn(rows, (row) => row.templateId),
      plainColumn(rows, (row) => row.countsAs),
      textArray(rows.map(({ moreMediaUrls = [] }) => (moreMediaUrls.length === 0 ? null : textArray(moreMediaUrls)))),
    ],
  );
}
