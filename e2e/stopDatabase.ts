import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { patience } from "./page.ts";

/** What no PostgreSQL starts with. */
const fault = "\nthe database is kept from starting\n";

/** Stops the embedded database of a running product and keeps it down; what it answers lets it start again. */
export async function stopDatabase(dataDir: string, address: string): Promise<() => Promise<void>> {
  const cluster = join(dataDir, "postgres");
  const settings = join(cluster, "postgresql.auto.conf");
  const before = await readFile(settings, "utf8");
  const [pid] = (await readFile(join(cluster, "postmaster.pid"), "utf8")).split("\n");
  await appendFile(settings, fault);
  process.kill(Number(pid), "SIGINT");
  await expect.poll(() => answers(address), patience).toBe(503);
  return async () => {
    await writeFile(settings, before);
    await expect.poll(() => answers(address), patience).toBe(401);
  };
}

/** The status of a request whose session must be read. */
const answers = async (address: string): Promise<number> =>
  (await fetch(`${address}/v4/campaign/`, { headers: { authorization: "Bearer unknown" } })).status;
