import type { Secrets } from "../secrets/secrets.ts";
import { type ConnectionRow, connectionTable } from "../store/webhooks/connection.ts";
import type { OpenConnection } from "./makeRequest.ts";

/** The sealing purpose of a connection's secrets. */
export const secretPlace = (accountId: string, row: string, field: string) => ({
  accountId,
  table: connectionTable,
  row,
  field,
});

/** The field of an auth header. */
export const authField = (header: string): string => `authHeaders.${header}`;

/** The field of the signing secret. */
export const signingField = "signingSecret";

/** The field of the previous signing secret, which is used together with the current one. */
export const oldSigningField = "oldSigningSecret";

/** Decrypts a connection's secrets. Null stays null. */
export function openConnection(secrets: Secrets, account: string, row: ConnectionRow | null): OpenConnection | null {
  if (row === null) return null;
  const open = (field: string, sealed: string): string => secrets.open(secretPlace(account, row.id, field), sealed);
  return {
    headers: row.headers,
    authHeaders: Object.fromEntries(
      Object.entries(row.authHeaders).map(([header, sealed]) => [header, open(authField(header), sealed)]),
    ),
    signingSecrets: [
      ...(row.signingSecret === null ? [] : [open(signingField, row.signingSecret)]),
      ...(row.oldSigningSecret === null ? [] : [open(oldSigningField, row.oldSigningSecret.sealed)]),
    ],
  };
}
