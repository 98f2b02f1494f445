import { setImmediate as nextTurn } from "node:timers/promises";
import { advance } from "@trunkline/workflow/engine/advance.ts";
import type { Advance, Journey } from "@trunkline/workflow/engine/journey.ts";
import type { Definition } from "@trunkline/workflow/engine/world.ts";
import { kindOf } from "@trunkline/workflow/outbound/kinds/index.ts";
import { eachInTurn, transactionsOf } from "../../store/claimDialect.ts";
import type { Database, Query } from "../../store/database.ts";
import { listFederalAnswers } from "../../store/doNotContact/federalDnc.ts";
import { type ClaimedRow, type ClaimLane, claimJourneys, laneOf, readMarks } from "../../store/journeys/journey.ts";
import type { Traces } from "../../tracing/traces.ts";
import type { JourneyWorld, JourneyWorlds } from "../../world/journeyWorld.ts";
import type { AdvancedJourney } from "./advancedJourney.ts";
import { pendingEventsOf, readContact, readJourney } from "./claimedJourney.ts";
import { ClaimWrites } from "./claimWrites.ts";
import { traceAdvance } from "./traceAdvance.ts";

/** What one claim did. */
export interface ClaimResult {
  /** How many journeys each asked lane gave. */
  perLane: number[];
  claimed: number;
  steps: number;
  messages: number;
}

/** How a claim is made. */
export interface ClaimOptions {
  /** The rows of counts that are this connection's own. */
  slot: number;
  worlds: JourneyWorlds;
  /** Nodes visited per claim; a benchmark of single steps says 1. */
  visits?: number;
  /** What advanced journeys are recorded in. Default: nothing. */
  traces?: Traces | undefined;
  /** Reports that the node of an account is away. Default: thrown when the other accounts have been claimed. */
  failed?: ((error: unknown) => void) | undefined;
}

/** Thrown when a claimed row has changed since its claim: everything is rolled back. */
class FenceBroken extends Error {
  override name = "FenceBroken";
}

/**
 * One transaction (one per account where the server wants it so): takes what is due in these lanes, advances it in memory, writes steps, effects, changes, counts and
 * the journeys' new rows, fenced by their revision (architecture, Journeys in PostgreSQL). A killed worker loses nothing.
 */
export async function advanceJourneys(
  db: Database,
  lanes: readonly ClaimLane[],
  options: ClaimOptions,
): Promise<ClaimResult> {
  const groups = transactionsOf(db, lanes);
  if (groups.length === 1) return claimOnce(db, lanes, options);
  const places = new Map(lanes.map((lane, index) => [lane, index]));
  const all: ClaimResult = { perLane: lanes.map(() => 0), claimed: 0, steps: 0, messages: 0 };
  const claim = async (group: readonly ClaimLane[]): Promise<void> => {
    const { perLane, claimed, steps, messages } = await claimOnce(db, group, options);
    for (const [index, lane] of group.entries()) all.perLane[places.get(lane) ?? 0] = perLane[index] ?? 0;
    all.claimed += claimed;
    all.steps += steps;
    all.messages += messages;
  };
  await eachInTurn(groups, claim, options.failed);
  return all;
}

async function claimOnce(db: Database, lanes: readonly ClaimLane[], options: ClaimOptions): Promise<ClaimResult> {
  const accountIds = [...new Set(lanes.map((lane) => lane.accountId))];
  const startMs = Date.now();
  const { traced, ...result } = await db.tx(accountIds, (q) => claimAndWrite(q, lanes, options), { byKey: true });
  for (const walked of traced) traceAdvance(options.traces, walked, startMs);
  return result;
}

/** A claim, and those of its journeys that are traced. */
type TracedClaim = ClaimResult & { traced: AdvancedJourney[] };

/** Which journeys a failed claim had taken, by its error. */
const claimedBefore = new WeakMap<object, readonly string[]>();

