import { type CampaignRegistry, RegistryRefusal } from "@trunkline/carriers/registry/registry.ts";
import { passwordPlace } from "../carriers/connectionKind.ts";
import { connectionKinds } from "../carriers/connectionKinds.ts";
import type { Egress } from "../egress/egress.ts";
import { SealBroken, type Secrets } from "../secrets/secrets.ts";
import { findCarrierConnection } from "../store/carriers/carrierConnection.ts";
import type { Database } from "../store/database.ts";

/** What registries are opened with. */
export interface RegistryWay {
  db: Database;
  secrets: Secrets;
  egress: Egress;
  /** The registry of brands that name no carrier connection. */
  registry: CampaignRegistry;
}

/** Where a brand and its 10DLC campaigns are registered. Refuses a connection that cannot be opened. */
export async function registryOf(
  { db, secrets, egress, registry }: RegistryWay,
  accountId: string,
  { connectionId }: { connectionId: string },
): Promise<CampaignRegistry> {
  if (connectionId === "") return registry;
  const row = await db.tx([accountId], (q) => findCarrierConnection(q, accountId, connectionId));
  if (row === null)
    throw new RegistryRefusal("The carrier connection that the brand is registered through was deleted");
  const open = connectionKinds[row.kind].registry;
  if (open === undefined)
    throw new RegistryRefusal(`"${row.name}" does not register brands. Choose another connection`);
  try {
    return open(row, secrets.open(passwordPlace(accountId, connectionId), row.password), egress);
  } catch (error) {
    if (error instanceof SealBroken) throw new RegistryRefusal(error.message);
    throw error;
  }
}
