import { Command } from "commander";
import { type Flags, readConfig } from "../config/config.ts";
import { distribute } from "../program/cluster/distribute.ts";
import { openStore } from "../program/openStore.ts";
import { Refusal } from "../refusal.ts";

/** `trunkline distribute`: turns the installation into one on several database servers. */
export const command = new Command("distribute")
  .description(
    "Distribute the database over the nodes of a Citus cluster, by account. Stop all processes first. It can be stopped and continued.",
  )
  .option("--shards <number>", "parts into which the accounts are divided, 1 to 1024", "32")
  .action(async (flags: Flags & { shards: string }) => {
    const shards = parseShards(flags.shards);
    const store = await openStore(readConfig(process.env, {}), { say: console.error, migrate: false });
    try {
      const { tables, rows } = await distribute(store.db, { shards, say: console.error });
      console.error(
        tables === 0
          ? "The installation is distributed already, and all nodes are prepared."
          : `Distributed ${tables} tables with ${rows.toLocaleString("en-US")} rows. Start the processes again.`,
      );
    } finally {
      await store.close();
    }
  });

function parseShards(text: string): number {
  const shards = Number(text);
  if (!Number.isInteger(shards) || shards < 1 || shards > 1024)
    throw new Refusal(`--shards: "${text}" is not a whole number from 1 to 1024`, { exitCode: 2 });
  return shards;
}