/**
 * Fails a journey that alone made a claim fail, with the error as its reason. The batch continues without it (reliability
 * F14). False if the claim had more than one journey, or the journey is no longer the lane's first.
 */
export async function failFirst(db: Database, lane: ClaimLane, slot: number, error: unknown): Promise<boolean> {
  const culprits = typeof error === "object" && error !== null ? claimedBefore.get(error) : undefined;
  if (culprits?.length !== 1) return false;
  return db.tx(
    [lane.accountId],
    async (q) => {
      const [row] = await claimJourneys(q, [{ ...lane, quota: 1 }]);
      if (row === undefined || row.journeyId !== culprits[0]) return false;
      const marks = readMarks(row);
      const before = readJourney(row, marks);
      const words = `broken_node: ${error instanceof Error ? error.message : String(error)}`.slice(0, 500);
      const { now } = row;
      const advances = [fail(before, now, words, words)];
      const writes = new ClaimWrites();
      const after = (advances[0] as Advance).journey;
      const contact = readContact(row);
      writes.add({ row, class: marks.class, lane, world: null, before, after, advances, answered: [], contact, now });
      await writes.write(q, slot);
      return true;
    },
    { byKey: true },
  );
}

async function claimAndWrite(
  q: Query,
  lanes: readonly ClaimLane[],
  { slot, worlds, visits, traces }: ClaimOptions,
): Promise<TracedClaim> {
  const result: TracedClaim = { perLane: lanes.map(() => 0), claimed: 0, steps: 0, messages: 0, traced: [] };
  const rows = await claimJourneys(q, lanes);
  if (rows.length === 0) return result;
  try {
    await writeClaimed(q, { rows, lanes, slot, worlds, visits, traces, result });
  } catch (error) {
    if (typeof error === "object" && error !== null)
      claimedBefore.set(
        error,
        rows.map((row) => row.journeyId),
      );
    throw error;
  }
  return result;
}

/** After so many journeys, about a millisecond of work, a claim yields the event loop: a caller waits for the next menu. */
const journeysPerTurn = 64;

interface Claimed {
  rows: readonly ClaimedRow[];
  lanes: readonly ClaimLane[];
  slot: number;
  worlds: JourneyWorlds;
  visits: number | undefined;
  traces: Traces | undefined;
  result: TracedClaim;
}

async function writeClaimed(q: Query, { rows, lanes, slot, worlds, visits, traces, result }: Claimed): Promise<void> {
  const walks = await loadWorlds(q, worlds, lanes, rows);
  const federal = await lookUpFederal(q, walks);
  const writes = new ClaimWrites();
  const moving: Moving = { visits, federal };
  for (const { rows: own, lane, world } of walks) {
    const index = laneOf(own[0] as ClaimedRow) - 1;
    result.perLane[index] = (result.perLane[index] ?? 0) + own.length;
    for (const row of own) {
      const walked = move(row, lane, world, moving);
      writes.add(walked);
      if (writes.updates.length % journeysPerTurn === 0) await nextTurn();
      if (traces?.takes(row.journeyId)) result.traced.push(walked);
    }
  }
  await writes.claimTurns(q);
  const passed = await writes.write(q, slot);
  if (passed !== rows.length) throw new FenceBroken(`${rows.length} journeys were claimed, ${passed} were as claimed`);
  await writes.writeChanges(q, slot);
  result.claimed = rows.length;
  result.steps = writes.stepCount;
  result.messages = writes.messages.length;
}

/** Claimed journeys of one lane that walk in one world. */
interface Walks {
  rows: ClaimedRow[];
  lane: ClaimLane;
  world: JourneyWorld | null;
}

/** Numbers the worlds of a claim: lanes of a claim are fewer than this. */
const lanesOfClaim = 1_000;
const worldOf = (row: ClaimedRow): number => row.version * lanesOfClaim + laneOf(row);

