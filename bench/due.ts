import { runClaimLoop } from "../apps/server/src/jobs/claimLoop.ts";
import { enrolBatch } from "../apps/server/src/jobs/enrolBatch.ts";
import { JourneyWorlds } from "../apps/server/src/jobs/journeyWorld.ts";
import { LaneRing } from "../apps/server/src/jobs/laneRing.ts";
import { Pulse } from "../apps/server/src/jobs/pulse.ts";
import type { Database } from "../apps/server/src/store/database.ts";
import { listLanes } from "../apps/server/src/store/lane.ts";
import { type Scene, saveWorkflow, startOverAll } from "./scene.ts";

/** Timers that fall due one after another on an idle machine: from due to committed step, milliseconds. */
export async function measureDue(db: Database, scene: Scene, samples: number): Promise<{ p50: number; p99: number }> {
  const { account, numberSet } = scene;
  const campaign = await saveWorkflow(db, account, numberSet, [
    { id: 1, type: "start", x: 0, y: 0, children: [2] },
    { id: 2, type: "control", x: 0, y: 0, children: [] },
  ]);
  const batchId = await startOverAll(db, account, campaign);
  while (await enrolBatch(db, account, batchId, 960));
  // every 10 ms one, the rest far away: what waits must not cost those that are due
  await db.tx([account], (q) =>
    q.run(
      `update journey j set class = 1, due_at = case when n <= $3 then now() + interval '1 second' + n * interval '10 milliseconds'
         else now() + interval '1 day' end
       from (select journey_id, row_number() over () n from journey where account_id = $1 and batch_id = $2) u
       where j.account_id = $1 and j.journey_id = u.journey_id`,
      [account, batchId, samples],
    ),
  );
  await db.owner((q) => q.run("analyze journey"));
  const pulse = new Pulse();
  const ring = new LaneRing();
  ring.set((await db.global(listLanes)).filter((lane) => lane.batchId === batchId));
  const lateness: number[] = [];
  const due = await db.tx([account], (q) =>
    q.rows<{ journeyId: string; dueMs: number }>(
      `select journey_id as "journeyId", date_part('epoch', due_at) * 1000 as "dueMs" from journey
       where account_id = $1 and batch_id = $2 and due_at < now() + interval '1 hour'`,
      [account, batchId],
    ),
  );
  const clock = await db.global((q) =>
    q.one<{ now: number }>("select date_part('epoch', clock_timestamp()) * 1000 as now"),
  );
  const offset = (clock?.now ?? Date.now()) - performance.now();
  const ordered = due.map((row) => row.dueMs).sort((a, b) => a - b);
  let at = 0;
  await runClaimLoop({
    db,
    ring,
    worlds: new JourneyWorlds(),
    slot: 961,
    pulse,
    claimed(result) {
      const committed = performance.now() + offset;
      for (let index = 0; index < result.claimed; index++) lateness.push(committed - (ordered[at++] ?? committed));
      if (at >= samples) pulse.stop();
    },
    failed: (error) => {
      throw error;
    },
  });
  lateness.sort((a, b) => a - b);
  return { p50: lateness[lateness.length >> 1] ?? 0, p99: lateness[Math.floor(lateness.length * 0.99)] ?? 0 };
}
