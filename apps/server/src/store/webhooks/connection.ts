import type { Query } from "../database.ts";
import { newId } from "../newId.ts";

/** The signing secret of before, sealed, and how long it signs beside the present one. */
interface OldSigningSecret {
  sealed: string;
  until: Date;
}

/** A connection as it is stored: values of `authHeaders` and the signing secrets are sealed (spec 2 §3.7). */
export interface ConnectionFields {
  name: string;
  description: string;
  authHeaders: Record<string, string>;
  headers: Record<string, string>;
  signingSecret: string | null;
  /** Null or left out: the present one signs alone. */
  oldSigningSecret?: OldSigningSecret | null;
}

export interface ConnectionRow extends ConnectionFields {
  id: string;
  usedBy: { id: string; name: string }[];
  /** An expired connection is not notified any longer. */
  oldSigningSecret: OldSigningSecret | null;
}

/** The table's name, for the places of its secrets. */
export const connectionTable = "connection";

const columns = `c.connection_id "id", c.name, c.description, c.auth_headers "authHeaders", c.headers, c.signing_secret "signingSecret",
  case when c.old_signing_until > now() then c.old_signing_secret end "oldSealed", c.old_signing_until "oldUntil",
  coalesce((select jsonb_agg(jsonb_build_object('id', w.webhook_id, 'name', w.name) order by w.name) from webhook w
    where w.account_id = c.account_id and w.connection_id = c.connection_id), '[]') "usedBy"`;

type Read = Omit<ConnectionRow, "oldSigningSecret"> & { oldSealed: string | null; oldUntil: Date | null };
const rowOf = ({ oldSealed, oldUntil, ...row }: Read): ConnectionRow => ({
  ...row,
  oldSigningSecret: oldSealed === null || oldUntil === null ? null : { sealed: oldSealed, until: oldUntil },
});

/** Every connection of the account, newest first. */
export const listConnections = async (q: Query, account: string): Promise<ConnectionRow[]> =>
  (
    await q.rows<Read>(`select ${columns} from connection c where c.account_id = $1 order by c.connection_id desc`, [
      account,
    ])
  ).map(rowOf);

/** Locks the account's connections against changes until this transaction ends. */
export const lockConnections = (q: Query, account: string): Promise<number> =>
  q.run("select from connection where account_id = $1 order by connection_id for update", [account]);

/** One connection, or null. */
export async function findConnection(q: Query, account: string, id: string): Promise<ConnectionRow | null> {
  const row = await q.one<Read>(
    {
      name: "connection.find",
      text: `select ${columns} from connection c where c.account_id = $1 and c.connection_id = $2`,
    },
    [account, id],
  );
  return row && rowOf(row);
}

/** An id for a connection that is to be made: its secrets are sealed for it before. */
export const newConnectionId = newId;

/** Writes a connection, new or changed. */
export async function saveConnection(
  q: Query,
  account: string,
  id: string,
  { name, description, authHeaders, headers, signingSecret, oldSigningSecret = null }: ConnectionFields,
): Promise<void> {
  await q.run(
    `insert into connection (account_id, connection_id, name, description, auth_headers, headers, signing_secret,
       old_signing_secret, old_signing_until)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (account_id, connection_id) do update set name = excluded.name, description = excluded.description,
       auth_headers = excluded.auth_headers, headers = excluded.headers, signing_secret = excluded.signing_secret,
       old_signing_secret = excluded.old_signing_secret, old_signing_until = excluded.old_signing_until, updated = now()`,
    [
      account,
      id,
      name,
      description,
      JSON.stringify(authHeaders),
      JSON.stringify(headers),
      signingSecret,
      oldSigningSecret?.sealed ?? null,
      oldSigningSecret?.until ?? null,
    ],
  );
}

/** Removes a connection; its webhooks stand without one, and fail until they have another. */
export async function removeConnection(q: Query, account: string, id: string): Promise<boolean> {
  const removed = await q.run("delete from connection where account_id = $1 and connection_id = $2", [account, id]);
  await q.run("update webhook set connection_id = null where account_id = $1 and connection_id = $2", [account, id]);
  return removed > 0;
}
