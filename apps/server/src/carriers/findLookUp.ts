import type { LookupKeys } from "@trunkline/carriers/twilioLookup/twilioLookup.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { listForLookUp } from "../store/carriers/carrierConnection.ts";
import type { Database } from "../store/database.ts";
import { passwordPlace } from "./connectionKind.ts";
import { connectionKinds } from "./connectionKinds.ts";

/** The look-up service of the account's own connections: a connected one first, then the oldest. Null: none has one. */
export async function findLookUp(db: Database, secrets: Secrets, accountId: string): Promise<LookupKeys | null> {
  for (const row of await db.tx([accountId], (q) => listForLookUp(q, accountId))) {
    const { lookUp } = connectionKinds[row.kind];
    if (lookUp === undefined) continue;
    try {
      const keys = lookUp(row, secrets.open(passwordPlace(accountId, row.connectionId), row.password));
      if (keys !== null) return keys;
    } catch {
      // a token that cannot be opened is reported on its connection
    }
  }
  return null;
}
