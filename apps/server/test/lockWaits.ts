import type { Database } from "../src/store/database.ts";
import { isOnCluster } from "./clusterDatabases.ts";

const waiting =
  "select count(*)::int n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/** How many statements wait for a lock that another transaction holds. On a cluster they wait on the node of their rows. */
export const countLockWaits = (db: Database): Promise<number> =>
  db.owner(async (q) => {
    const everywhere = `select sum(result::int)::int n from run_command_on_all_nodes('${waiting.replaceAll("'", "''")}')`;
    return (await q.one<{ n: number }>(isOnCluster() ? everywhere : waiting))?.n ?? 0;
  });
