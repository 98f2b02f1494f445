import type { Privilege, Role } from "@trunkline/contract/identity/roles.ts";
import type { Query } from "../database.ts";
import { newId } from "../newId.ts";

export interface ApiKeyRow {
  apiKeyId: string;
  name: string;
  role: Role;
  privileges: Privilege[];
  prefix: string;
  created: Date;
  lastUsed: Date | null;
}

const columns = `api_key_id "apiKeyId", name, role, privileges, prefix, created, last_used "lastUsed"`;

const ofHash = {
  name: "api_key_of_hash",
  text: `select account_id account, ${columns}, coalesce(last_used < now() - interval '1 minute', true) stale
         from api_key where key_hash = $1`,
};

/** The key that hashes to this, with its account; a revoked key is gone. */
export async function findApiKey(q: Query, keyHash: Buffer): Promise<(ApiKeyRow & { account: string }) | null> {
  const key = await q.one<ApiKeyRow & { account: string; stale: boolean }>(ofHash, [keyHash]);
  if (key?.stale)
    await q.run("update api_key set last_used = now() where account_id = $1 and api_key_id = $2", [
      key.account,
      key.apiKeyId,
    ]);
  return key;
}

/** The keys of an account, the newest first. */
export const listApiKeys = (q: Query, account: string): Promise<ApiKeyRow[]> =>
  q.rows(`select ${columns} from api_key where account_id = $1 order by api_key_id desc`, [account]);

/** Makes a key of which only the hash is kept. */
export async function insertApiKey(
  q: Query,
  account: string,
  key: { keyHash: Buffer; name: string; prefix: string; role: Role; privileges: readonly Privilege[] },
): Promise<ApiKeyRow> {
  const row = await q.one<ApiKeyRow>(
    `insert into api_key (account_id, api_key_id, key_hash, name, prefix, role, privileges)
     values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
    [account, newId(), key.keyHash, key.name, key.prefix, key.role, key.privileges],
  );
  return row!;
}

/** Revokes a key and returns what it was; null when the account has none such. */
export const removeApiKey = (q: Query, account: string, apiKeyId: string): Promise<ApiKeyRow | null> =>
  q.one(`delete from api_key where account_id = $1 and api_key_id = $2 returning ${columns}`, [account, apiKeyId]);
