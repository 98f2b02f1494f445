import type { Query } from "./database.ts";

/** Keeps the check of the master key at the very first start; afterwards answers whether this is the same key. */
export async function checkMasterKey(q: Query, check: Buffer): Promise<boolean> {
  await q.run("insert into installation (key_check) values ($1) on conflict do nothing", [check]);
  return (await q.run("select from installation where key_check = $1", [check])) > 0;
}

/** The installation's check of its key and, once the master key was changed, the sealed key of tokens; null before the first start. */
export const findInstallation = (q: Query): Promise<{ keyCheck: Buffer; tokenKey: string | null } | null> =>
  q.one(`select key_check "keyCheck", token_key "tokenKey" from installation`);

/** Keeps the sealed key of tokens. */
export const saveTokenKey = (q: Query, sealed: string): Promise<number> =>
  q.run("update installation set token_key = $1", [sealed]);

/** Lets one process at a time make the first account. */
export const lockInstallation = (q: Query): Promise<number> => q.run("select from installation for update");

/** Lets one process at a time fill the demo, until the transaction ends. */
export const lockFirstStart = (q: Query): Promise<number> => q.run("select pg_advisory_xact_lock(7461207)");
