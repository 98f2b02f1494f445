import { expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { insertAccount } from "../store/identity/account.ts";
import { newId } from "../store/newId.ts";
import { Look } from "./look.ts";
import { PollTimer } from "./pollTimer.ts";
import { LaneRing } from "./runs/laneRing.ts";

const db = await freshDatabase();
const nothing = {
  imports: false,
  contactJobs: false,
  dncImports: false,
  federalImports: false,
  schedules: false,
  binds: false,
  callThresholds: false,
  senders: [],
};

it("one look tells every job what waits, and what has come since wakes them at once", async () => {
  const pollTimer = new PollTimer();
  const look = new Look(db, new LaneRing(), pollTimer);
  expect(look.waiting).toBeNull();
  await look.again();
  expect(look.waiting).toEqual(nothing);
  const account = await db.global((q) => insertAccount(q, { name: "A", settings: { callThresholdPerMinute: 5 } }));
  const add = (sql: string) => db.global((q) => q.run(sql, [account, newId()]));
  await add("insert into schedule_due (account_id, schedule_id, due_at) values ($1, $2, now() + interval '1 hour')");
  await look.again();
  expect(look.waiting).toEqual({ ...nothing, callThresholds: true });
  expect(pollTimer.nudges).toBe(1);
  await add("insert into schedule_due (account_id, schedule_id, due_at) values ($1, $2, now())");
  await add("insert into contact_import_queue (account_id, import_id) values ($1, $2)");
  await add("insert into contact_job_queue (account_id, job_id) values ($1, $2)");
  await add("insert into dnc_import_queue (account_id, import_id) values ($1, $2)");
  await add("insert into federal_dnc_queue (account_id, import_id) values ($1, $2)");
  await look.again();
  const all = { imports: true, contactJobs: true, dncImports: true, federalImports: true, schedules: true };
  expect(look.waiting).toEqual({ ...nothing, ...all, callThresholds: true });
  expect(pollTimer.nudges).toBe(2);
  // nothing new: nobody is woken
  await look.again();
  expect(pollTimer.nudges).toBe(2);
});
