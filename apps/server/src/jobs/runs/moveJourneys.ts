import { randomUUID } from "node:crypto";
import type { Journey } from "@trunkline/workflow/engine/journey.ts";
import { type Database, isLostConnection, type Query } from "../../store/database.ts";
import { type StepRow, stepWrites } from "../../store/journeys/step.ts";
import { type BatchCount, batchCountWrites, type NodeCount, nodeCountWrites } from "../../store/runs/count.ts";
import {
  addMoved,
  delayMove,
  endMove,
  type JourneyMoveRow,
  journeyMoveQueue,
  lockMove,
} from "../../store/runs/journeyMove.ts";
import {
  countPlanned,
  entryState,
  hasMoved,
  lockMoved,
  lockPlanned,
  type MovedRow,
  type MovingRow,
  markEntries,
  restoreMoved,
  writeMoved,
} from "../../store/runs/journeyMoveEntry.ts";
import { writeTogether } from "../../store/together.ts";
import type { ClaimedWork } from "../../store/workQueue.ts";
import { JourneyWorlds } from "../../world/journeyWorld.ts";
import type { Job } from "../repeat.ts";
import { isInStep, MovePlan } from "./movePlan.ts";
import { simulateMove } from "./simulateMove.ts";

/** Journeys moved in one transaction: claims of their runs wait for no more. */
const chunkSize = 500;
/** Chunks of one move before others have their turn. */
const mostChunks = 40;
/** How soon journeys that were in the middle of a step are asked again. */
const againSeconds = 1;

/** What moves need of the worker. */
interface MoveParts {
  /** The counter rows that are its own. */
  slot: number;
  publicUrl?: string | undefined;
  hasModel: boolean;
}

/** The background job: takes one move and simulates, does or undoes the next part of it. True: there may be more to do. */
export function moveJourneysJob({ slot, publicUrl, hasModel }: MoveParts): Job {
  const worlds = new JourneyWorlds({ hasModel, ...(publicUrl !== undefined && { publicUrl }) });
  return {
    name: "moveJourneys",
    everyMs: 500,
    wakesUp: true,
    async run(db: Database, signal?: AbortSignal): Promise<boolean> {
      const worker = randomUUID();
      const claimed = await db.global((q) => journeyMoveQueue.claim(q, worker));
      if (!claimed) return false;
      try {
        await workOn(db, claimed, worker, { slot, worlds, signal });
      } catch (error) {
        // another worker continues
        if (isLostConnection(error)) throw error;
        const problem = `The move could not be completed: ${error instanceof Error ? error.message : String(error)}`;
        await db.tx([claimed.accountId], (q) =>
          endMove(q, claimed.accountId, claimed.id, "failed", problem.slice(0, 500)),
        );
      } finally {
        await db.global((q) => journeyMoveQueue.release(q, claimed, worker)).catch(() => {});
      }
      return true;
    },
  };
}

interface Working {
  slot: number;
  worlds: JourneyWorlds;
  signal: AbortSignal | undefined;
}

/** Does chunks of a move, each in a transaction of its own: a worker that dies leaves whole chunks, and another continues. */
async function workOn(db: Database, claimed: ClaimedWork, worker: string, { slot, worlds, signal }: Working) {
  const { accountId: account, id } = claimed;
  let plan: MovePlan | undefined;
  for (let chunk = 0; chunk < mostChunks && signal?.aborted !== true; chunk++) {
    if (!(await db.global((q) => journeyMoveQueue.keep(q, claimed, worker)))) return;
    const isMore = await db.tx([account], async (q) => {
      const move = await lockMove(q, account, id);
      if (move === null) return false;
      if (move.status === "undoing") return undoChunk(q, account, move, slot);
      plan ??= await MovePlan.read(q, account, move, worlds);
      if (move.status === "running") return moveChunk(q, account, move, plan, slot);
      if (await simulateMove(q, account, move, plan)) return true;
      await endMove(q, account, id, "ready");
      return false;
    });
    if (!isMore) return;
  }
}

