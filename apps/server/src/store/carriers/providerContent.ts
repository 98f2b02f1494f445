import type { Query } from "../database.ts";

/** A content template of a connection's account at its provider. */
export interface ContentPlace {
  accountId: string;
  connectionId: string;
  /** A hash of what it says. */
  key: string;
}

/** The provider's id of a content template. Null: there is none yet. */
export async function findProviderContent(
  q: Query,
  { accountId, connectionId, key }: ContentPlace,
): Promise<string | null> {
  const row = await q.one<{ ref: string }>(
    "select content_ref ref from provider_content where account_id = $1 and connection_id = $2 and content_key = $3",
    [accountId, connectionId, key],
  );
  return row?.ref ?? null;
}

/** Stores a content template that the provider has created. */
export const saveProviderContent = (
  q: Query,
  { accountId, connectionId, key }: ContentPlace,
  ref: string,
): Promise<number> =>
  q.run(
    `insert into provider_content (account_id, connection_id, content_key, content_ref) values ($1, $2, $3, $4)
     on conflict (account_id, connection_id, content_key) do update set content_ref = excluded.content_ref`,
    [accountId, connectionId, key, ref],
  );

/** Forgets a content template that the provider no longer has. */
export const removeProviderContent = (q: Query, { accountId, connectionId, key }: ContentPlace): Promise<number> =>
  q.run("delete from provider_content where account_id = $1 and connection_id = $2 and content_key = $3", [
    accountId,
    connectionId,
    key,
  ]);
