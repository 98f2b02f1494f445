import type { GivenDisposition } from "@trunkline/contract/dispositions/disposition.ts";
import { withoutNul } from "../arrays.ts";
import type { Query } from "../database.ts";

/** A disposition that was given to a contact. */
export interface GivenRow {
  givenId: string;
  contactId: string;
  key: string;
  source: GivenDisposition["source"];
  callId: string | null;
  note: string | null;
  by: string;
  at: Date;
  campaignId: string | null;
  campaignName: string | null;
  reason: string | null;
}

/** What is written of one. */
export interface NewGiven
  extends Pick<GivenRow, "givenId" | "contactId" | "key" | "source" | "callId" | "campaignId" | "reason"> {
  holdId: string | null;
  note: string | null;
  actor: string;
  actorName: string;
}

/** Writes down what was given. */
export async function insertGiven(q: Query, account: string, given: NewGiven): Promise<void> {
  const { givenId, contactId, key, source, callId, holdId, note, actor, actorName, campaignId, reason } = given;
  await q.run(
    `insert into given_disposition (account_id, given_id, contact_id, key, source, call_id, hold_id, note, actor, actor_name,
       campaign_id, reason) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      account,
      givenId,
      contactId,
      key,
      source,
      callId,
      holdId,
      note === null ? null : withoutNul(note),
      actor,
      actorName,
      campaignId,
      reason,
    ],
  );
}

/** What a contact was given, newest first, from before an id on. */
export const listGiven = (
  q: Query,
  account: string,
  {
    contactId,
    callId,
    before,
    limit,
  }: { contactId: string; callId?: string | undefined; before?: string | undefined; limit: number },
): Promise<GivenRow[]> =>
  q.rows(
    `select g.given_id "givenId", g.contact_id "contactId", g.key, g.source, g.call_id "callId", g.note, g.actor_name "by", g.at,
       g.campaign_id "campaignId", p.name "campaignName", g.reason
     from given_disposition g left join campaign p on p.account_id = g.account_id and p.campaign_id = g.campaign_id
     where g.account_id = $1 and g.contact_id = $2 and ($3::uuid is null or g.call_id = $3) and ($4::uuid is null or g.given_id < $4)
     order by g.given_id desc limit $5`,
    [account, contactId, callId ?? null, before ?? null, limit],
  );

/** Which way a contact's call went, or null when it is not the contact's. */
export const findCallDirection = (
  q: Query,
  account: string,
  contactId: string,
  callId: string,
): Promise<{ direction: "in" | "out" } | null> =>
  q.one("select direction from call where account_id = $1 and call_id = $2 and contact_id = $3", [
    account,
    callId,
    contactId,
  ]);

/** Whether an agent has answered this contact's queue entry at this place. */
export const hasAnswered = async (
  q: Query,
  account: string,
  { contactId, holdId, agent }: { contactId: string; holdId: string; agent: string },
): Promise<boolean> =>
  (await q.one(
    `select from agent_hold where account_id = $1 and hold_id = $2 and contact_id = $3 and agent = $4
     and state in ('taken', 'wrapped_up')`,
    [account, holdId, contactId, agent],
  )) !== null;
