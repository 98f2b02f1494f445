import { randomUUID } from "node:crypto";
import type { SessionCarrier } from "@trunkline/carriers/carrier.ts";
import { mostClaimConnections } from "../config/claimConnections.ts";
import type { Performer } from "../effects/performer.ts";
import { performers as allPerformers } from "../effects/performers.ts";
import { defaultEmailUrls } from "../email/emailProviders.ts";
import { openSmtpPool } from "../email/smtpPool.ts";
import { BindKeeper } from "../jobs/carriers/maintainBinds.ts";
import { runClaimLoop } from "../jobs/journeys/claimLoop.ts";
import { EffectRunner, runEffectLoop } from "../jobs/journeys/performEffects.ts";
import { runSendLoop, Sender } from "../jobs/messages/sendMessages.ts";
import { PendingWork } from "../jobs/pendingWork.ts";
import { PollTimer } from "../jobs/pollTimer.ts";
import { repeat } from "../jobs/repeat.ts";
import { LaneRing } from "../jobs/runs/laneRing.ts";
import { openSimulatedCarrier } from "../jobs/simulator/runSimulatedCarrier.ts";
import { isLostConnection } from "../store/database.ts";
import { removeWorker } from "../store/worker.ts";
import { JourneyWorlds } from "../world/journeyWorld.ts";
import { workerJobs } from "./workerJobs.ts";
import { enter, keepAlive } from "./workerLife.ts";
import { type SharedParts, slotsOf, type WorkerParts } from "./workerParts.ts";

/** The running worker. */
export interface Worker {
  /** Signals new work, so that the next poll runs at once. */
  wakeUp(): void;
  /** Finishes its claims and makes no new ones. */
  stop(): Promise<void>;
}

/** Starts the worker: claims, sending, enrollment, receipts, imports and history maintenance. */
export function startWorker(parts: WorkerParts): Worker {
  const pollTimer = new PollTimer();
  const ring = new LaneRing(parts.claimLoops);
  const pendingWork = new PendingWork(parts.db, ring, pollTimer);
  const ending = new AbortController();
  const running = work(parts, pollTimer, ring, pendingWork, ending.signal);
  const wakeUp = oneAtATime(() => pendingWork.poll().catch(() => {}));
  return {
    // A batch that was just started is not in the ring yet.
    wakeUp: () => void wakeUp().then(() => pollTimer.wakeUp()),
    async stop() {
      pollTimer.stop();
      ending.abort();
      await running;
    },
  };
}

/** Runs the read at once, and once more if it was requested meanwhile. Any number of requests causes one read after the last. */
function oneAtATime(run: () => Promise<unknown>): () => Promise<unknown> {
  let running: Promise<unknown> | null = null;
  let next: Promise<unknown> | null = null;
  const begin = (): Promise<unknown> => {
    next = null;
    running = run().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (running === null) return begin();
    next ??= running.then(begin);
    return next;
  };
}

