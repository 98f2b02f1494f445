import type { ClaimDialect, Database, Query } from "./database.ts";

/** What the server wants: one account at a time where tables are distributed over several. */
export async function findClaimDialect(q: Query): Promise<ClaimDialect> {
  const citus = await q.one("select from pg_extension where extname = 'citus'");
  return citus === null ? "together" : "byAccount";
}

/** What goes into one transaction each. */
export const transactionsOf = <One extends { accountId: string }>(
  { claims }: Pick<Database, "claims">,
  items: readonly One[],
): (readonly One[])[] =>
  claims === "together" ? [items] : [...Map.groupBy(items, ({ accountId }) => accountId).values()];
