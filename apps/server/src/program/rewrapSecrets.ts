import { passwordPlace } from "../carriers/connectionKind.ts";
import { secretPlace as externalPlace } from "../email/readEmailKeys.ts";
import type { SecretPlace, Secrets } from "../secrets/secrets.ts";
import { totpPlace } from "../secrets/totpPlace.ts";
import {
  listCarrierConnections,
  lockCarrierConnection,
  updateCarrierPassword,
} from "../store/carriers/carrierConnection.ts";
import type { Database, Query } from "../store/database.ts";
import { listTotp, updateTotpSecret } from "../store/identity/twoFactor.ts";
import { listExternalConfig, saveExternalConfig } from "../store/integrations/externalConfig.ts";
import { listConnections, lockConnections, saveConnection } from "../store/webhooks/connection.ts";
import { listAccountIds } from "../store/worker.ts";
import {
  authField,
  secretPlace as connectionPlace,
  oldSigningField,
  signingField,
} from "../webhooks/openConnection.ts";

/** Re-encrypts secrets of older master keys with the current one and returns how many. Uses one short transaction per account so that runs continue. */
export async function rewrapSecrets(db: Database, secrets: Secrets): Promise<number> {
  let count = 0;
  for (const account of await db.global(listAccountIds))
    count += await db.tx([account], (q) => rewrapAccount(q, account, secrets));
  return count + (await db.global((q) => rewrapUsers(q, secrets)));
}

/** Users' secrets belong to no account. */
async function rewrapUsers(q: Query, secrets: Secrets): Promise<number> {
  const old = (await listTotp(q)).filter(({ secret }) => secrets.isOld(secret));
  for (const { userId, secret } of old) {
    const place = totpPlace(userId);
    await updateTotpSecret(q, userId, secrets.seal(place, secrets.open(place, secret)));
  }
  return old.length;
}

async function rewrapAccount(q: Query, account: string, secrets: Secrets): Promise<number> {
  let count = 0;
  const rewrap = (place: SecretPlace, sealed: string): string => {
    if (!secrets.isOld(sealed)) return sealed;
    count++;
    return secrets.seal(place, secrets.open(place, sealed));
  };
  for (const row of await listExternalConfig(q, account, null, { lock: true })) {
    if (row.sealed === null || !secrets.isOld(row.sealed)) continue;
    const sealed = rewrap(externalPlace(account, row.provider, row.key), row.sealed);
    await saveExternalConfig(q, account, { ...row, sealed });
  }
  for (const row of await listCarrierConnections(q, account)) {
    if (!secrets.isOld(row.password)) continue;
    await lockCarrierConnection(q, account, row.connectionId);
    const password = rewrap(passwordPlace(account, row.connectionId), row.password);
    await updateCarrierPassword(q, account, row.connectionId, { from: row.password, to: password });
  }
  await lockConnections(q, account);
  for (const row of await listConnections(q, account)) {
    const place = (field: string): SecretPlace => connectionPlace(account, row.id, field);
    const before = count;
    const authHeaders = Object.fromEntries(
      Object.entries(row.authHeaders).map(([header, sealed]) => [header, rewrap(place(authField(header)), sealed)]),
    );
    const signingSecret = row.signingSecret === null ? null : rewrap(place(signingField), row.signingSecret);
    const oldSigningSecret = row.oldSigningSecret && {
      ...row.oldSigningSecret,
      sealed: rewrap(place(oldSigningField), row.oldSigningSecret.sealed),
    };
    if (count > before)
      await saveConnection(q, account, row.id, { ...row, authHeaders, signingSecret, oldSigningSecret });
  }
  return count;
}
