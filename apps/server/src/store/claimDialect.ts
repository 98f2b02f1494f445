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
