import type { Database, Query } from "./database.ts";

/**
 * How claims are made: over many accounts in one transaction, which is quicker, or one account at a time, with its id as
 * a parameter of its own in every statement that locks rows: Citus locks them only in queries of a single shard
 * (architecture, One program, three roles).
 */
export type ClaimDialect = "together" | "byAccount";

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
