import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Contact } from "@trunkline/workflow/engine/world.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { type Database, isLostConnection } from "../../store/database.ts";
import {
  dryRunQueue,
  endDryRun,
  findDryRun,
  findDryRunWorkflow,
  moveDryRun,
  startDryRun,
} from "../../store/runs/dryRun.ts";
import {
  type AudiencePart,
  type DryRunAudience,
  listAudience,
  readAudiencePart,
} from "../../store/runs/dryRunAudience.ts";
import type { ClaimedWork } from "../../store/workQueue.ts";
import { addListed, addSums, type EstimateSums, mostListed, newSums } from "../../world/estimateSums.ts";
import { beginMsOf, type CarrierLimits, readCarrierLimits } from "../../world/forecastRun.ts";
import { type JourneyWorld, JourneyWorlds } from "../../world/journeyWorld.ts";
import type { Job } from "../repeat.ts";
import { type DryRunOutcome, describeDryRun } from "./describeDryRun.ts";
import type { DryRunPlan } from "./dryRunPlan.ts";
import type { ThreadMessage, ThreadTask } from "./dryRunThread.ts";

/** Contacts of one part: what a thread holds at once. */
const partSize = 10_000;
/** Contacts gone through in one transaction where a filter selects only some of them. */
const mostScanned = 10_000;
/** More threads than this would take the processors from journeys that are real. */
const mostThreads = 4;
/** How often the progress is written down and a cancellation noticed. */
const tellMs = 400;
/** Contacts that show what other runs have still to send. */
const samplesOfOthers = 10;

/** What dry runs need of the worker. */
interface DryRunParts {
  publicUrl?: string | undefined;
  hasModel: boolean;
}

/** The background job: takes one dry run and plays it to its end. True: there may be more to do. */
export const dryRunJob = (parts: DryRunParts): Job => ({
  name: "dryRun",
  everyMs: 500,
  wakesUp: true,
  async run(db: Database, signal?: AbortSignal): Promise<boolean> {
    const worker = randomUUID();
    const claimed = await db.global((q) => dryRunQueue.claim(q, worker));
    if (!claimed) return false;
    try {
      await playDryRun(db, claimed, worker, parts, signal);
    } catch (error) {
      // another worker begins it again
      if (isLostConnection(error)) throw error;
      const problem = `The dry run could not be completed: ${error instanceof Error ? error.message : String(error)}`;
      await db.tx([claimed.accountId], (q) =>
        endDryRun(q, claimed.accountId, claimed.id, { status: "failed", problem: problem.slice(0, 500) }),
      );
    } finally {
      await db.global((q) => dryRunQueue.release(q, claimed, worker)).catch(() => {});
    }
    return true;
  },
});

/** Everything about a dry run that is read before it is played. */
interface Opened {
  audience: DryRunAudience;
  plan: DryRunPlan;
  world: JourneyWorld | null;
}

async function playDryRun(
  db: Database,
  claimed: ClaimedWork,
  worker: string,
  parts: DryRunParts,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { accountId: account, id } = claimed;
  const opened = await open(db, account, id, parts);
  if (opened === null) return;
  const { audience, plan, world } = opened;
  const isWanted = async (progress: { total: number | null; played: number }): Promise<boolean> =>
    signal?.aborted !== true &&
    (await db.global((q) => dryRunQueue.keep(q, claimed, worker))) &&
    (await db.tx([account], (q) => moveDryRun(q, account, id, progress))) > 0;
  const read = await readParts(db, account, audience, isWanted);
  if (read === null) return;
  const left = read.reduce((sum, { turnedAway }) => sum + totalOf(turnedAway), 0);
  const enrolled = read.reduce((sum, part) => sum + part.enrolled, 0);
  const total = left + enrolled;
  const limits = await readLimits(db, account, opened, read);
  const played = await playParts(db, parts, { account, audience, plan, limits, read }, (done) =>
    isWanted({ total, played: left + done }),
  );
  if (played === null) return;
  const sums = withTurnedAway(played.sums, read);
  const outcome: DryRunOutcome = {
    sums,
    selected: total,
    enrolled,
    pace: { ...played.pace, beginSeconds: beginMsOf(plan, enrolled) / 1000, lastSendMs: sums.lastSendMs },
    world,
  };
  const { result, lists } = describeDryRun(outcome);
  await db.tx([account], async (q) => {
    await moveDryRun(q, account, id, { total, played: total });
    await endDryRun(q, account, id, { status: "done", result, lists });
  });
}

const totalOf = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

