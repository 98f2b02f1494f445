import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { isOnCluster } from "./clusterDatabases.ts";
import { freshDatabase } from "./freshDatabase.ts";

const db = await freshDatabase();
const root = join(import.meta.dirname, "../../..");

/** Runs `npm run prove -- citus` with these arguments, on the database at `url`. */
async function proveOnCluster(args: string[], url: string | undefined) {
  const { TRUNKLINE_CITUS_URL: _, ...env } = process.env;
  const command = spawn(process.execPath, [join(root, "scripts/prove.ts"), "citus", ...args], {
    env: { ...env, ...(url !== undefined && { TRUNKLINE_CITUS_URL: url }) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => command.on("exit", resolve));
  return { said: await text(command.stderr), code: await ended };
}

it.each([
  ["a part that does not exist", ["kill"], db.url, 'There is no "kill" to prove on a cluster'],
  ["no database", ["tests"], undefined, "Set TRUNKLINE_CITUS_URL to a database on a coordinator"],
])("refuses to prove on %s, and says what to do", async (_, args, url, words) => {
  const { said, code } = await proveOnCluster(args, url);
  expect(said).toContain(words);
  expect(code).toBe(2);
});

// on a cluster the proof would begin
it.skipIf(isOnCluster())("refuses to prove on a database of one server, where it would prove nothing", async () => {
  const { said, code } = await proveOnCluster(["tests"], db.url);
  expect(said).toContain("knows no worker nodes: name one with Citus");
  expect(code).toBe(2);
});
