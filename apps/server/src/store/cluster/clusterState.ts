import pg from "pg";

/** Where the rows of a table are: with their account, on every node, or on the coordinator. */
type Placement = "byAccount" | "everyNode" | "coordinator";

/** A table of the installation on a server with Citus. */
export interface ClusterTable {
  name: string;
  /** Where it belongs. */
  belongs: Placement;
  /** Row security applies to its owner too. */
  isForced: boolean;
  /** It is not in the log of its server. */
  isUnlogged: boolean;
  /** Where it is; null while it is an ordinary table. */
  is: Placement | null;
}

/** A server of the cluster. */
interface ClusterNode {
  host: string;
  port: number;
  isCoordinator: boolean;
  isActive: boolean;
  holdsShards: boolean;
}

/** What a database with Citus is. */
export interface ClusterState {
  /** Of the extension, such as 13.2-1. */
  version: string;
  nodes: ClusterNode[];
  tables: ClusterTable[];
  /** `trunkline distribute` has begun and not ended. */
  isUnfinished: boolean;
}

/** Global tables that statements of accounts read, and that seldom change. The other global tables are on the coordinator. */
const everyNode: readonly string[] = ["account", "auth_user", "membership", "api_key"];

/** Foreign keys that wait to be made again while tables are distributed; it is there only meanwhile. */
export const underWayTable = "trunkline_distribution";

/** A connection of the role that owns the tables. */
export type OwnerConnection = pg.ClientBase;

/** A connection of the role that owns the tables, for work on the cluster. */
export async function withOwner<T>(url: string, work: (client: OwnerConnection) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: "trunkline distribute" });
  // a statement in progress reports a broken connection
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** What a database is to Citus; null without the extension. */
export async function readCluster(client: pg.ClientBase): Promise<ClusterState | null> {
  const { rows: found } = await client.query<{ version: string }>(
    "select extversion version from pg_extension where extname = 'citus'",
  );
  if (found[0] === undefined) return null;
  const { rows: nodes } = await client.query<ClusterNode>(
    `select nodename host, nodeport port, groupid = 0 "isCoordinator", isactive "isActive", shouldhaveshards "holdsShards"
     from pg_dist_node where noderole = 'primary' order by groupid`,
  );
  const { rows: tables } = await client.query<ClusterTable>(
    `select c.relname name, c.relpersistence = 'u' "isUnlogged", c.relforcerowsecurity "isForced",
       case when c.relrowsecurity then 'byAccount' when c.relname = any ($1) then 'everyNode' else 'coordinator' end belongs,
       case when d.partmethod = 'h' then 'byAccount' when d.repmodel = 't' then 'everyNode'
         when not d.autoconverted then 'coordinator' end "is"
     from pg_class c left join pg_dist_partition d on d.logicalrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all ($2) and not exists (select from pg_depend e where e.objid = c.oid and e.deptype = 'e')
     order by 1`,
    [everyNode, ["trunkline_migration", underWayTable]],
  );
  const { rows: marks } = await client.query<{ is: boolean }>("select to_regclass($1) is not null is", [
    `public.${underWayTable}`,
  ]);
  return { version: found[0].version, nodes, tables, isUnfinished: marks[0]?.is ?? false };
}

/** Whether any table of the installation is distributed. */
export const isDistributed = ({ tables }: ClusterState): boolean => tables.some(({ is }) => is === "byAccount");
