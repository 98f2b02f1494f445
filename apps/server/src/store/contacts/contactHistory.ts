import { callStatusSql } from "../calls/callList.ts";
import type { Query } from "../database.ts";
import { emailStatusSql } from "../email/email.ts";

/** Something that happened to a contact; the id tells when, and orders all kinds together. */
export interface ContactHistoryEvent {
  id: string;
  kind: "text" | "call" | "email" | "journey" | "consent" | "disposition" | "change";
  at: Date | null;
  /** Of a text or call: in or out. Of an e-mail: its provider. Of consent: in or out. Of a disposition: its key. Of a change: the audit action. */
  what: string;
  detail: string | null;
  /** Of a text, call or e-mail: how it went. Of a journey: its status. Of a disposition: who gave it. */
  status: string | null;
  reason: string | null;
  journeyId: string | null;
  campaignId: string | null;
  messageId: string | null;
  callId: string | null;
  emailId: string | null;
}

/**
 * What happened to a contact, newest first, from before an id on. Ids of all tables are in the order of time, so each
 * table is asked for one page along its index and the newest of all are the page.
 */
export const listContactHistory = (
  q: Query,
  account: string,
  contactId: string,
  before: string | undefined,
  limit: number,
): Promise<ContactHistoryEvent[]> =>
  q.rows(
    `select * from (
       (select message_id id, 'text' kind, null::timestamptz at, direction what, body detail, coalesce(receipt, state) status, reason,
           journey_id "journeyId", campaign_id "campaignId", message_id "messageId", null::uuid "callId", null::uuid "emailId"
         from message where account_id = $1 and contact_id = $2 and ($3::uuid is null or message_id < $3)
         order by message_id desc limit $4)
       union all
       (select t.call_id, 'call', null, t.direction, t.duration_seconds::text, ${callStatusSql}, t.reason, t.journey_id, t.campaign_id,
           null, t.call_id, null
         from call t where t.account_id = $1 and t.contact_id = $2 and ($3::uuid is null or t.call_id < $3)
         order by t.call_id desc limit $4)
       union all
       (select e.email_id, 'email', null, e.provider, e.subject, ${emailStatusSql}, e.reason, e.journey_id, e.campaign_id,
           null, null, e.email_id
         from email e left join effect x on x.account_id = e.account_id and x.effect_id = e.email_id
         where e.account_id = $1 and e.contact_id = $2 and ($3::uuid is null or e.email_id < $3)
         order by e.email_id desc limit $4)
       union all
       (select j.journey_id, 'journey', null, 'enrolled', m.name, j.status::text, j.reason, j.journey_id, j.campaign_id, null, null, null
         from journey j left join campaign m on m.account_id = j.account_id and m.campaign_id = j.campaign_id
         where j.account_id = $1 and j.contact_id = $2 and ($3::uuid is null or j.journey_id < $3)
         order by j.journey_id desc limit $4)
       union all
       (select n.consent_id, 'consent', n.at, n.action, n.type, n.source, n.reason, null, null, null, null, null
         from contact c join consent n on n.account_id = c.account_id and n.phone = c.phone
         where c.account_id = $1 and c.contact_id = $2 and ($3::uuid is null or n.consent_id < $3)
         order by n.consent_id desc limit $4)
       union all
       (select g.given_id, 'disposition', g.at, g.key, g.note, g.actor_name, g.reason, null, g.campaign_id, null, g.call_id, null
         from given_disposition g where g.account_id = $1 and g.contact_id = $2 and ($3::uuid is null or g.given_id < $3)
         order by g.given_id desc limit $4)
       union all
       (select audit_id, 'change', at, action, data ->> 'fields', actor, null, null, null, null, null, null
         from audit where account_id = $1 and target = $2::text and outcome = 'ok' and ($3::uuid is null or audit_id < $3)
         order by audit_id desc limit $4)
     ) happened order by id desc limit $4`,
    [account, contactId, before ?? null, limit],
  );
