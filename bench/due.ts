import { runClaimLoop } from "../apps/server/src/jobs/journeys/claimLoop.ts";
import { PollTimer } from "../apps/server/src/jobs/pollTimer.ts";
import { enrolBatch } from "../apps/server/src/jobs/runs/enrolBatch.ts";
import { LaneRing } from "../apps/server/src/jobs/runs/laneRing.ts";
import type { Database } from "../apps/server/src/store/database.ts";
import { listLanes } from "../apps/server/src/store/runs/lane.ts";
import { JourneyWorlds } from "../apps/server/src/world/journeyWorld.ts";
import { makeFiveNodes, type Scene, saveWorkflow, startOverAll } from "./scene.ts";
import { claimConnections } from "./steps.ts";

const periodMs = 10;

/** From due to committed, milliseconds. */
export interface Lateness {
  p50: number;
  p99: number;
}

/** Starts that fall due one after another on an idle machine, while all others wait: one loop that does nothing else. */
export async function measureDue(db: Database, scene: Scene, samples: number): Promise<Lateness> {
  const starts = await enrolStarts(db, scene);
  const ring = new LaneRing();
  ring.set((await db.global(listLanes)).filter((lane) => lane.batchId === starts.batchId));
  const pollTimer = new PollTimer();
  await runClaimLoop({
    db,
    ring,
    worlds: new JourneyWorlds(),
    slot: 961,
    pollTimer,
    claimed(result) {
      if (starts.note(result.claimed) >= samples) pollTimer.stop();
    },
    failed: (error) => {
      throw error;
    },
  });
  return starts.lateness();
}

/** The same starts while another run of the account has more to do than the worker's loops can, in the same process. */
export async function measureDueUnderBacklog(
  db: Database,
  scene: Scene,
  samples: number,
): Promise<Lateness & { problems: string[] }> {
  const { account } = scene;
  const backlog = await startOverAll(db, account, await makeFiveNodes(db, scene));
  while (await enrolBatch(db, account, backlog, 962));
  const starts = await enrolStarts(db, scene);
  const ring = new LaneRing(claimConnections);
  const ours = new Set([backlog, starts.batchId]);
  ring.set((await db.global(listLanes)).filter((lane) => ours.has(lane.batchId)));
  const pollTimer = new PollTimer();
  const worlds = new JourneyWorlds();
  await Promise.all(
    Array.from({ length: claimConnections }, (_, index) =>
      runClaimLoop({
        db,
        ring,
        worlds,
        slot: 963 + index,
        pollTimer,
        claimed({ perLane }, _elapsedMs, lanes) {
          const started = lanes.reduce((sum, lane, at) => sum + (lane.batchId === backlog ? 0 : (perLane[at] ?? 0)), 0);
          if (starts.note(started) >= samples) pollTimer.stop();
        },
        failed: (error) => {
          throw error;
        },
      }),
    ),
  );
  const left = await db.tx([account], (q) =>
    q.one("select from journey where account_id = $1 and batch_id = $2 and revision = 0 limit 1", [account, backlog]),
  );
  const problems = left === null ? ["the backlog was done before all starts were due: ask for more contacts"] : [];
  return { ...starts.lateness(), problems };
}

/** Starts of a run of its own, ten milliseconds apart, for every contact of the scene. */
export async function enrolStarts(db: Database, { account, numberSet }: Scene) {
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
  let fromMs = performance.now() + offset + 1_000;
  let late: number[] = [];
  let at = 0;
  return {
    batchId,
    /** Called with the number of new commits; returns how many samples there are. */
    note(claimed: number): number {
      const committed = performance.now() + offset;
      for (const { dueMs } of due.slice(at, at + claimed)) if (dueMs > fromMs) late.push(committed - dueMs);
      at += claimed;
      return late.length;
    },
    /** From now on it counts. */
    begin(): void {
      late = [];
      fromMs = performance.now() + offset;
    },
    lateness(): Lateness {
      const sorted = late.toSorted((a, b) => a - b);
      return { p50: sorted[sorted.length >> 1] ?? 0, p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
    },
  };
}
