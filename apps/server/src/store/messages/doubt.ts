import type { OutgoingText } from "@trunkline/carriers/carrier.ts";
import type { DoubtfulText } from "@trunkline/carriers/twilio/sentList.ts";
import { plainArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { type MovedMessage, movedMessage } from "./message.ts";

/** What a dead worker was submitting is in doubt, never queued again (architecture, Sending). */
export function doubtOfDead(
  q: Query,
  accountIds: readonly string[],
  workers: readonly string[],
): Promise<MovedMessage[]> {
  return q.rows<MovedMessage>(
    `update message m set state = 'in_doubt', reason = case when m.receipt is null then 'in_doubt' else m.reason end, updated = now()
     where m.account_id = any ($1::uuid[]) and m.worker = any ($2::uuid[]) and m.state = 'submitting'
     returning ${movedMessage}`,
    [plainArray(accountIds), plainArray(workers)],
  );
}

/** A message with an unknown result. */
export interface DoubtfulMessage {
  accountId: string;
  messageId: string;
  carrier: string;
  /** Since it was handed over. */
  ageMs: number;
}

/** Messages in doubt; with those that a living worker no longer knows of, such as after a broken commit. */
export function listDoubtful(q: Query, accountIds: readonly string[], limit: number): Promise<DoubtfulMessage[]> {
  return q.rows<DoubtfulMessage>(
    `select m.account_id as "accountId", m.message_id as "messageId", m.carrier,
       date_part('epoch', now() - coalesce(m.submitted, m.updated)) * 1000 as "ageMs"
     from unnest($1::uuid[]) a (account_id)
     cross join lateral (
       select * from message m where m.account_id = a.account_id
         and (m.state = 'in_doubt' or m.state = 'submitting' and m.submitted < now() - interval '2 minutes')
       limit $2) m`,
    [plainArray(accountIds), limit],
  );
}

/** A message in doubt, for carriers that ignore the second one with the same id. Null if it may no longer be sent: the contact opted out, its window closed, its run does not run, or the account stopped sending. */
export const findSendable = (q: Query, account: string, messageId: string): Promise<OutgoingText | null> =>
  q.one<OutgoingText>(
    `select m.account_id "accountId", m.message_id "messageId", m.from_number "from", m.to_number "to", m.body text,
       m.media_url "mediaUrl", m.segments, m.encoding, m.rcs, m.success_within "revokeAfterSeconds"
     from message m join account a on a.account_id = m.account_id
     left join batch b on b.account_id = m.account_id and b.batch_id = m.batch_id
     where m.account_id = $1 and m.message_id = $2 and m.state in ('submitting', 'in_doubt')
       and (m.open_until is null or m.open_until > now())
       and (m.batch_id is null or b.status = 'running')
       and not coalesce((a.settings ->> 'killSwitch')::boolean, false)
       and not exists (select from dnc d where d.account_id = m.account_id and d.phone = m.to_number and d.type = m.channel)`,
    [account, messageId],
  );

/** A text in doubt, to be found in the list of its provider. Null: it is no longer in doubt, or the contact has another text without a known result that says the same. */
export const findDoubtfulText = (q: Query, account: string, messageId: string): Promise<DoubtfulText | null> =>
  q.one<DoubtfulText>(
    `select m.from_number "from", m.to_number "to", m.body text, m.media_url is not null "hasMedia",
       date_part('epoch', m.submitted) * 1000 "handedAt"
     from message m
     where m.account_id = $1 and m.message_id = $2 and m.state in ('submitting', 'in_doubt') and m.channel = 'sms'
       and not exists (select from message o where o.account_id = m.account_id and o.contact_id = m.contact_id
         and o.message_id <> m.message_id and o.state in ('submitting', 'in_doubt', 'unknown') and o.to_number = m.to_number
         and o.body = m.body and o.submitted > m.submitted - interval '1 hour')`,
    [account, messageId],
  );

/** Which of these ids of a carrier belong to other texts of the contact that a text was for. */
export async function listNamedRefs(
  q: Query,
  account: string,
  { messageId, refs }: { messageId: string; refs: readonly string[] },
): Promise<Set<string>> {
  const rows = await q.rows<{ ref: string }>(
    `select o.carrier_ref ref from message m join message o on o.account_id = m.account_id and o.contact_id = m.contact_id
     where m.account_id = $1 and m.message_id = $2 and o.message_id <> m.message_id and o.carrier_ref = any ($3::text[])`,
    [account, messageId, plainArray(refs)],
  );
  return new Set(rows.map(({ ref }) => ref));
}
