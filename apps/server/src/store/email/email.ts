import type { OutgoingEmail } from "@trunkline/workflow/engine/effects.ts";
import { withoutNul } from "../arrays.ts";
import type { Query } from "../database.ts";
import { countEmail } from "../reports/countChanges.ts";
import { type ScanResult, scanBackwards } from "../scan.ts";

/** An e-mail of a journey on its way to the provider, or to the outbox only. */
export interface NewEmail {
  accountId: string;
  emailId: string;
  contactId: string | null;
  campaignId: string | null;
  batchId: string | null;
  journeyId: string | null;
  node: number | null;
  simulated: boolean;
  email: OutgoingEmail;
}

/** Remembers an e-mail before it leaves; false when it is there already. */
export async function insertEmail(q: Query, row: NewEmail): Promise<boolean> {
  const { email } = row;
  const json = (value: unknown) => withoutNul(JSON.stringify(value));
  const made = await q.one<{ made: number }>(
    `with r as (
       insert into email as e (account_id, email_id, contact_id, campaign_id, batch_id, journey_id, node, provider, simulated,
         from_email, from_name, to_email, to_name, cc, bcc, subject, template_id, replacements, state)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
       on conflict (account_id, email_id) do nothing returning e.*),
     reported as (${countEmail("r where r.state = 'accepted'")})
     select count(*)::int made from r`,
    [
      row.accountId,
      row.emailId,
      row.contactId,
      row.campaignId,
      row.batchId,
      row.journeyId,
      row.node,
      email.provider,
      row.simulated,
      ...[email.from.email, email.from.name, email.to.email, email.to.name].map(withoutNul),
      json(email.cc),
      json(email.bcc),
      withoutNul(email.subject),
      withoutNul(email.templateId),
      json(email.replacements),
      row.simulated ? "accepted" : "submitting",
    ],
  );
  return made !== null && made.made > 0;
}

/** Writes how the sending of an e-mail ended. */
export async function endEmail(
  q: Query,
  accountId: string,
  emailId: string,
  end: { state: "accepted" | "rejected" | "in_doubt"; reason?: string; words?: string; ref?: string },
): Promise<void> {
  await q.run(
    `with o as materialized (select state from email where account_id = $1 and email_id = $2 for no key update),
     r as (
       update email e set state = $3, reason = $4, words = $5, provider_ref = $6, updated = now() from o
       where e.account_id = $1 and e.email_id = $2 returning e.*, o.state was)
     ${countEmail("r where r.state = 'accepted' and r.was <> 'accepted'")}`,
    [accountId, emailId, end.state, end.reason ?? null, end.words ?? null, end.ref ?? null],
  );
}

/** The one word that is shown of how an e-mail went; one that a worker's death cut off is in doubt, as its effect says. */
export const emailStatusSql = `case when e.simulated then 'simulated'
  when e.state = 'submitting' and x.state = 'in_doubt' or e.state = 'in_doubt' then 'unknown'
  when e.state = 'submitting' then 'submitted' else e.state end`;

/** An e-mail as the outbox shows it. */
export interface OutboxRow {
  emailId: string;
  contactId: string | null;
  campaignId: string | null;
  campaignName: string | null;
  journeyId: string | null;
  nodeId: number | null;
  provider: "hubspot" | "mailgun" | "sendgrid" | "smtp";
  simulated: boolean;
  fromEmail: string;
  fromName: string;
  toEmail: string;
  toName: string;
  cc: { email: string; name: string }[];
  bcc: { email: string; name: string }[];
  subject: string;
  templateId: string;
  replacements: Record<string, string>;
  status: "simulated" | "submitted" | "accepted" | "rejected" | "unknown";
  reason: string | null;
  words: string | null;
}

interface EmailFilter {
  search?: string | undefined;
  emailId?: string | undefined;
  contactId?: string | undefined;
  journeyId?: string | undefined;
}

/** E-mails of an account, newest first, from before the id `before` back to `since`. */
function listEmails(
  q: Query,
  account: string,
  filter: EmailFilter,
  { limit, before, since }: { limit: number; before?: string | undefined; since?: string | undefined },
): Promise<OutboxRow[]> {
  return q.rows(
    `select e.email_id "emailId", e.contact_id "contactId", e.campaign_id "campaignId", c.name "campaignName",
       e.journey_id "journeyId", e.node "nodeId", e.provider, e.simulated, e.from_email "fromEmail", e.from_name "fromName",
       e.to_email "toEmail", e.to_name "toName", e.cc, e.bcc, e.subject, e.template_id "templateId", e.replacements,
       ${emailStatusSql} status, e.reason, e.words
     from email e
     left join effect x on x.account_id = e.account_id and x.effect_id = e.email_id
     left join campaign c on c.account_id = e.account_id and c.campaign_id = e.campaign_id
     where e.account_id = $1 and ($2::uuid is null or e.email_id < $2)
       and ($3::text is null or position($3 in lower(concat_ws(' ', e.to_email, e.to_name, e.from_email, e.from_name,
         e.subject, e.template_id, e.cc::text, e.bcc::text, e.replacements::text))) > 0)
       and ($4::uuid is null or e.contact_id = $4) and ($5::uuid is null or e.journey_id = $5)
       and ($6::uuid is null or e.email_id = $6)
       and ($8::uuid is null or e.email_id >= $8)
     order by e.email_id desc limit $7`,
    [
      account,
      before ?? null,
      filter.search?.trim().toLowerCase() || null,
      filter.contactId ?? null,
      filter.journeyId ?? null,
      filter.emailId ?? null,
      limit,
      since ?? null,
    ],
  );
}

/** A page of e-mails; a search reads all that they say, as far back as patience lasts. */
export async function findEmails(
  q: Query,
  account: string,
  filter: EmailFilter,
  { limit, before }: { limit: number; before: string | undefined },
): Promise<ScanResult<OutboxRow>> {
  const idOf = (row: OutboxRow): string => row.emailId;
  if (!filter.search?.trim()) {
    const rows = await listEmails(q, account, filter, { limit, before });
    const last = rows.at(-1);
    return { rows, next: rows.length === limit && last ? idOf(last) : null, searchedTo: null };
  }
  return scanBackwards({
    limit,
    before,
    idOf,
    read: (page) => listEmails(q, account, filter, page),
    endOf: async (from, size) =>
      (
        await q.one<{ id: string }>(
          `select email_id id from email where account_id = $1 and ($2::uuid is null or email_id < $2)
           order by email_id desc offset $3 limit 1`,
          [account, from ?? null, size - 1],
        )
      )?.id ?? null,
  });
}
