import { Refusal } from "../../refusal.ts";
import { hasCitus, isDistributing } from "../../store/claimDialect.ts";
import { withOwner } from "../../store/cluster/clusterState.ts";
import { placeNewTables } from "../../store/cluster/distributeTables.ts";
import type { Database } from "../../store/database.ts";
import { migrate } from "../../store/migrate.ts";

/** Migrates a database, which may be a cluster: new tables are put where they belong. Returns the migrations applied. */
export async function migrateCluster(db: Database): Promise<string[]> {
  if (await db.owner(isDistributing))
    throw new Refusal(
      "`trunkline distribute` has not ended on this database. Run it again: it continues where it was stopped.",
    );
  const applied = await migrate(db);
  if (await db.owner(hasCitus)) await withOwner(db.url, placeNewTables);
  return applied;
}
