import { expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { insertAccount } from "../store/identity/account.ts";
import { newId } from "../store/newId.ts";
import { PendingWork } from "./pendingWork.ts";
import { PollTimer } from "./pollTimer.ts";
import { LaneRing } from "./runs/laneRing.ts";

const db = await freshDatabase();
const nothing = {
  imports: false,
  contactJobs: false,
  dncImports: false,
  federalImports: false,
  dryRuns: false,
  journeyMoves: false,
  schedules: false,
  conversations: false,
  transcripts: false,
  binds: false,
  callThresholds: false,
  senders: [],
};

it("one poll finds the pending work of every job and wakes them for new work", async () => {
  const pollTimer = new PollTimer();
  const pending = new PendingWork(db, new LaneRing(), pollTimer);
  expect(pending.waiting).toBeNull();
  await pending.poll();
  expect(pending.waiting).toEqual(nothing);
  const account = await db.global((q) => insertAccount(q, { name: "A", settings: { callThresholdPerMinute: 5 } }));
  const add = (sql: string) => db.global((q) => q.run(sql, [account, newId()]));
  await add("insert into schedule_due (account_id, schedule_id, due_at) values ($1, $2, now() + interval '1 hour')");
  await pending.poll();
  expect(pending.waiting).toEqual({ ...nothing, callThresholds: true });
  expect(pollTimer.wakes).toBe(1);
  await add("insert into schedule_due (account_id, schedule_id, due_at) values ($1, $2, now())");
  await add("insert into contact_import_queue (account_id, import_id) values ($1, $2)");
  await add("insert into contact_job_queue (account_id, job_id) values ($1, $2)");
  await add("insert into dnc_import_queue (account_id, import_id) values ($1, $2)");
  await add("insert into federal_dnc_queue (account_id, import_id) values ($1, $2)");
  await add("insert into dry_run_queue (account_id, dry_run_id) values ($1, $2)");
  await add("insert into journey_move_queue (account_id, move_id) values ($1, $2)");
  await add("insert into transcript_queue (account_id, voicemail_id) values ($1, $2)");
  await pending.poll();
  const all = {
    imports: true,
    contactJobs: true,
    dncImports: true,
    federalImports: true,
    dryRuns: true,
    journeyMoves: true,
    transcripts: true,
  };
  expect(pending.waiting).toEqual({ ...nothing, ...all, schedules: true, callThresholds: true });
  expect(pollTimer.wakes).toBe(2);
  // no new work, so no wake-up
  await pending.poll();
  expect(pollTimer.wakes).toBe(2);
});
