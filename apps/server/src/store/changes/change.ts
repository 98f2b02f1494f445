import type { ChangeKind } from "@trunkline/contract/changes/change.ts";
import type { Query } from "../database.ts";

/** Something of a kind that has changed in an account. */
export interface Change {
  accountId: string;
  kind: ChangeKind;
}

/** Counts changes. The order of the rows keeps two processes from waiting for each other. */
export const countChangesOf = (q: Query, changes: readonly Change[]): Promise<number> =>
  q.run(
    `insert into account_change as c (account_id, kind)
     select a, k from unnest($1::uuid[], $2::text[]) u (a, k) order by a, k
     on conflict (account_id, kind) do update set changes = c.changes + 1, changed = clock_timestamp()`,
    [changes.map(({ accountId }) => accountId), changes.map(({ kind }) => kind)],
  );

/** The kinds of the last seconds with their counts. */
export const listChangesOf = (
  q: Query,
  accountIds: readonly string[],
  withinSeconds: number,
): Promise<(Change & { changes: number })[]> =>
  q.rows(
    `select account_id "accountId", kind, changes from account_change
     where account_id = any($1::uuid[]) and changed > clock_timestamp() - $2 * interval '1 second'`,
    [accountIds, withinSeconds],
  );
