import { plainArray } from "../arrays.ts";
import type { CallKey } from "../calls/call.ts";
import type { Query } from "../database.ts";

/** A call whose wrap-up has ended, and which the agent gave no disposition. */
export interface DueOutcome extends CallKey {
  offerId: string;
  userId: string;
  userName: string;
  /** The key of the disposition. */
  outcome: string;
  direction: "in" | "out";
  contactId: string | null;
  /** The call got another disposition. */
  isGiven: boolean;
}

/** Calls with a default disposition whose wrap-up has ended, the oldest first. */
export const listDueOutcomes = (q: Query, accountIds: readonly string[], most: number): Promise<DueOutcome[]> =>
  q.rows(
    `select o.account_id "accountId", o.call_id "callId", o.offer_id "offerId", o.user_id "userId",
       coalesce(nullif(u.name, ''), u.email) "userName", coalesce(o.default_outcome, '') outcome, t.direction, t.contact_id "contactId",
       exists (select from given_disposition g where g.account_id = o.account_id and g.call_id = o.call_id
         and g.actor = 'user:' || o.user_id and g.at >= o.at) "isGiven"
     from unnest($1::uuid[]) a (account_id) cross join lateral (
       select * from call_offer o where o.account_id = a.account_id and o.default_outcome is not null and o.wrapped <= now()
       order by o.wrapped limit $2) o
     join call t on t.account_id = o.account_id and t.call_id = o.call_id
     join auth_user u on u.user_id = o.user_id`,
    [plainArray(accountIds), most],
  );

/** Says that the default disposition of a call is dealt with; false if it was before. The call leaves the phone of its agent. */
export const endDefaultOutcome = async (
  q: Query,
  { accountId, offerId }: Pick<DueOutcome, "accountId" | "offerId">,
): Promise<boolean> =>
  (await q.run(
    `update call_offer set default_outcome = null, wrap_until = null
     where account_id = $1 and offer_id = $2 and default_outcome is not null`,
    [accountId, offerId],
  )) > 0;
