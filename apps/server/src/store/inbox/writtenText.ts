import type { Query } from "../database.ts";
import { linkWrites, type NewLink } from "../links/link.ts";
import { messageClass } from "../messages/queuedMessage.ts";
import { writeTogether } from "../together.ts";

/** A text that a person writes. */
export interface WrittenText {
  messageId: string;
  contactId: string;
  from: string;
  to: string;
  text: string;
  mediaUrl: string | null;
  channel: "sms" | "rcs";
  rcs: string | null;
  segments: number;
  encoding: string;
  costMicros: number;
  carrier: string;
  /** Why it waits: the rule that holds it until `notBeforeMs`. */
  reason: string | null;
  notBeforeMs: number | null;
  openUntilMs: number | null;
  /** user:{id}, key:{id} */
  sentBy: string;
  /** Its short addresses. */
  links?: NewLink[] | undefined;
}

/** Queues a text that a person wrote, in the account's own lane; its conversation is begun where there is none, open, read and first in the list. */
export async function insertWrittenText(q: Query, account: string, text: WrittenText): Promise<void> {
  await q.run(
    `insert into message (account_id, message_id, contact_id, direction, from_number, to_number, body, media_url, channel, rcs,
       segments, encoding, state, cost_micros, carrier, reason, not_before, open_until, sent_by, class)
     values ($1, $2, $3, 'out', $4, $5, $6, $7, $8, $9::jsonb, $10, $11, 'queued', $12, $13, $14,
       coalesce(to_timestamp($15::float8 / 1000), now()), to_timestamp($16::float8 / 1000), $17, ${messageClass.answer})`,
    [
      ...[
        account,
        text.messageId,
        text.contactId,
        text.from,
        text.to,
        text.text,
        text.mediaUrl,
        text.channel,
        text.rcs,
      ],
      ...[text.segments, text.encoding, text.costMicros, text.carrier, text.reason, text.notBeforeMs, text.openUntilMs],
      text.sentBy,
    ],
  );
  await writeTogether(q, linkWrites([{ accountId: account, messageId: text.messageId, links: text.links }]));
  await q.run(
    `insert into conversation as v (account_id, contact_id, number, channel, last_id, moved_id, opened) values ($1, $2, $4, $5, $3, $3, now())
     on conflict (account_id, contact_id) do update
       set status = 'open', by_person = true, last_id = greatest(v.last_id, excluded.last_id), read_to = v.last_in,
         moved_id = greatest(v.moved_id, excluded.moved_id), unread_ids = '{}', unanswered_ids = '{}', snoozed_until = null,
         opened = case when v.status in ('open', 'snoozed') then coalesce(v.opened, now()) else now() end,
         asked = case when v.status in ('open', 'snoozed') then v.asked end,
         replied = case when v.status in ('open', 'snoozed') and v.asked is not null then coalesce(v.replied, now()) end,
         replied_by = case when v.status in ('open', 'snoozed') and v.asked is not null
           then case when v.replied is null then $6::uuid else v.replied_by end end`,
    [
      ...[account, text.contactId, text.messageId, text.from, text.channel],
      text.sentBy.startsWith("user:") ? text.sentBy.slice("user:".length) : null,
    ],
  );
}

/** Who wrote texts by hand, and until when queued ones wait. */
export const listWritten = (
  q: Query,
  account: string,
  messageIds: readonly string[],
): Promise<{ messageId: string; sentBy: string; heldUntil: Date | null }[]> =>
  q.rows(
    `select m.message_id "messageId", coalesce(u.name, 'API key ' || k.name, 'a former user') "sentBy",
       case when m.state = 'queued' and m.not_before > now() then m.not_before end "heldUntil"
     from message m
     left join auth_user u on m.sent_by = 'user:' || u.user_id
     left join api_key k on k.account_id = m.account_id and m.sent_by = 'key:' || k.api_key_id
     where m.account_id = $1 and m.message_id = any ($2::uuid[]) and m.sent_by is not null`,
    [account, messageIds],
  );

/** The sender of the RCS message that the contact saw last; null if there was none. */
export const findLastAgent = (
  q: Query,
  account: string,
  contactId: string,
): Promise<{ agentId: string; agentName: string } | null> =>
  q.one(
    `select m.rcs->>'agentId' "agentId", m.rcs->>'agentName' "agentName" from message m
     where m.account_id = $1 and m.contact_id = $2 and m.direction = 'out' and m.channel = 'rcs'
     order by m.message_id desc limit 1`,
    [account, contactId],
  );