/** The world of each lane that gave journeys, and of each version that some of them were moved to. */
async function loadWorlds(
  q: Query,
  worlds: JourneyWorlds,
  lanes: readonly ClaimLane[],
  rows: readonly ClaimedRow[],
): Promise<Walks[]> {
  const used = [...Map.groupBy(rows, worldOf).values()].map((own) => {
    const first = own[0] as ClaimedRow;
    return { rows: own, lane: lanes[laneOf(first) - 1] as ClaimLane, version: first.version };
  });
  const loaded = await worlds.load(
    q,
    used.map(({ lane, version }) => ({ ...lane, version })),
  );
  return used.map((walks, index) => ({ ...walks, world: loaded[index] ?? null }));
}

/** Which numbers of a claim are on the federal list, where a workflow asks it: one query for all of them. */
async function lookUpFederal(q: Query, walks: readonly Walks[]): Promise<ReadonlyMap<string, boolean | "too_old">> {
  const asked = walks.flatMap(({ rows, lane: { accountId }, world }) =>
    world?.asksFederal ? rows.flatMap(({ phone }) => (phone === null ? [] : [{ accountId, phone }])) : [],
  );
  const answers = await listFederalAnswers(q, asked);
  const found = new Map<string, boolean | "too_old">();
  asked.forEach(({ accountId, phone }, index) => {
    const answer = answers[index];
    if (answer && answer !== "no_list")
      found.set(`${accountId} ${phone}`, answer === "too_old" ? answer : answer === "listed");
  });
  return found;
}

interface Moving {
  visits: number | undefined;
  federal: ReadonlyMap<string, boolean | "too_old">;
}

/** Advances one claimed journey through all its pending events. */
function move(
  row: ClaimedRow,
  lane: ClaimLane,
  world: JourneyWorld | null,
  { visits, federal }: Moving,
): AdvancedJourney {
  const marks = readMarks(row);
  const before = readJourney(row, marks);
  const contact = readContact(row);
  // the database's clock decides what is due; an instant that it called due has come
  const now = Math.max(row.now, before.wakeAt !== undefined && row.inbox === null ? before.wakeAt : 0);
  const advances: Advance[] = [];
  const answered: string[] = [];
  let journey = before;
  if (world === null) advances.push(fail(before, now));
  else {
    const { definition } = world;
    const lookup = world.asksFederal
      ? { ...world.lookup, federalDnc: (phone: string) => federal.get(`${lane.accountId} ${phone}`) }
      : world.lookup;
    for (const event of pendingEventsOf(row, before)) {
      const result = advance(journey, event, { definition, kindOf, now, contact, lookup, visits });
      journey = result.journey;
      if (result.steps.length > 0) advances.push(result);
      if (event.type === "replied" && event.messageId && answersReply(result, definition))
        answered.push(event.messageId);
    }
  }
  const after = advances.at(-1)?.journey ?? journey;
  return { row, class: marks.class, lane, world, before, after, advances, answered, contact, now };
}

/** Whether the workflow handled a reply: the journey left its node because of it, or AI Assist answers it. A reply that is only stored in a variable is still for a user. */
function answersReply({ steps: [step] }: Advance, { nodes }: Definition): boolean {
  if (step === undefined || step.outcome === "failed") return false;
  return step.outcome !== "replied" || nodes.get(step.node)?.type === "aiAssist";
}

/** Ends a journey whose version is gone, or that cannot be written. The batch continues. */
function fail(
  journey: Journey,
  now: number,
  reason = "campaign_deleted",
  because = "the workflow no longer exists",
): Advance {
  const revision = journey.revision + 1;
  const { wakeAt: _, listening: __, ...rest } = journey;
  return {
    journey: { ...rest, status: "failed", revision, reason },
    steps: [{ revision, node: journey.at ?? 0, at: now, outcome: "failed", because }],
    effects: [],
    changes: [],
  };
}
