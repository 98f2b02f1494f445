import type { HomeRun } from "@trunkline/contract/reports/home.ts";
import { type CarrierConnectionRow, listCarrierConnections } from "../../store/carriers/carrierConnection.ts";
import type { Query } from "../../store/database.ts";
import { type BatchListRow, listBatches } from "../../store/runs/batchList.ts";
import { findRunWait } from "../../store/runs/runWait.ts";
import { explainWait } from "../runs/explainWait.ts";

/** The most runs that the home page shows. */
const mostRuns = 6;

/** Reasons why a run sends nothing until someone does something about it. */
const heldReasons: ReadonlySet<string> = new Set(["no_worker", "kill_switch", "carrier_down", "spend_limit"]);

/** The newest runs in progress, then the newest paused ones, and the account's connections. */
export async function listHomeRuns(
  q: Query,
  account: string,
  nowMs: number,
): Promise<{ runs: HomeRun[]; moreRuns: boolean; connections: CarrierConnectionRow[] }> {
  const connections = await listCarrierConnections(q, account);
  const running = await listBatches(q, account, { status: "running" }, { limit: mostRuns + 1 });
  const paused = await listBatches(q, account, { status: "paused" }, { limit: mostRuns + 1 });
  const found = [...running, ...paused];
  const runs: HomeRun[] = [];
  for (const row of found.slice(0, mostRuns)) {
    const wait = row.status === "running" ? await findRunWait(q, account, row.batchId) : null;
    runs.push(show(row, wait && explainWait(row, wait, connections, nowMs), nowMs));
  }
  return { runs, moreRuns: found.length > mostRuns, connections };
}

function show(row: BatchListRow, waitsFor: HomeRun["waitsFor"], nowMs: number): HomeRun {
  const { campaignId, campaignName, batchId, displayName, enrolment, enrolled, queued, filtered } = row;
  const total = enrolment === "done" ? enrolled : Math.max(enrolled, queued - filtered);
  const reached = Math.min(row.started, total);
  const isMoving = row.status === "running" && !(waitsFor && heldReasons.has(waitsFor.reason));
  return {
    campaignId,
    campaignName,
    batchId,
    displayName,
    status: row.status === "paused" ? "Paused" : "In Progress",
    reached,
    total,
    secondsLeft: isMoving ? secondsLeft({ ...row, reached, total }, nowMs) : null,
    waitsFor: waitsFor && { reason: waitsFor.reason, text: waitsFor.text },
  };
}

/** The time until the last contact of a run starts: by its rate, else as fast as so far. Null when it cannot be known. */
export function secondsLeft(
  run: { reached: number; total: number; periodMs: number; startedAt: Date | null },
  nowMs: number,
): number | null {
  const left = run.total - run.reached;
  if (left <= 0) return 0;
  if (run.periodMs > 0) return Math.round((left * run.periodMs) / 1000);
  if (run.reached === 0 || run.startedAt === null) return null;
  return Math.round((((nowMs - run.startedAt.getTime()) / run.reached) * left) / 1000);
}