async function work(
  parts: WorkerParts,
  pollTimer: PollTimer,
  ring: LaneRing,
  pendingWork: PendingWork,
  signal: AbortSignal,
): Promise<void> {
  const { db } = parts;
  const workerId = randomUUID();
  const failed = logFailures(parts);
  const slot = await enter(db, workerId, signal, failed);
  if (slot === null) return;
  const slots = slotsOf(slot);
  const carriers = openCarriers(parts);
  const worlds = new JourneyWorlds({
    hasModel: parts.model != null,
    ...(parts.publicUrl !== undefined && { publicUrl: parts.publicUrl }),
  });
  const life = keepAlive(db, workerId);
  const shared: SharedParts = { parts, workerId, slots, carriers, isAlive: life.isAlive, pollTimer, failed };
  const performers = parts.performers ?? allPerformers;
  const sender = openSender(shared);
  const runner = openEffectRunner(shared, performers);
  const binds = openBinds(shared);
  const jobs = [
    { name: "life", everyMs: 2_000, run: life.touch },
    ...workerJobs(shared, { ring, pendingWork }, performers),
    ...binds.jobs(() => pendingWork.waiting?.binds !== false),
    ...(parts.jobs ?? []),
  ];
  await pendingWork.poll().catch((error: unknown) => failed(error, "lanes"));
  await Promise.all([
    ...Array.from({ length: parts.claimLoops ?? mostClaimConnections }, (_, index) =>
      runClaimLoop({
        db,
        ring,
        worlds,
        slot: slots.claims + index,
        pollTimer,
        isHelper: index > 0,
        yieldsToCalls: index > 1,
        visits: parts.visits,
        traces: parts.traces,
        claimed: parts.claimed,
        failed: (error) => failed(error, "claim"),
      }),
    ),
    runSendLoop(sender, ring, pollTimer, (error) => failed(error, "send")),
    runEffectLoop(runner, ring, pollTimer, (error) => failed(error, "effects")),
    ...jobs.map((job) => repeat(db, job, { signal, pollTimer, isQuiet: () => ring.isQuiet }, failed)),
  ]);
  await Promise.all([sender.drain(), runner.drain()]);
  await binds.stop();
  for (const carrier of carriers.values()) await carrier.stop();
  await db.global((q) => removeWorker(q, workerId)).catch(() => {});
}

/** Connection errors are logged once per job and attempt. Anything else is a fault of ours. */
const logFailures =
  ({ log }: WorkerParts) =>
  (error: unknown, job: string): void =>
    log?.[isLostConnection(error) ? "warn" : "error"](
      { err: error, job },
      "a background job failed and will be retried",
    );

/** The carriers by name. Connections add theirs when they are bound. */
const openCarriers = ({ db, simulator, carriers = [] }: WorkerParts): Map<string, SessionCarrier> =>
  new Map([openSimulatedCarrier(db, simulator), ...carriers].map((carrier) => [carrier.name, carrier]));

/** Sends queued texts. */
const openSender = ({ parts, workerId, slots, carriers, isAlive, pollTimer, failed }: SharedParts): Sender =>
  new Sender({
    db: parts.db,
    workerId,
    slot: slots.sender,
    carriers,
    window: parts.window,
    traces: parts.traces,
    ...(parts.now && { now: parts.now }),
    isAlive,
    answered: () => pollTimer.wakeUp(),
    failed: (error) => failed(error, "writeEnded"),
  });

/** Performs the effects of nodes, such as webhooks. */
const openEffectRunner = (
  { parts, workerId, isAlive, pollTimer, failed }: SharedParts,
  performers: readonly Performer[],
): EffectRunner =>
  new EffectRunner({
    db: parts.db,
    workerId,
    performers,
    egress: parts.egress,
    secrets: parts.secrets,
    model: parts.model ?? null,
    emailUrls: parts.emailUrls ?? defaultEmailUrls,
    smtp: openSmtpPool({
      egress: parts.egress,
      allowPlain: false,
      ...(parts.mailCa !== undefined && { ca: parts.mailCa }),
    }),
    lookup: parts.lookup ?? null,
    publicUrl: parts.publicUrl ?? "http://127.0.0.1:4400",
    traces: parts.traces,
    atOnce: parts.effectsAtOnce,
    atOncePerAccount: parts.effectsAtOncePerAccount,
    isAlive,
    answered: () => pollTimer.wakeUp(),
    failed: (error) => failed(error, "effect"),
  });

/** Keeps the binds of SMPP connections. */
const openBinds = ({ parts, workerId, slots, carriers, failed }: SharedParts): BindKeeper =>
  new BindKeeper({
    db: parts.db,
    workerId,
    slot: slots.maintenance,
    egress: parts.egress,
    secrets: parts.secrets,
    carriers,
    timeouts: parts.connections,
    publicUrl: parts.publicUrl ?? "",
    failed: (error) => failed(error, "brought"),
  });
