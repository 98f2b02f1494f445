import type { Query } from "../../store/database.ts";
import {
  type JourneyMoveRow,
  type MoveCursor,
  type StoredChoiceResult,
  saveSimulation,
} from "../../store/runs/journeyMove.ts";
import {
  listMoveRuns,
  listPlanned,
  type MovingRow,
  noteAgain,
  planEntries,
} from "../../store/runs/journeyMoveEntry.ts";
import { isInStep, type MovePlan } from "./movePlan.ts";

/** Journeys read in one transaction. */
const scanned = 5_000;

const noResult = (): StoredChoiceResult => ({ count: 0, inStep: 0, noReply: 0, noTime: 0, atOnce: 0, again: {} });

/** Simulates the next part of a move. False when all of it is simulated, and the move is ready. */
export async function simulateMove(q: Query, account: string, move: JourneyMoveRow, plan: MovePlan): Promise<boolean> {
  const runs = await listMoveRuns(q, account, move.campaignId, move.batchId);
  const result = move.result ?? move.choices.map(noResult);
  const at = placeOf(runs, move.cursor);
  if (at === null) {
    await saveSimulation(q, account, move.moveId, { cursor: null, result, found: 0 });
    return false;
  }
  const part = { moveId: move.moveId, batchId: at.batchId, after: at.journeyId };
  const { edge, found } = await planEntries(q, account, part, move.choices, scanned);
  if (found > 0) {
    const again: { journeyId: string; nodes: number[] }[] = [];
    for (const row of await listPlanned(q, account, part, edge, plan.sends)) {
      const nodes = add(result[row.choice] as StoredChoiceResult, row, plan);
      if (nodes.length > 0) again.push({ journeyId: row.journeyId, nodes });
    }
    if (again.length > 0) await noteAgain(q, account, move.moveId, again);
  }
  const next = edge === null ? placeAfter(runs, at.batchId) : { batchId: at.batchId, journeyId: edge };
  await saveSimulation(q, account, move.moveId, { cursor: next, result, found });
  return next !== null;
}

/** Where to continue. A run that has ended meanwhile is left out. */
function placeOf(runs: readonly string[], cursor: MoveCursor | null): MoveCursor | null {
  if (cursor !== null && runs.includes(cursor.batchId)) return cursor;
  return placeAfter(runs, cursor?.batchId ?? "");
}

function placeAfter(runs: readonly string[], batchId: string): MoveCursor | null {
  const next = runs.find((run) => run > batchId);
  return next === undefined ? null : { batchId: next, journeyId: null };
}

/** Adds one journey to the result of its choice. Returns the nodes that would send again what its contact has had. */
function add(result: StoredChoiceResult, row: MovingRow & { had: number[] }, plan: MovePlan): number[] {
  result.count++;
  if (isInStep(row)) {
    result.inStep++;
    return [];
  }
  const choice = plan.choiceOf(row);
  if (choice.action === "leave") return [];
  const journey = plan.moved(row, choice.to);
  if (journey.at !== null) {
    const settled = plan.settled(row, journey);
    if (row.listening && settled.listening !== true) result.noReply++;
    if (row.status === 2 && row.wakeMs !== null && settled.wakeAt === undefined) result.noTime++;
    if (settled.status !== "waiting") result.atOnce++;
  }
  const nodes = plan.again(row, row.had, journey);
  for (const node of nodes) result.again[`${node}`] = (result.again[`${node}`] ?? 0) + 1;
  return nodes;
}
