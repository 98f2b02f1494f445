import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { SessionCarrier } from "@trunkline/carriers/carrier.ts";
import type { CampaignRegistry } from "@trunkline/carriers/registry/registry.ts";
import type { LookupKeys } from "@trunkline/carriers/twilioLookup/twilioLookup.ts";
import type { Performer } from "../effects/performer.ts";
import { performers as allPerformers } from "../effects/performers.ts";
import type { Egress } from "../egress/egress.ts";
import { defaultEmailUrls, type EmailUrls } from "../email/emailProviders.ts";
import { openSmtpPool } from "../email/smtpPool.ts";
import { transcribeVoicemailsJob } from "../jobs/calls/transcribeVoicemails.ts";
import { voiceJobs } from "../jobs/calls/voiceJobs.ts";
import { watchCallsJob, watchReputationsJob } from "../jobs/calls/watchAccounts.ts";
import type { ConnectionTimeouts } from "../jobs/carriers/connectionOpener.ts";
import { BindKeeper } from "../jobs/carriers/maintainBinds.ts";
import { bulkContactsJob } from "../jobs/contacts/bulkContacts.ts";
import { importContactsJob } from "../jobs/contacts/importContacts.ts";
import { importDncJob } from "../jobs/doNotContact/importDnc.ts";
import { importFederalJob } from "../jobs/doNotContact/importFederal.ts";
import { forgetHistoryJob } from "../jobs/history/forgetHistory.ts";
import { purgeJob } from "../jobs/history/purge.ts";
import { wakeConversationsJob } from "../jobs/inbox/wakeConversations.ts";
import { type ClaimLoopOptions, runClaimLoop } from "../jobs/journeys/claimLoop.ts";
import { EffectRunner, runEffectLoop } from "../jobs/journeys/performEffects.ts";
import { reapDeadWorkers, resolveDoubt } from "../jobs/messages/resolveDoubt.ts";
import { runSendLoop, Sender } from "../jobs/messages/sendMessages.ts";
import { watchAlertsJob } from "../jobs/notifications/watchAlerts.ts";
import { PendingWork } from "../jobs/pendingWork.ts";
import { PollTimer } from "../jobs/pollTimer.ts";
import { syncRegistrationsJob } from "../jobs/registration/syncRegistrations.ts";
import { type Job, repeat } from "../jobs/repeat.ts";
import { foldReportsJob } from "../jobs/reports/foldReports.ts";
import { dryRunJob } from "../jobs/runs/dryRun.ts";
import { fireSchedulesJob, recalculateSlotsJob } from "../jobs/runs/fireSchedules.ts";
import { LaneRing } from "../jobs/runs/laneRing.ts";
import { cancelLanes, enrolLanes, finishLanes } from "../jobs/runs/maintainRuns.ts";
import { moveJourneysJob } from "../jobs/runs/moveJourneys.ts";
import { deliverReceipts, openSimulatedCarrier, type SimulatorSpeed } from "../jobs/simulator/runSimulatedCarrier.ts";
import type { LanguageModel } from "../models/openModel.ts";
import type { SpeechService } from "../models/openSpeech.ts";
import { openSimulatedRegistry } from "../registry/openRegistry.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { type Database, isLostConnection } from "../store/database.ts";
import { insertPartitions, removeEmptyPartitions } from "../store/partition.ts";
import { deadAfterSeconds, insertWorker, listSendingAccounts, removeWorker, touchWorker } from "../store/worker.ts";
import type { Traces } from "../tracing/traces.ts";
import { JourneyWorlds } from "../world/journeyWorld.ts";

/** Options of the worker. */
export interface WorkerParts {
  db: Database;
  log?: { error(fields: object, text: string): void; warn(fields: object, text: string): void };
  /** The number of connections that claim journeys. */
  claimLoops?: number;
  /** Concurrent text sends. */
  window?: number;
  simulator?: SimulatorSpeed;
  /** Time limits of connections to carriers. */
  connections?: ConnectionTimeouts;
  /** Carriers in addition to the simulated one, or in its place. */
  carriers?: readonly SessionCarrier[];
  /** The effects available to journeys besides texts. Default: all. */
  performers?: readonly Performer[];
  /** The HTTP client for addresses that users enter. */
  egress: Egress;
  /** Decrypts stored secrets. */
  secrets: Secrets;
  /** The language model. Default: none. */
  model?: LanguageModel | null;
  /** What transcribes voicemails of accounts without their own speech service. Default: none. */
  speech?: SpeechService | null;
  /** Addresses of the e-mail providers, if not the default ones. */
  emailUrls?: EmailUrls;
  /** Certificates trusted at mail servers of accounts in addition to those of the system. */
  mailCa?: string;
  /** The lookup service for numbers. Default: none. */
  lookup?: LookupKeys | null;
  /** Where brands and 10DLC campaigns are filed. Default: the embedded registry. Null: another process syncs them. */
  registry?: CampaignRegistry | null;
  /** Concurrent effects, in total and per account. */
  effectsAtOnce?: number;
  effectsAtOncePerAccount?: number;
  /** Nodes visited per claim. A benchmark of single steps uses 1. */
  visits?: number;
  /** The public address, used in links to recordings and drawn pictures. */
  publicUrl?: string;
  /** Epoch ms, for the days of carriers with daily limits. Default: the machine's clock. */
  now?: () => number;
  /** Longest pause of the jobs that start and end runs. Default: one for people, who wait for longer than tests. */
  runsEveryMs?: number;
  /** When a message or call without a result counts as unknown. */
  unknownAfterMs?: number;
  /** What work for journeys is recorded in. Default: nothing. */
  traces?: Traces;
  /** Additional jobs. */
  jobs?: readonly Job[];
  claimed?: ClaimLoopOptions["claimed"];
}

