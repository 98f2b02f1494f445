import type { Query } from "./database.ts";

/** Something that happened to a contact; the id tells when, and orders all kinds together. */
export interface ContactHappening {
  id: string;
  kind: "text" | "journey" | "consent" | "change";
  at: Date | null;
  /** Of a text: in or out. Of consent: in or out. Of a change: the audit action. */
  what: string;
  detail: string | null;
  /** Of a text: how sending went, what receipts said, why it was not sent. Of a journey: its status. */
  status: string | null;
  reason: string | null;
  journeyId: string | null;
  campaignId: string | null;
  messageId: string | null;
}

/**
 * What happened to a contact, newest first, from before an id on. Ids of all tables are in the order of time, so each
 * table is asked for one page along its index and the newest of all are the page.
 */
export const listContactHappenings = (
  q: Query,
  account: string,
  contactId: string,
  before: string | undefined,
  limit: number,
): Promise<ContactHappening[]> =>
  q.rows(
    `select * from (
       (select message_id id, 'text' kind, null::timestamptz at, direction what, body detail, coalesce(receipt, state) status, reason,
           journey_id "journeyId", campaign_id "campaignId", message_id "messageId"
         from message where account_id = $1 and contact_id = $2 and ($3::uuid is null or message_id < $3)
         order by message_id desc limit $4)
       union all
       (select j.journey_id, 'journey', null, 'enrolled', m.name, j.status::text, j.reason, j.journey_id, j.campaign_id, null
         from journey j left join campaign m on m.account_id = j.account_id and m.campaign_id = j.campaign_id
         where j.account_id = $1 and j.contact_id = $2 and ($3::uuid is null or j.journey_id < $3)
         order by j.journey_id desc limit $4)
       union all
       (select n.consent_id, 'consent', n.at, n.action, n.type, n.source, n.reason, null, null, null
         from contact c join consent n on n.account_id = c.account_id and n.phone = c.phone
         where c.account_id = $1 and c.contact_id = $2 and ($3::uuid is null or n.consent_id < $3)
         order by n.consent_id desc limit $4)
       union all
       (select audit_id, 'change', at, action, data ->> 'fields', actor, null, null, null, null
         from audit where account_id = $1 and target = $2::text and outcome = 'ok' and ($3::uuid is null or audit_id < $3)
         order by audit_id desc limit $4)
     ) happened order by id desc limit $4`,
    [account, contactId, before ?? null, limit],
  );
