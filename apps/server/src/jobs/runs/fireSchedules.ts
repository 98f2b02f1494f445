import { parseWorkflow } from "@trunkline/workflow/outbound/readGraph.ts";
import { readRecurrence, rejudgeSlot, type Slot, validateSchedule } from "@trunkline/workflow/parts/time/schedule.ts";
import { zoneOf } from "@trunkline/workflow/parts/time/timezones.ts";
import { startRun } from "../../rules/startRun.ts";
import { accountGroups, eachInTurn } from "../../store/claimDialect.ts";
import type { Database, Query } from "../../store/database.ts";
import { listAccountIds } from "../../store/history/purge.ts";
import { insertBatch } from "../../store/runs/batch.ts";
import {
  claimSchedule,
  endSchedule,
  type FiringSchedule,
  insertFirings,
  listDueSchedules,
  listNextSlots,
  updateFiring,
  updateNextSlot,
} from "../../store/runs/schedule.ts";
import { findVersion } from "../../store/workflows/campaign.ts";
import type { Job } from "../repeat.ts";

const firedAtOnce = 100;
const accountsAtOnce = 64;

/** Fires the schedules that are due; `at` is the clock of tests, the database's otherwise. True when there is more at once. */
export async function fireSchedules(db: Database, at: Date | null = null): Promise<boolean> {
  const due = await db.global((q) => listDueSchedules(q, at, firedAtOnce));
  let fired = 0;
  let problem: unknown;
  for (const { accountId, scheduleId } of due) {
    try {
      if (await db.tx([accountId], (q) => fireSchedule(q, accountId, scheduleId, at))) fired++;
    } catch (error) {
      // one that cannot be fired does not hold up the others
      problem ??= error;
    }
  }
  if (problem !== undefined) throw problem;
  return fired > 0 && due.length === firedAtOnce;
}

/**
 * One schedule in one transaction: its slot, the run it makes and the slot after it are written together or not at all,
 * and the slot's row has one writer (invariant I19).
 */
async function fireSchedule(q: Query, account: string, scheduleId: string, at: Date | null): Promise<boolean> {
  const schedule = await claimSchedule(q, account, scheduleId);
  if (schedule === null) return false;
  const zone = zoneOf(schedule.timezoneId) ?? "Etc/UTC";
  if (schedule.nextSlot === null || schedule.nextAt === null) {
    await updateNextSlot(q, account, scheduleId, undefined, false);
    return false;
  }
  const waiting = rejudgeSlot({ name: schedule.nextSlot, atMs: schedule.nextAt.getTime() }, zone);
  const recurrence = schedule.recurring ? readRecurrence(schedule, zone) : undefined;
  const due = validateSchedule({ recurrence, missed: schedule.missed }, waiting, (at ?? schedule.now).getTime());
  const fresh = await insertFirings(q, account, scheduleId, [
    ...due.skipped.map((slot) => ({ slot, outcome: "skipped" as const, late: true })),
    ...(due.fire ? [{ slot: due.fire, outcome: "fired" as const, late: due.late }] : []),
  ]);
  if (due.fire && fresh.has(due.fire.name)) await makeRun(q, account, scheduleId, schedule, due.fire, due.late);
  await updateNextSlot(q, account, scheduleId, due.next, true);
  if (due.next === undefined) await endSchedule(q, account, scheduleId);
  return due.fire !== undefined;
}

/** The run of a slot, over the newest version of the workflow. */
async function makeRun(
  q: Query,
  account: string,
  scheduleId: string,
  { campaignId, version, request, contacts }: FiringSchedule,
  slot: Slot,
  late: boolean,
): Promise<void> {
  const saved = version === null ? null : await findVersion(q, account, campaignId);
  if (version === null || saved === null || parseWorkflow(saved.definition).nodes.length === 0) {
    const reason = version === null ? "campaign_deleted" : "empty_workflow";
    await updateFiring(q, account, scheduleId, slot.name, { reason });
    return;
  }
  const { batchId } = await insertBatch(q, account, {
    campaignId,
    version,
    displayName: request.displayName,
    periodMs: request.periodMs,
    dncFilter: request.filters.dnc,
    selection: selectionOf(scheduleId, request, contacts),
    createdBy: "schedule",
    schedule: { scheduleId, late },
  });
  if (request.start) await startRun(q, account, batchId, null);
  await updateFiring(q, account, scheduleId, slot.name, { batchId });
}

/** An audience is read when the run starts, not when it was chosen (decision 0095). */
function selectionOf(scheduleId: string, request: FiringSchedule["request"], contacts: FiringSchedule["contacts"]) {
  if (contacts !== null) return { contactsOf: scheduleId };
  if (request.audienceId !== undefined) return { audienceId: request.audienceId };
  return { statements: request.statements ?? [] };
}

/** Recalculates every waiting slot with the zone rules of this program, which may have changed since it was saved. */
export async function recalculateSlots(db: Database): Promise<boolean> {
  const accounts = await db.global(listAccountIds);
  await eachInTurn(accountGroups(db, accounts, accountsAtOnce), (some) =>
    db.tx(some, async (q) => {
      for (const { accountId, scheduleId, timezoneId, status, nextSlot, nextAt } of await listNextSlots(q, some)) {
        const slot = { name: nextSlot, atMs: nextAt.getTime() };
        const recalculated = rejudgeSlot(slot, zoneOf(timezoneId) ?? "Etc/UTC");
        if (recalculated.atMs !== slot.atMs) await updateNextSlot(q, accountId, scheduleId, recalculated, status === 1);
      }
    }),
  );
  return false;
}

/** The scheduler: any number of workers may run it. */
export const fireSchedulesJob: Job = {
  name: "schedules",
  everyMs: 500,
  wakesUp: true,
  run: (db) => fireSchedules(db),
};

export const recalculateSlotsJob: Job = { name: "zone rules", everyMs: 6 * 3_600_000, run: recalculateSlots };
