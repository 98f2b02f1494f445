import type { Query } from "../database.ts";

const ticketMinutes = 2;
/** How long the log of attempts goes back. */
const attemptDays = 90;

/** Uses an id up for an account; false when it was used before, by whichever process. */
export const useSamlId = async (q: Query, account: string, idHash: Buffer, forMs: number): Promise<boolean> =>
  (await q.run(
    `insert into saml_used (account_id, id_hash, expires) values ($1, $2, now() + $3 * interval '1 millisecond')
     on conflict (account_id, id_hash) do nothing`,
    [account, idHash, forMs],
  )) > 0;

/** A sign-in that was vouched for and waits for its browser. */
export interface SamlTicketRow {
  userId: string;
  requestId: string | null;
  target: string;
  attempt: { email: string; issuer: string; fingerprint: string };
}

/** Keeps a sign-in for the browser that takes it up at once. */
export const insertSamlTicket = (
  q: Query,
  account: string,
  tokenHash: Buffer,
  ticket: SamlTicketRow,
): Promise<number> =>
  q.run(
    `insert into saml_ticket (account_id, token_hash, user_id, request_id, target, attempt, expires)
     values ($1, $2, $3, $4, $5, $6, now() + interval '${ticketMinutes} minutes')`,
    [account, tokenHash, ticket.userId, ticket.requestId, ticket.target, JSON.stringify(ticket.attempt)],
  );

/** Takes a sign-in up, once. */
export const consumeSamlTicket = (q: Query, account: string, tokenHash: Buffer): Promise<SamlTicketRow | null> =>
  q.one(
    `delete from saml_ticket where account_id = $1 and token_hash = $2 and expires > now()
     returning user_id "userId", request_id "requestId", target, attempt`,
    [account, tokenHash],
  );

/** Removes a limited number of rows that single sign-on no longer needs: old attempts, ids that could not be used again, unused sign-ins. */
export async function purgeSignOns(
  q: Query,
  [accounts, most]: readonly [accounts: unknown, most: number],
): Promise<number> {
  const attempts = await q.run(
    `with old as materialized (
       select o.account_id, o.attempt_id from unnest($1::uuid[]) a cross join lateral (
         select s.account_id, s.attempt_id from saml_attempt s
         where s.account_id = a and s.attempt_id < trunkline_first_id(now() - interval '${attemptDays} days')
         order by s.attempt_id limit $2 for update skip locked) o)
     delete from saml_attempt s using old where s.account_id = old.account_id and s.attempt_id = old.attempt_id`,
    [accounts, most],
  );
  let rest = attempts;
  for (const { table, column } of [
    { table: "saml_used", column: "id_hash" },
    { table: "saml_ticket", column: "token_hash" },
  ])
    rest += await q.run(
      `with old as materialized (
         select o.account_id, o.${column} from unnest($1::uuid[]) a cross join lateral (
           select s.account_id, s.${column} from ${table} s where s.account_id = a and s.expires < now()
           order by s.expires limit $2 for update skip locked) o)
       delete from ${table} s using old where s.account_id = old.account_id and s.${column} = old.${column}`,
      [accounts, most],
    );
  return rest;
}
