import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
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
  listContactsOf,
  readAudiencePart,
} from "../../store/runs/dryRunAudience.ts";
import type { ClaimedWork } from "../../store/workQueue.ts";
import { addListed, addSums, type EstimateSums, mostListed, newSums } from "../../world/estimateSums.ts";
import { beginMsOf, type CarrierLimits, readCarrierLimits } from "../../world/forecastRun.ts";
import { type JourneyWorld, JourneyWorlds } from "../../world/journeyWorld.ts";
import { readContact } from "../journeys/claimedJourney.ts";
import type { Job } from "../repeat.ts";
import { type DryRunOutcome, describeDryRun } from "./describeDryRun.ts";
import type { DryRunPlan } from "./dryRunPlan.ts";
import { DryRunThreads, type Played } from "./dryRunThreads.ts";

/** Contacts of one part: what a thread holds at once. */
const partSize = 10_000;
/** Contacts read in one transaction where a filter selects only some of them. */
const mostScanned = 10_000;
/** More threads than this would take the processors from journeys that are real. */
const mostThreads = 4;
/** Contacts that are read before a thread plays them: their keys take 16 bytes each. */
const mostAhead = 1_000_000;
/** How often the progress is stored and a cancellation noticed. */
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
  const played = await playAudience(
    db,
    parts,
    { account, ...opened },
    async (progress) =>
      signal?.aborted !== true &&
      (await db.global((q) => dryRunQueue.keep(q, claimed, worker))) &&
      (await db.tx([account], (q) => moveDryRun(q, account, id, progress))) > 0,
  );
  if (played === null) return;
  const { read, ...sums } = played;
  const { plan, world } = opened;
  const outcome: DryRunOutcome = {
    sums: withTurnedAway(sums.sums, read),
    selected: read.left + read.enrolled,
    enrolled: read.enrolled,
    pace: {
      ...sums.pace,
      beginSeconds: beginMsOf(plan, read.enrolled) / 1000,
      lastSendMs: sums.sums.lastSendMs,
    },
    world,
  };
  const { result, lists } = describeDryRun(outcome);
  await db.tx([account], async (q) => {
    await moveDryRun(q, account, id, { total: outcome.selected, played: outcome.selected });
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

/** What was read of an audience. */
interface AudienceRead {
  enrolled: number;
  /** Contacts that a run would not take in. */
  left: number;
  turnedAway: Pick<AudiencePart, "turnedAway" | "listed">[];
}

/** Reads an audience part by part, as a run would enroll it. */
async function* readParts(db: Database, account: string, audience: DryRunAudience): AsyncGenerator<AudiencePart> {
  const isFiltered = (audience.selection.statements ?? []).length > 0;
  const scanned = isFiltered ? mostScanned * 5 : partSize;
  let after: string | null = null;
  do {
    const last = after;
    const part: AudiencePart = await db.tx([account], (q) =>
      readAudiencePart(q, account, audience, last, { scanned, listed: mostListed }),
    );
    yield part;
    after = part.upTo;
  } while (after !== null);
}

const readLimits = (
  db: Database,
  { account, plan, world }: Playing,
  first: AudiencePart | undefined,
): Promise<CarrierLimits> =>
  db.tx([account], async (q) => {
    const keys = first?.keys.subarray(0, samplesOfOthers * 16);
    const sample = keys === undefined ? [] : (await listContactsOf(q, account, keys)).map(readContact);
    return readCarrierLimits(q, account, { run: plan, world, sample, now: Date.now() });
  });

type Playing = Opened & { account: string };

type IsWanted = (progress: { total: number | null; played: number }) => Promise<boolean>;

/** Plays an audience in threads while it is read. Null: it is no longer wanted. */
async function playAudience(
  db: Database,
  { publicUrl, hasModel }: DryRunParts,
  playing: Playing,
  isWanted: IsWanted,
): Promise<(Played & { read: AudienceRead }) | null> {
  const { account, audience, plan } = playing;
  const read: AudienceRead = { enrolled: 0, left: 0, turnedAway: [] };
  const most = Math.max(1, Math.min(mostThreads, availableParallelism()));
  const waiting: AudiencePart[] = [];
  let threads: DryRunThreads | undefined;
  let handed = 0;
  let savedAt = performance.now();
  const isStillWanted = async (total: number | null): Promise<boolean> => {
    if (performance.now() - savedAt < tellMs) return true;
    savedAt = performance.now();
    return isWanted({ total, played: threads === undefined ? 0 : read.left + threads.played });
  };
  const begin = async (): Promise<DryRunThreads> => {
    const limits = await readLimits(db, playing, waiting[0]);
    const task = { url: db.url, claims: db.claims, account, publicUrl, hasModel, audience, plan, limits };
    // a thread without contacts would keep its share of the limits to itself
    return new DryRunThreads(task, Math.max(1, waiting.length));
  };
  const hand = (to: DryRunThreads): void => {
    for (const { keys, enrolled } of waiting.splice(0)) {
      to.play(keys, handed);
      handed += enrolled;
    }
  };
  try {
    for await (const part of readParts(db, account, audience)) {
      read.enrolled += part.enrolled;
      read.left += totalOf(part.turnedAway);
      read.turnedAway.push({ turnedAway: part.turnedAway, listed: part.listed });
      if (part.enrolled > 0) waiting.push(part);
      if (threads === undefined && waiting.length === most) threads = await begin();
      if (threads !== undefined) hand(threads);
      for (;;) {
        if (!(await isStillWanted(null))) return null;
        if (threads === undefined || handed - threads.played <= mostAhead) break;
        await pause(tellMs);
      }
    }
    threads ??= await begin();
    hand(threads);
    const all = threads.finish();
    for (;;) {
      const ended = await Promise.race([all, pause(tellMs, null)]);
      if (ended !== null) return { ...gather(ended), read };
      if (!(await isStillWanted(read.enrolled + read.left))) return null;
    }
  } finally {
    await threads?.close();
  }
}

/** Adds up the threads. Each has played its share at its share of the limits, so that all needed about the same time. */
function gather(ended: readonly Played[]): Played {
  const sums = newSums();
  for (const one of ended) addSums(sums, one.sums);
  const pace = ended.map((one) => one.pace).reduce((a, b) => (b.carrierSeconds > a.carrierSeconds ? b : a));
  return { sums, pace };
}

/** The figures with those that a run would not take in. */
function withTurnedAway(sums: EstimateSums, read: AudienceRead): EstimateSums {
  for (const { turnedAway, listed } of read.turnedAway)
    for (const [reason, count] of Object.entries(turnedAway))
      addListed(sums.lists, `left:${reason}`, ownValue(listed, reason) ?? [], count);
  return sums;
}