async function open(db: Database, account: string, id: string, parts: DryRunParts): Promise<Opened | null> {
  return db.tx([account], async (q) => {
    if (!(await startDryRun(q, account, id))) return null;
    const [row, drawn] = [await findDryRun(q, account, id), await findDryRunWorkflow(q, account, id)];
    if (row === null || drawn === null) throw new Error("The workflow of the dry run is gone");
    const { campaignId, dryRunId, selection, filters, assumptions, periodMs, startsAt } = row;
    const key = { accountId: account, campaignId, version: row.version ?? 0, ignoresWindow: false };
    const { publicUrl, hasModel } = parts;
    const worlds = new JourneyWorlds({ hasModel, ...(publicUrl !== undefined && { publicUrl }) });
    return {
      audience: { dryRunId, campaignId, selection, filters, frequencyDays: drawn.settings.frequencyDays },
      plan: { drawn, assumptions, startMs: startsAt.getTime(), periodMs },
      world: await worlds.loadDrawn(q, key, drawn),
    };
  });
}

/** Evaluates the whole audience, part by part. Null: it is no longer wanted. */
async function readParts(
  db: Database,
  account: string,
  audience: DryRunAudience,
  isWanted: (progress: { total: number | null; played: number }) => Promise<boolean>,
): Promise<AudiencePart[] | null> {
  const read: AudiencePart[] = [];
  const isFiltered = (audience.selection.statements ?? []).length > 0;
  const scanned = isFiltered ? mostScanned * 5 : partSize;
  let askedAt = performance.now();
  for (;;) {
    const after = read.at(-1)?.upTo ?? null;
    const part: AudiencePart = await db.tx([account], (q) =>
      readAudiencePart(q, account, audience, after, { scanned, listed: mostListed }),
    );
    read.push(part);
    if (part.upTo === null) return read;
    if (performance.now() - askedAt < tellMs) continue;
    askedAt = performance.now();
    if (!(await isWanted({ total: null, played: 0 }))) return null;
  }
}

async function readLimits(
  db: Database,
  account: string,
  { audience, plan, world }: Opened,
  read: readonly AudiencePart[],
): Promise<CarrierLimits> {
  return db.tx([account], async (q) => {
    const first = read.find(({ enrolled }) => enrolled > 0);
    const sample: Contact[] = first ? (await listAudience(q, account, audience, first)).slice(0, samplesOfOthers) : [];
    return readCarrierLimits(q, account, { run: plan, world, sample, now: Date.now() });
  });
}

interface Playing {
  account: string;
  audience: DryRunAudience;
  plan: DryRunPlan;
  limits: CarrierLimits;
  read: readonly AudiencePart[];
}

/** What the threads came to. */
type Played = Extract<ThreadMessage, { sums: EstimateSums }>;

/** Plays the parts in threads. Null: it is no longer wanted. */
async function playParts(
  db: Database,
  { publicUrl, hasModel }: DryRunParts,
  { account, audience, plan, limits, read }: Playing,
  isWanted: (played: number) => Promise<boolean>,
): Promise<Played | null> {
  let before = 0;
  const parts = read.flatMap(({ after, upTo, enrolled }) => {
    before += enrolled;
    return enrolled === 0 ? [] : [{ after, upTo, before: before - enrolled }];
  });
  const threads = Math.max(1, Math.min(mostThreads, availableParallelism(), parts.length));
  let done = 0;
  const running = Array.from({ length: threads }, (_, index) => {
    const task: ThreadTask = {
      url: db.url,
      account,
      publicUrl,
      hasModel,
      audience,
      plan,
      limits,
      // in turn, so that each thread has the same share of every period
      parts: parts.filter((_part, at) => at % threads === index),
      threads,
    };
    return startThread(task, (played) => {
      done += played;
    });
  });
  try {
    const all = Promise.all(running.map(({ ended }) => ended));
    all.catch(() => {});
    for (;;) {
      const ended = await Promise.race([all, pause(tellMs, null)]);
      if (ended !== null) return gather(ended);
      if (!(await isWanted(done))) return null;
    }
  } finally {
    await Promise.all(running.map(({ thread }) => thread.terminate()));
  }
}

function startThread(task: ThreadTask, moved: (played: number) => void): { thread: Worker; ended: Promise<Played> } {
  const thread = new Worker(new URL("./dryRunThread.ts", import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 },
  });
  const ended = new Promise<Played>((resolve, reject) => {
    thread.on("message", (message: ThreadMessage) => {
      if ("played" in message) moved(message.played);
      else resolve(message);
    });
    thread.on("error", reject);
    thread.on("exit", () => reject(new Error("A thread of the dry run has ended")));
  });
  ended.catch(() => {});
  return { thread, ended };
}

/** Adds up the threads. Each has played its share at its share of the limits, so that all needed about the same time. */
function gather(ended: readonly Played[]): Played {
  const sums = newSums();
  for (const one of ended) addSums(sums, one.sums);
  const pace = ended.map((one) => one.pace).reduce((a, b) => (b.carrierSeconds > a.carrierSeconds ? b : a));
  return { sums, pace };
}

/** The figures with those that a run would not take in. */
function withTurnedAway(sums: EstimateSums, read: readonly AudiencePart[]): EstimateSums {
  for (const { turnedAway, listed } of read)
    for (const [reason, count] of Object.entries(turnedAway))
      addListed(sums.lists, `left:${reason}`, ownValue(listed, reason) ?? [], count);
  return sums;
}
