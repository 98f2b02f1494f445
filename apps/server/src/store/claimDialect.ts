import { isNodeAway, NodeAway } from "./cluster/nodesAway.ts";
import type { ClaimDialect, Database, Query } from "./database.ts";

/** What the server wants: one account at a time where tables are distributed over several. */
export const findClaimDialect = async (q: Query): Promise<ClaimDialect> =>
  (await hasCitus(q)) ? "byAccount" : "together";

/** Whether the database has the extension that distributes. */
export const hasCitus = async (q: Query): Promise<boolean> =>
  (await q.one("select from pg_extension where extname = 'citus'")) !== null;

/** Whether `trunkline distribute` has begun and not ended. */
export async function isDistributing(q: Query): Promise<boolean> {
  const mark = await q.one<{ found: string | null }>("select to_regclass('public.trunkline_distribution')::text found");
  return mark !== null && mark.found !== null;
}

/** What is asked of many things in one transaction each: at most `atOnce` of them, or what one account has. */
export function* accountGroups<One>(
  { claims }: Pick<Database, "claims">,
  all: readonly One[],
  atOnce: number,
): Generator<readonly One[]> {
  const size = claims === "together" ? atOnce : 1;
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}

/** What goes into one transaction each. */
export const transactionsOf = <One extends { accountId: string }>(
  { claims }: Pick<Database, "claims">,
  items: readonly One[],
): (readonly One[])[] =>
  claims === "together" ? [items] : [...Map.groupBy(items, ({ accountId }) => accountId).values()];

/**
 * Works through groups of accounts, one transaction after the other. While the node of some accounts is away, the others
 * have their turn first; then the failure is thrown, or given to `failed`.
 */
export async function eachInTurn<Group>(
  groups: Iterable<Group>,
  work: (group: Group) => Promise<unknown>,
  failed?: (error: unknown) => void,
): Promise<void> {
  const away: unknown[] = [];
  for (const group of groups) {
    try {
      await work(group);
    } catch (error) {
      if (!isNodeAway(error)) throw error;
      away.push(error);
    }
  }
  // the node's own failure, where this round has met it
  const first = away.find((error) => !(error instanceof NodeAway)) ?? away[0];
  if (first === undefined) return;
  if (failed === undefined) throw first;
  if (!(first instanceof NodeAway)) failed(first);
}
