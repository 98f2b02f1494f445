import { expect } from "vitest";
import type { Worker } from "../src/program/worker.ts";
import type { Database } from "../src/store/database.ts";
import { listBroken } from "../src/store/invariants.ts";
import { insertBatch, startBatch, stopBatch } from "../src/store/runs/batch.ts";
import {
  ask,
  type EngineWorld,
  makeCampaign,
  makeWorld,
  oneText,
  quickWorker,
  statusOf,
  until,
} from "./engineWorld.ts";

/** So many contacts by one statement, with numbers of handsets that behave. */
export const insertContacts = (db: Database, world: EngineWorld, count: number): Promise<number> =>
  db.tx([world.account], (q) =>
    q.run(
      `insert into contact (account_id, contact_id, phone, first_name, zones, zones_from)
       select $1, trunkline_uuid7(), '+1' || (2010000000 + n * 199 / 2)::bigint, 'Ann', '{America/New_York}', 'areaCode'
       from generate_series(1, $2::bigint) n`,
      [world.account, count],
    ),
  );

/** A run over every contact of the account. */
export const runOverAll = (
  db: Database,
  world: EngineWorld,
  campaign: { campaignId: string; version: number },
): Promise<string> =>
  db.tx([world.account], async (q) => {
    const { batchId } = await insertBatch(q, world.account, {
      ...campaign,
      displayName: "All contacts",
      periodMs: -1,
      dncFilter: [],
      selection: { statements: [] },
      createdBy: "test",
    });
    await startBatch(q, world.account, batchId);
    return batchId;
  });

export const countOf = async (db: Database, world: EngineWorld, from: string): Promise<number> =>
  (await ask<{ n: number }>(db, world, `select count(*)::int n from ${from}`))[0]?.n ?? -1;

/** Whether no other transaction of this database is older than this moment. */
export const claimsAreOver = (db: Database, moment: Date | undefined): Promise<boolean> =>
  db.owner(async (q) => {
    const older = await q.rows(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and backend_type = 'client backend' and xact_start < $1`,
      [moment],
    );
    return older.length === 0;
  });

/** Pauses a run over `count` contacts while it sends, starts it again, stops it, and starts it once more to its end. */
export async function pauseResumeStop(db: Database, count: number, working?: Worker): Promise<void> {
  const world = await makeWorld(db);
  await insertContacts(db, world, count);
  const campaign = await makeCampaign(db, world, oneText(world.template));
  const worker = working ?? quickWorker(db);
  const batch = await runOverAll(db, world, campaign);
  const sent = () => countOf(db, world, "simulator_message where account_id = $1 and direction = 'to_handset'");
  for (const mode of ["pause", "stop"] as const) {
    const before = await sent();
    await until("texts go out", async () => (await sent()) > before + count / 50, sent);
    const [click] = await ask<{ at: Date }>(db, world, "select clock_timestamp() at, $1::uuid");
    expect(await db.tx([world.account], (q) => stopBatch(q, world.account, batch, mode))).toBe(true);
    const [held] = await ask<{ at: Date; seconds: number }>(
      db,
      world,
      "select clock_timestamp() at, date_part('epoch', clock_timestamp() - $2::timestamptz) seconds, $1::uuid",
      [click?.at],
    );
    console.log(`${mode} of ${count}: committed ${held?.seconds.toFixed(3)} s after the click`);
    // what a claim took before the pause shows only once that claim is committed
    await until("claims from before are over", () => claimsAreOver(db, held?.at));
    const [over] = await ask<{ at: Date }>(db, world, "select clock_timestamp() at, $1::uuid");
    const underWay = "message where account_id = $1 and state = 'submitting'";
    await until("nothing is under way", async () => (await countOf(db, world, underWay)) === 0);
    const standing = await sent();
    expect(standing).toBeLessThan(count);
    // more than five seconds after the click, whatever the machine is busy with
    await new Promise((resolve) => setTimeout(resolve, count > 10_000 ? 8_000 : 1_500));
    expect(await sent()).toBe(standing);
    // and none was handed over after those claims; in the long proof none later than five seconds after the click (readings, Pause and stop)
    const late = await ask(
      db,
      world,
      `select from message where account_id = $1 and direction = 'out'
         and submitted > case when $3::boolean then $2::timestamptz + interval '5 seconds' else $4::timestamptz end`,
      [click?.at, count > 10_000, over?.at],
    );
    expect(late.length).toBe(0);
    if (mode === "stop")
      await until(
        "the queue is cancelled",
        async () => (await countOf(db, world, "message where account_id = $1 and state = 'queued'")) === 0,
      );
    expect(await db.tx([world.account], (q) => startBatch(q, world.account, batch))).toBe(true);
  }
  await until("the run is done", async () => (await statusOf(db, world, batch)) === "done", sent);
  if (!working) await worker.stop();
  expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
  const states = await ask<{ state: string; n: number }>(
    db,
    world,
    "select state, count(*)::int n from message where account_id = $1 group by 1",
  );
  expect(states.reduce((sum, { n }) => sum + n, 0)).toBe(count);
}