/** The end of a pass over the journeys: nothing is left, or those that were skipped are asked again soon. */
async function endPass(q: Query, account: string, moveId: string, isLeft: boolean, status: "done" | "undone") {
  if (isLeft) await delayMove(q, { accountId: account, id: moveId }, againSeconds);
  else await endMove(q, account, moveId, status);
  return false;
}

/** A move does not follow a line of the drawing. */
const nowhere: ReadonlyMap<number, number> = new Map();

/** Counts, steps and rows of one chunk. */
class ChunkWrites {
  readonly steps: StepRow[] = [];
  private readonly nodes = new Map<string, NodeCount>();
  private readonly batches = new Map<string, BatchCount>();
  private readonly accountId: string;

  constructor(accountId: string) {
    this.accountId = accountId;
  }

  node(batchId: string, version: number, node: number | null, more: Partial<Pick<NodeCount, "here" | "entered">>) {
    if (node === null) return;
    const key = `${batchId} ${version} ${node}`;
    const { accountId } = this;
    const count = this.nodes.get(key) ?? {
      accountId,
      batchId,
      version,
      node,
      entered: 0,
      here: 0,
      failed: 0,
      onward: nowhere,
    };
    count.here += more.here ?? 0;
    count.entered += more.entered ?? 0;
    this.nodes.set(key, count);
  }

  batch(batchId: string, more: Partial<Pick<BatchCount, "started" | "done">>) {
    const { accountId } = this;
    const none = { accountId, batchId, enrolled: 0, filtered: 0, started: 0, done: 0, failed: 0 };
    const count = this.batches.get(batchId) ?? none;
    count.started += more.started ?? 0;
    count.done += more.done ?? 0;
    this.batches.set(batchId, count);
  }

  async write(q: Query, slot: number): Promise<void> {
    await writeTogether(q, [
      ...stepWrites(this.steps),
      ...nodeCountWrites(slot, [...this.nodes.values()]),
      ...batchCountWrites(slot, [...this.batches.values()]),
    ]);
  }
}

/** Moves the next journeys that rest. False at the end of a pass. */
async function moveChunk(q: Query, account: string, move: JourneyMoveRow, plan: MovePlan, slot: number) {
  const { moveId } = move;
  const rows = await lockPlanned(q, account, moveId, move.cursor?.journeyId ?? null, chunkSize);
  if (rows.length === 0) {
    const { planned, vanished } = await countPlanned(q, account, moveId);
    await addMoved(q, account, moveId, null, { goneOn: vanished });
    return endPass(q, account, moveId, planned > 0, "done");
  }
  const goneOn = rows.filter((row) => !plan.isThere(row));
  const resting = rows.filter((row) => plan.isThere(row) && !isInStep(row));
  const writes = new ChunkWrites(account);
  const moved = resting.map((row) => {
    const choice = plan.choiceOf(row);
    return choice.action === "leave"
      ? leave(writes, account, move, row, choice.reason)
      : moveOne(writes, account, move, row, plan.moved(row, choice.to));
  });
  if (moved.length > 0) {
    const written = await writeMoved(q, account, moveId, moved);
    if (written !== moved.length) throw new Error(`${moved.length} journeys were locked, ${written} were as locked`);
    await writes.write(q, slot);
  }
  if (goneOn.length > 0)
    await markEntries(
      q,
      account,
      moveId,
      goneOn.map(({ journeyId }) => journeyId),
      entryState.goneOn,
    );
  const left = moved.filter(({ state }) => state === entryState.left).length;
  const last = rows.at(-1)?.journeyId ?? null;
  await addMoved(q, account, moveId, last, { moved: moved.length - left, left, goneOn: goneOn.length });
  return true;
}

const statusCodes = { moving: 0, waiting: 2, done: 3 } as const;

/** What the step of a move says besides its words. */
const moveData = (move: JourneyMoveRow, row: Pick<MovingRow, "version" | "node">) => ({
  moveId: move.moveId,
  by: move.by,
  fromVersion: row.version,
  ...(row.node !== null && { fromNode: row.node }),
});

