import { chooseClaimConnections } from "../apps/server/src/config/claimConnections.ts";
import { runClaimLoop } from "../apps/server/src/jobs/journeys/claimLoop.ts";
import { PollTimer } from "../apps/server/src/jobs/pollTimer.ts";
import { enrolBatch } from "../apps/server/src/jobs/runs/enrolBatch.ts";
import { LaneRing } from "../apps/server/src/jobs/runs/laneRing.ts";
import type { Database } from "../apps/server/src/store/database.ts";
import { listLanes } from "../apps/server/src/store/runs/lane.ts";
import { JourneyWorlds } from "../apps/server/src/world/journeyWorld.ts";
import { settle } from "./place.ts";
import { makeFiveNodes, type Scene, startOverAll } from "./scene.ts";

/** What a run of journeys measured. */
export interface StepFigures {
  enrolSeconds: number;
  visitsPerSecond: number;
  /** Length of a claim's transaction, milliseconds. */
  p50: number;
  p99: number;
  problems: string[];
}

/** As many as a worker has. */
export const claimConnections = chooseClaimConnections(undefined);

/** Enrols every contact of the scene and walks five nodes with each; `visits` nodes per claim. Counts are verified. */
export async function measureSteps(db: Database, scene: Scene, contacts: number, visits: number): Promise<StepFigures> {
  const { account } = scene;
  const batchId = await startOverAll(db, account, await makeFiveNodes(db, scene));
  const enrolBegan = performance.now();
  while (await enrolBatch(db, account, batchId, 900));
  const enrolSeconds = (performance.now() - enrolBegan) / 1000;
  await settle(db);
  const { seconds, steps, lengths, problems } = await walkFiveNodes(db, new Set([batchId]), contacts, visits);
  problems.push(...(await verifySteps(db, account, batchId, contacts)));
  lengths.sort((a, b) => a - b);
  return {
    enrolSeconds,
    visitsPerSecond: steps / seconds,
    p50: lengths[lengths.length >> 1] ?? 0,
    p99: lengths[Math.floor(lengths.length * 0.99)] ?? 0,
    problems,
  };
}

/** Walks the five nodes with every contact of these runs: the worker's claim loops, without anything else of the worker. */
export async function walkFiveNodes(
  db: Database,
  runs: ReadonlySet<string>,
  contacts: number,
  visits: number,
): Promise<{ seconds: number; steps: number; lengths: number[]; problems: string[] }> {
  const pollTimer = new PollTimer();
  const ring = new LaneRing(claimConnections);
  ring.set((await db.global(listLanes)).filter((lane) => runs.has(lane.batchId)));
  const worlds = new JourneyWorlds();
  const lengths: number[] = [];
  let steps = 0;
  const problems: string[] = [];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: claimConnections }, (_, index) =>
      runClaimLoop({
        db,
        ring,
        worlds,
        slot: index,
        pollTimer,
        yieldsToCalls: index > 1,
        visits,
        claimed(result, elapsedMs) {
          lengths.push(elapsedMs);
          steps += result.steps;
          if (steps >= contacts * 5) pollTimer.stop();
        },
        failed(error) {
          problems.push(String(error));
          pollTimer.stop();
        },
      }),
    ),
  );
  const seconds = (performance.now() - began) / 1000;
  return { seconds, steps, lengths, problems };
}

/** Every contact five steps without a gap, one message each, and counts that equal a recount. */
export async function verifySteps(db: Database, account: string, batchId: string, contacts: number): Promise<string[]> {
  const found = await db.tx([account], (q) =>
    q.one<Record<string, number>>(
      `select (select count(*) from journey where account_id = $1 and batch_id = $2)::int journeys,
         (select count(*) from step s join journey j using (account_id, journey_id) where s.account_id = $1 and j.batch_id = $2)::int steps,
         (select count(*) from (select 1 one from step s join journey j using (account_id, journey_id) where s.account_id = $1 and j.batch_id = $2
           group by journey_id having count(*) <> 5 or min(s.revision) <> 1 or max(s.revision) <> 5) x)::int uneven,
         (select count(*) from message where account_id = $1 and batch_id = $2)::int messages,
         (select sum(started) from batch_count where account_id = $1 and batch_id = $2)::int started,
         (select sum(entered) from node_count where account_id = $1 and batch_id = $2)::int entered,
         (select sum(here) from node_count where account_id = $1 and batch_id = $2)::int here`,
      [account, batchId],
    ),
  );
  const expected: Record<string, number> = {
    journeys: contacts,
    steps: contacts * 5,
    uneven: 0,
    messages: contacts,
    started: contacts,
    entered: contacts * 5,
    here: contacts,
  };
  return Object.entries(expected).flatMap(([name, count]) =>
    found?.[name] === count ? [] : [`${name}: ${found?.[name]} instead of ${count}`],
  );
}
