import type { Query } from "./database.ts";
import { newId } from "./newId.ts";

/** A connection as it is stored: values of `authHeaders` and the signing secret are sealed (spec 2 §3.7). */
export interface ConnectionFields {
  name: string;
  description: string;
  authHeaders: Record<string, string>;
  headers: Record<string, string>;
  signingSecret: string | null;
}

export interface ConnectionRow extends ConnectionFields {
  id: string;
  usedBy: { id: string; name: string }[];
}

/** The table's name, for the places of its secrets. */
export const connectionTable = "connection";

const columns = `c.connection_id "id", c.name, c.description, c.auth_headers "authHeaders", c.headers, c.signing_secret "signingSecret",
  coalesce((select jsonb_agg(jsonb_build_object('id', w.webhook_id, 'name', w.name) order by w.name) from webhook w
    where w.account_id = c.account_id and w.connection_id = c.connection_id), '[]') "usedBy"`;

/** Every connection of the account, newest first. */
export const listConnections = (q: Query, account: string): Promise<ConnectionRow[]> =>
  q.rows(`select ${columns} from connection c where c.account_id = $1 order by c.connection_id desc`, [account]);

/** Lets nobody else change the account's connections until this transaction ends. */
export const lockConnections = (q: Query, account: string): Promise<number> =>
  q.run("select from connection where account_id = $1 order by connection_id for update", [account]);

/** One connection, or null. */
export const findConnection = (q: Query, account: string, id: string): Promise<ConnectionRow | null> =>
  q.one(
    {
      name: "connection.find",
      text: `select ${columns} from connection c where c.account_id = $1 and c.connection_id = $2`,
    },
    [account, id],
  );

/** An id for a connection that is to be made: its secrets are sealed for it before. */
export const newConnectionId = newId;

/** Writes a connection, new or changed. */
export async function saveConnection(
  q: Query,
  account: string,
  id: string,
  { name, description, authHeaders, headers, signingSecret }: ConnectionFields,
): Promise<void> {
  await q.run(
    `insert into connection (account_id, connection_id, name, description, auth_headers, headers, signing_secret)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (account_id, connection_id) do update set name = excluded.name, description = excluded.description,
       auth_headers = excluded.auth_headers, headers = excluded.headers, signing_secret = excluded.signing_secret, updated = now()`,
    [account, id, name, description, JSON.stringify(authHeaders), JSON.stringify(headers), signingSecret],
  );
}

/** Removes a connection; its webhooks stand without one, and fail until they have another. */
export async function removeConnection(q: Query, account: string, id: string): Promise<boolean> {
  const removed = await q.run("delete from connection where account_id = $1 and connection_id = $2", [account, id]);
  await q.run("update webhook set connection_id = null where account_id = $1 and connection_id = $2", [account, id]);
  return removed > 0;
}