function moveOne(
  writes: ChunkWrites,
  account: string,
  move: JourneyMoveRow,
  row: MovingRow,
  { at, status, since, wakeAt, listening, visits }: Journey,
): MovedRow {
  const { journeyId, batchId, revision } = row;
  const data = { ...moveData(move, row), toVersion: move.version };
  const step = { revision: revision + 1, node: at ?? 0, at: row.now, outcome: "moved" as const };
  writes.steps.push({ accountId: account, journeyId, step: { ...step, because: `by ${move.by}`, data } });
  writes.node(batchId, row.version, row.node, { here: -1 });
  // a node that it only comes to counts it when it visits
  writes.node(batchId, move.version, at, { here: 1, ...(status === "waiting" && { entered: 1 }) });
  const isWaiting = status === "waiting";
  return {
    journeyId,
    was: revision,
    state: entryState.moved,
    version: move.version,
    node: at,
    status: isWaiting ? statusCodes.waiting : statusCodes.moving,
    visits,
    listening: listening ?? false,
    sinceMs: since === row.sinceMs ? null : since,
    wakeMs: wakeAt ?? null,
    // what was due before stays due then: a start keeps its place in the rate
    keepsDue: isWaiting ? wakeAt === (row.wakeMs ?? undefined) : row.status === statusCodes.moving,
    isDue: !isWaiting,
    reason: null,
  };
}

function leave(writes: ChunkWrites, account: string, move: JourneyMoveRow, row: MovingRow, reason: string): MovedRow {
  const { journeyId, batchId, revision } = row;
  const step = { revision: revision + 1, node: row.node ?? 0, at: row.now, outcome: "ended" as const };
  const because = `left the workflow: ${reason} (by ${move.by})`;
  writes.steps.push({ accountId: account, journeyId, step: { ...step, because, data: moveData(move, row) } });
  writes.node(batchId, row.version, row.node, { here: -1 });
  writes.batch(batchId, { done: 1, ...(row.node === null && { started: 1 }) });
  return {
    journeyId,
    was: revision,
    state: entryState.left,
    version: row.version,
    node: null,
    status: statusCodes.done,
    visits: row.visits,
    listening: false,
    sinceMs: null,
    wakeMs: null,
    keepsDue: false,
    isDue: false,
    reason: null,
  };
}

/** Moves the next journeys back that have taken no step since. False at the end of a pass. */
async function undoChunk(q: Query, account: string, move: JourneyMoveRow, slot: number) {
  const { moveId } = move;
  const rows = await lockMoved(q, account, moveId, move.cursor?.journeyId ?? null, chunkSize);
  if (rows.length === 0) {
    await addMoved(q, account, moveId, null, {});
    return endPass(q, account, moveId, await hasMoved(q, account, moveId), "undone");
  }
  const late = rows.filter(({ isLate }) => isLate).map(({ journeyId }) => journeyId);
  const back = rows.filter(({ isLate }) => !isLate);
  const writes = new ChunkWrites(account);
  for (const { journeyId, batchId, state, version, node, revision, nowMs, wasVersion, wasNode } of back) {
    const step = { revision: revision + 1, node: wasNode ?? 0, at: nowMs, outcome: "moved" as const };
    const data = { moveId, by: move.by, fromVersion: version, toVersion: wasVersion, undone: true };
    writes.steps.push({
      accountId: account,
      journeyId,
      step: { ...step, because: "the move was undone", data: node === null ? data : { ...data, fromNode: node } },
    });
    writes.node(batchId, version, node, { here: -1 });
    writes.node(batchId, wasVersion, wasNode, { here: 1 });
    if (state === entryState.left) writes.batch(batchId, { done: -1, ...(wasNode === null && { started: -1 }) });
  }
  if (back.length > 0) {
    const restored = await restoreMoved(
      q,
      account,
      moveId,
      back.map(({ journeyId }) => journeyId),
    );
    if (restored !== back.length) throw new Error(`${back.length} journeys were locked, ${restored} were as locked`);
    await writes.write(q, slot);
  }
  if (late.length > 0) await markEntries(q, account, moveId, late, entryState.tooLate);
  const last = rows.at(-1)?.journeyId ?? null;
  await addMoved(q, account, moveId, last, { undone: back.length, tooLate: late.length });
  return true;
}
