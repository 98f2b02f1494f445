import { Refusal } from "../../refusal.ts";
import { listNodeHealth, listOrphans, type NodeHealth } from "../../store/cluster/clusterHealth.ts";
import { type ClusterState, isDistributed, readCluster, withOwner } from "../../store/cluster/clusterState.ts";
import { listMisplaced } from "../../store/cluster/distributeTables.ts";

/** Clocks of nodes may differ by this much: what is due is decided by the clock of the node that has the account. */
const mostSecondsApart = 1;

/** What a database is to Citus, in a line, or a refusal with everything that is wrong. */
export function checkCluster(url: string): Promise<string> {
  return withOwner(url, async (client) => {
    const state = await readCluster(client);
    if (state === null) return "one server";
    if (!isDistributed(state) && !state.isUnfinished)
      return `Citus ${state.version} is installed, and nothing is distributed (\`trunkline distribute\` does)`;
    const nodes = await listNodeHealth(client);
    const orphans = state.isUnfinished ? [] : await listOrphans(client);
    const problems = [
      ...problemsOfTables(state),
      ...nodes.flatMap(problemsOfNode),
      ...orphans.map(({ table, rows }) => `${table} has ${rows} rows of accounts that do not exist`),
    ];
    if (problems.length > 0) throw new Refusal(problems.join("; "));
    return `Citus ${state.version}, ${nodes.map(describeNode).join(", ")}`;
  });
}

const describeNode = ({ host, port, shards }: NodeHealth): string => `${host}:${port} with ${shards} shards`;

function problemsOfTables(state: ClusterState): string[] {
  if (state.isUnfinished) return ["`trunkline distribute` has not ended: run it again, it continues"];
  const misplaced = listMisplaced(state).map(({ name }) => name);
  const forced = state.tables.filter(({ isForced }) => isForced);
  const inactive = state.nodes.filter(({ isActive }) => !isActive);
  return [
    ...(misplaced.length > 0 ? [`not distributed: ${misplaced.join(", ")} (\`trunkline migrate\` does it)`] : []),
    ...(forced.length > 0
      ? [`${forced.length} tables force row security on their owner: no shard can move (\`trunkline migrate\` ends it)`]
      : []),
    ...inactive.map(({ host, port }) => `${host}:${port} is disabled`),
  ];
}

function problemsOfNode({ host, port, settings }: NodeHealth): string[] {
  const name = `${host}:${port}`;
  if (settings === null) return [`${name} does not answer`];
  return [
    ...(settings.isPrepared ? [] : [`${name} is not prepared: run \`trunkline distribute\` again`]),
    ...(settings.runtimeMayConnect ? [] : [`${name} does not let trunkline_runtime connect (ALTER ROLE … LOGIN)`]),
    ...(settings.runtimeIsLimited ? [] : [`${name} lets trunkline_runtime pass by row security`]),
    ...(settings.preparedTransactions > 0 ? [] : [`${name} has max_prepared_transactions = 0`]),
    ...(settings.walLevel === "logical"
      ? []
      : [`${name} has wal_level = ${settings.walLevel}: shards cannot be moved while the program works`]),
    ...(settings.outputPlugins === null || settings.outputPlugins.includes("citus")
      ? []
      : [`${name} lacks citus in output_plugin_libraries: shards cannot be split`]),
    ...(settings.leftPrepared > 0
      ? [`${name} has ${settings.leftPrepared} transactions that have waited for their end for five minutes`]
      : []),
    ...(Math.abs(settings.secondsAhead) > mostSecondsApart
      ? [`the clock of ${name} is ${settings.secondsAhead.toFixed(1)} s off`]
      : []),
  ];
}
