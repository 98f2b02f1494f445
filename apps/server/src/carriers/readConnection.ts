import type { CarrierKind } from "@trunkline/contract/carriers/carrier.ts";
import type { Egress } from "../egress/egress.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { type CarrierConnectionRow, findCarrierConnection } from "../store/carriers/carrierConnection.ts";
import type { Database, Query } from "../store/database.ts";
import { passwordPlace } from "./connectionKind.ts";

/** What requests to providers are sent with. */
export interface ProviderWay {
  db: Database;
  secrets: Secrets;
  egress: Egress;
}

/** Finds a connection, if it is of this kind. */
export async function findOfKind(
  q: Query,
  kind: CarrierKind,
  { accountId, connectionId }: { accountId: string; connectionId: string },
): Promise<CarrierConnectionRow | null> {
  const row = await findCarrierConnection(q, accountId, connectionId);
  return row?.kind === kind ? row : null;
}

/** Reads a connection of a kind with its opened secret, in the transaction `within` where there is one. Null: it is gone, or its secret cannot be opened. */
export async function readConnection(
  { db, secrets }: ProviderWay,
  kind: CarrierKind,
  { accountId, connectionId }: { accountId: string; connectionId: string },
  within?: Query,
): Promise<{ row: CarrierConnectionRow; password: string } | null> {
  const find = (q: Query) => findOfKind(q, kind, { accountId, connectionId });
  const row = await (within === undefined ? db.tx([accountId], find) : find(within));
  if (row === null) return null;
  try {
    return { row, password: secrets.open(passwordPlace(accountId, connectionId), row.password) };
  } catch {
    return null;
  }
}
