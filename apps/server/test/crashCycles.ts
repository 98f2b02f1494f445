import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Database } from "../src/store/database.ts";
import type { BreakingPoint } from "./breakingDatabase.ts";
import { ask, type EngineWorld } from "./engineWorld.ts";
import { waitLimitMs } from "./waitLimit.ts";

/** Runs a worker that kills itself at its n-th statement, over connections to `provider`, whose certificate is a file; true when it got that far, false when it had to be ended. */
export function runUntilKilled(
  url: string,
  at: number,
  point: BreakingPoint,
  provider?: { masterKey: string; publicUrl: string; certificate: string },
): Promise<boolean> {
  const more = provider === undefined ? [] : [provider.masterKey, provider.publicUrl];
  const script = join(import.meta.dirname, "breakingWorker.ts");
  const child = spawn(process.execPath, [script, url, String(at), point, ...more], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...(provider && { NODE_EXTRA_CA_CERTS: provider.certificate }) },
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill("SIGTERM"), waitLimitMs);
    child.once("exit", (_code, signal) => {
      clearTimeout(timer);
      resolve(signal === "SIGKILL");
    });
  });
}

/** Makes every worker on the list look dead, so that no test waits for the real time-out. */
export const ageWorkers = (db: Database): Promise<number> =>
  db.global((q) => q.run("update worker set seen_at = now() - interval '1 hour'"));

/** How many texts are in each state. */
export async function statesOf(db: Database, world: EngineWorld): Promise<Record<string, number>> {
  const rows = await ask<{ state: string; n: number }>(
    db,
    world,
    "select state, count(*)::int n from message where account_id = $1 and direction = 'out' group by state",
  );
  return Object.fromEntries(rows.map((row) => [row.state, row.n]));
}
