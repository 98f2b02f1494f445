import { runClaimLoop } from "../apps/server/src/jobs/claimLoop.ts";
import { enrolBatch } from "../apps/server/src/jobs/enrolBatch.ts";
import { JourneyWorlds } from "../apps/server/src/jobs/journeyWorld.ts";
import { LaneRing } from "../apps/server/src/jobs/laneRing.ts";
import { Pulse } from "../apps/server/src/jobs/pulse.ts";
import type { Database } from "../apps/server/src/store/database.ts";
import { listLanes } from "../apps/server/src/store/lane.ts";
import { type Scene, saveWorkflow, startOverAll } from "./scene.ts";

const periodMs = 10;

/** Starts that fall due one after another on an idle machine, while all others wait: from due to committed step, milliseconds. */
export async function measureDue(db: Database, scene: Scene, samples: number): Promise<{ p50: number; p99: number }> {
  const { account, numberSet } = scene;
  const campaign = await saveWorkflow(db, account, numberSet, [
    { id: 1, type: "start", x: 0, y: 0, children: [2] },
    { id: 2, type: "control", x: 0, y: 0, children: [] },
  ]);
  const batchId = await startOverAll(db, account, campaign, periodMs);
  while (await enrolBatch(db, account, batchId, 960));
  const due = await db.tx([account], (q) =>
    q.rows<{ dueMs: number }>(
      `select date_part('epoch', due_at) * 1000 as "dueMs" from journey where account_id = $1 and batch_id = $2 order by due_at`,
      [account, batchId],
    ),
  );
  const clock = await db.global((q) =>
    q.one<{ now: number }>("select date_part('epoch', clock_timestamp()) * 1000 as now"),
  );
  const offset = (clock?.now ?? Date.now()) - performance.now();
  // those that fell due during the enrolment are a backlog, not samples
  const fromMs = performance.now() + offset + 1_000;
  const ring = new LaneRing();
  ring.set((await db.global(listLanes)).filter((lane) => lane.batchId === batchId));
  const pulse = new Pulse();
  const lateness: number[] = [];
  let at = 0;
  await runClaimLoop({
    db,
    ring,
    worlds: new JourneyWorlds(),
    slot: 961,
    pulse,
    claimed(result) {
      const committed = performance.now() + offset;
      for (const { dueMs } of due.slice(at, at + result.claimed)) if (dueMs > fromMs) lateness.push(committed - dueMs);
      at += result.claimed;
      if (lateness.length >= samples) pulse.stop();
    },
    failed: (error) => {
      throw error;
    },
  });
  lateness.sort((a, b) => a - b);
  return { p50: lateness[lateness.length >> 1] ?? 0, p99: lateness[Math.floor(lateness.length * 0.99)] ?? 0 };
}