/** The running worker. */
export interface Worker {
  /** Signals new work, so that the next poll runs at once. */
  wakeUp(): void;
  /** Finishes its claims and makes no new ones. */
  stop(): Promise<void>;
}

/** Counter rows of one worker's loops. */
const slotsPerWorker = 8;
const senderSlot = 5;
const maintenanceSlot = 6;
const moveSlot = 7;
const lanesEveryMs = 500;

/** Starts the worker: claims, sending, enrollment, receipts, imports and history maintenance. */
export function startWorker(parts: WorkerParts): Worker {
  const pollTimer = new PollTimer();
  const ring = new LaneRing();
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
  const base = slot * slotsPerWorker;
  const carriers = openCarriers(parts);
  const worlds = new JourneyWorlds({
    hasModel: parts.model != null,
    ...(parts.publicUrl !== undefined && { publicUrl: parts.publicUrl }),
  });
  const life = keepAlive(db, workerId);
  const shared: Shared = { parts, workerId, base, carriers, isAlive: life.isAlive, pollTimer, failed };
  const performers = parts.performers ?? allPerformers;
  const sender = openSender(shared);
  const runner = openEffectRunner(shared, performers);
  const repeatable = performers.filter((one) => one.repeatable).map((one) => one.do);
  const maintenance = base + maintenanceSlot;
  const binds = openBinds(shared);
  const jobs = [
    { name: "life", everyMs: 2_000, run: life.touch },
    ...runJobs(shared, ring, pendingWork),
    ...recoveryJobs(parts, carriers, maintenance, repeatable),
    ...wantedJobs(pendingWork, parts, base + moveSlot),
    ...(parts.registry === null ? [] : [syncRegistrationsJob(parts.registry ?? openSimulatedRegistry(db), parts)]),
    ...binds.jobs(() => pendingWork.waiting?.binds !== false),
    ...voiceJobs({
      ...parts,
      senders: async () => pendingWork.waiting?.senders ?? db.global(listSendingAccounts),
      ring,
      workerId,
      isAlive: life.isAlive,
      world: { publicUrl: parts.publicUrl ?? "", pace: parts.simulator?.callPace ?? 1 },
      timeoutMs: parts.simulator?.timeoutMs,
    }),
    ...(parts.jobs ?? []),
  ];
  await pendingWork.poll().catch((error: unknown) => failed(error, "lanes"));
  await Promise.all([
    ...Array.from({ length: parts.claimLoops ?? 4 }, (_, index) =>
      runClaimLoop({
        db,
        ring,
        worlds,
        slot: base + index,
        pollTimer,
        isHelper: index > 0,
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

/** What the parts of one worker share. */
interface Shared {
  parts: WorkerParts;
  workerId: string;
  /** The first of the worker's slots for counts. */
  base: number;
  carriers: Map<string, SessionCarrier>;
  isAlive(): boolean;
  pollTimer: PollTimer;
  failed(error: unknown, job: string): void;
}

/** Sends queued texts. */
const openSender = ({ parts, workerId, base, carriers, isAlive, pollTimer, failed }: Shared): Sender =>
  new Sender({
    db: parts.db,
    workerId,
    slot: base + senderSlot,
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
  { parts, workerId, isAlive, pollTimer, failed }: Shared,
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
const openBinds = ({ parts, workerId, base, carriers, failed }: Shared): BindKeeper =>
  new BindKeeper({
    db: parts.db,
    workerId,
    slot: base + maintenanceSlot,
    egress: parts.egress,
    secrets: parts.secrets,
    carriers,
    timeouts: parts.connections,
    publicUrl: parts.publicUrl ?? "",
    failed: (error) => failed(error, "brought"),
  });

/** Runs and their receipts. */
function runJobs({ parts: { db, runsEveryMs }, base }: Shared, ring: LaneRing, pendingWork: PendingWork): Job[] {
  const slot = base + maintenanceSlot;
  const atMost = (ms: number): number => Math.min(ms, runsEveryMs ?? ms);
  return [
    { name: "lanes", everyMs: atMost(lanesEveryMs), run: () => pendingWork.poll() },
    { name: "enrol", everyMs: atMost(250), wakesUp: true, run: () => enrolLanes(db, ring.all, slot) },
    { name: "cancel", everyMs: atMost(500), run: () => cancelLanes(db, ring.all) },
    { name: "finish", everyMs: atMost(1_000), run: () => finishLanes(db, ring.all) },
    {
      name: "receipts",
      everyMs: atMost(200),
      quietMs: atMost(1_000),
      run: () => deliverReceipts(db, slot, pendingWork.waiting?.senders),
    },
  ];
}

/** What dead workers left, texts in doubt, and old rows. */
const recoveryJobs = (
  { db, unknownAfterMs }: WorkerParts,
  carriers: ReadonlyMap<string, SessionCarrier>,
  slot: number,
  repeatable: Parameters<typeof reapDeadWorkers>[1],
): Job[] => [
  { name: "bury", everyMs: 2_000, run: async () => (await reapDeadWorkers(db, repeatable)) > 0 },
  { name: "doubt", everyMs: 2_000, run: () => resolveDoubt(db, { carriers, slot, unknownAfterMs }) },
  { name: "partitions", everyMs: 6 * 3_600_000, run: () => maintainPartitions(db) },
  purgeJob,
  forgetHistoryJob,
  foldReportsJob,
  watchAlertsJob,
  watchReputationsJob,
  recalculateSlotsJob,
];

/** Jobs that look into their queue only while something waits there. */
const wantedJobs = (pendingWork: PendingWork, parts: WorkerParts, slot: number): Job[] => [
  {
    ...transcribeVoicemailsJob({ ...parts, speech: parts.speech ?? null }),
    isWanted: () => pendingWork.waiting?.transcripts !== false,
  },
  {
    ...moveJourneysJob({ slot, publicUrl: parts.publicUrl, hasModel: parts.model != null }),
    isWanted: () => pendingWork.waiting?.journeyMoves !== false,
  },
  {
    ...dryRunJob({ publicUrl: parts.publicUrl, hasModel: parts.model != null }),
    isWanted: () => pendingWork.waiting?.dryRuns !== false,
  },
  { ...watchCallsJob, isWanted: () => pendingWork.waiting?.callThresholds !== false },
  { ...importContactsJob, isWanted: () => pendingWork.waiting?.imports !== false },
  { ...bulkContactsJob, isWanted: () => pendingWork.waiting?.contactJobs !== false },
  { ...importDncJob, isWanted: () => pendingWork.waiting?.dncImports !== false },
  { ...importFederalJob, isWanted: () => pendingWork.waiting?.federalImports !== false },
  { ...wakeConversationsJob, isWanted: () => pendingWork.waiting?.conversations !== false },
  { ...fireSchedulesJob, isWanted: () => pendingWork.waiting?.schedules !== false },
];

/** Creates the history partitions of this month and the next two. Drops old empty ones. */
async function maintainPartitions(db: Database): Promise<boolean> {
  await db.owner((q) => insertPartitions(q, 2));
  await removeEmptyPartitions(db);
  return false;
}

/** Registers the worker as soon as the database is reachable. */
async function enter(
  db: Database,
  workerId: string,
  signal: AbortSignal,
  failed: (error: unknown, job: string) => void,
): Promise<number | null> {
  const resting = new PollTimer();
  signal.addEventListener("abort", () => resting.stop());
  while (!signal.aborted) {
    try {
      return await db.global((q) => insertWorker(q, workerId, hostname()));
    } catch (error) {
      failed(error, "enter");
      await resting.backOff(true);
    }
  }
  return null;
}

/** Sends the worker's heartbeat and reports whether other workers may still consider it alive. */
function keepAlive(db: Database, workerId: string) {
  let seenAt = performance.now();
  return {
    isAlive: () => performance.now() - seenAt < (deadAfterSeconds * 1_000) / 2,
    async touch(): Promise<boolean> {
      const asked = performance.now();
      // Declared dead while disconnected: it registers again under its name, and its submissions stay in doubt.
      if (!(await db.global((q) => touchWorker(q, workerId))))
        await db.global((q) => insertWorker(q, workerId, hostname()));
      seenAt = asked;
      return false;
    },
  };
}
