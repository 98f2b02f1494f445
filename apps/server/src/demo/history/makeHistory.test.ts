import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { readConfig } from "../../config/config.ts";
import { foldReportsJob } from "../../jobs/reports/foldReports.ts";
import { firstStart } from "../../program/firstStart.ts";
import type { Database, Query } from "../../store/database.ts";
import { listAccounts } from "../../store/identity/account.ts";
import { listBroken } from "../../store/invariants.ts";
import { findChecklistState } from "../../store/reports/home.ts";
import { listFailures, listReport } from "../../store/reports/report.ts";
import { historyDays } from "./historyRuns.ts";
import { makeDemoHistory } from "./makeHistory.ts";

const masterKey = randomBytes(32);
const options = { publicUrl: "http://127.0.0.1:4400" };
const startWith = async (env: Record<string, string> = {}) => {
  const db = await freshDatabase();
  await firstStart({ db, masterKey, config: readConfig({ TRUNKLINE_DATA_DIR: "/nonexistent", ...env }, {}) });
  const [account] = await db.global(listAccounts);
  return { db, account: account?.accountSid ?? "" };
};

const { db, account } = await startWith();
const read = <T>(work: (q: Query) => Promise<T>) => db.tx([account], work);
const countRows = () =>
  read((q) =>
    q.one(
      `select (select count(*)::int from batch) runs, (select count(*)::int from message) texts, (select count(*)::int from call) calls,
         (select count(*)::int from step) steps, (select count(*)::int from voicemail) voicemails,
         (select count(*)::int from conversation) conversations, (select count(*)::int from campaign) workflows`,
    ),
  );
const nothing = { runs: 0, texts: 0, calls: 0, steps: 0, voicemails: 0, conversations: 0, workflows: 3 };

it("leaves nothing when it is cut off, and is made whole by the next start and not again", async () => {
  const cut = (q: Query): Query => ({
    ...q,
    run(statement, values) {
      if (String(statement).includes("insert into voicemail")) throw new Error("cut off");
      return q.run(statement, values);
    },
  });
  const cutOff: Database = { ...db, tx: (accounts, work, how) => db.tx(accounts, (q) => work(cut(q)), how) };
  await expect(makeDemoHistory(cutOff, options)).rejects.toThrow("cut off");
  expect(await countRows()).toEqual(nothing);
  expect(await makeDemoHistory(db, options)).toBe(true);
  const made = await countRows();
  expect(made).toMatchObject({ workflows: 5, voicemails: 6 });
  expect(Number(made?.["runs" as never])).toBeGreaterThan(15);
  expect(await makeDemoHistory(db, options)).toBe(false);
  expect(await countRows()).toEqual(made);
});

it("keeps every invariant, before and after its figures are folded", async () => {
  expect(await read((q) => listBroken(q, account))).toEqual([]);
  while ((await foldReportsJob.run(db)) === true);
  expect(await read((q) => listBroken(q, account))).toEqual([]);
});

it("has closed conversations with the time until their first reply", async () => {
  const work = await read((q) =>
    q.rows<{ isClosed: boolean; waited: number }>(
      `select c.status = 'closed' "isClosed", date_part('epoch', w.replied - w.asked)::float8 waited
       from conversation_work w join conversation c using (account_id, contact_id)`,
    ),
  );
  expect(work.length).toBeGreaterThan(1);
  expect(work.every(({ isClosed, waited }) => isClosed && waited > 0)).toBe(true);
  expect(await read((q) => q.rows("select from conversation where status = 'open' and opened is null"))).toEqual([]);
});

it("is reported day by day as its texts, calls and journeys are counted one by one", async () => {
  const zone = "America/New_York";
  const lines = await read((q) => listReport(q, account, { grouping: "day", zone }));
  const counted = await read((q) =>
    q.rows<{ key: string }>(
      `with made as (
         select message_id id, (direction = 'out' and state = 'accepted')::int sent,
           (direction = 'out' and receipt = 'delivered' is true)::int delivered,
           (direction = 'out' and (state in ('rejected', 'blocked') or receipt in ('undelivered', 'expired')) is true)::int failed,
           (counts_as = 'reply' is true)::int replies, (counts_as = 'opt_out' is true)::int opt_outs, (click_counts is true)::int clicks,
           0 calls, 0 abandoned, 0 answered, 0 enrolled, case when state = 'accepted' then cost_micros else 0 end cost from message
         union all select call_id, 0, 0, 0, 0, 0, 0, 1, (line = 'abandoned')::int, (connected is not null)::int, 0, cost_micros from call
         union all select journey_id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0 from journey)
       select to_char(trunkline_quarter(id) at time zone $1, 'YYYY-MM-DD') key, sum(sent)::int sent, sum(delivered)::int delivered,
         sum(failed)::int failed, sum(replies)::int replies, sum(opt_outs)::int "optOuts", sum(clicks)::int clicks, sum(calls)::int calls,
         sum(abandoned)::int abandoned, sum(answered)::int answered, sum(enrolled)::int enrolled, sum(cost)::int "costMicros"
       from made group by 1 order by 1`,
      [zone],
    ),
  );
  expect(lines.length).toBeGreaterThan(historyDays - 2);
  expect(lines).toMatchObject(counted);
  for (const figure of ["failed", "replies", "optOuts", "clicks", "abandoned", "answered"])
    expect([figure, lines.some((line) => Number(line[figure as keyof typeof line]) > 0)]).toEqual([figure, true]);
});

it("has calls that reached no one, by their reasons", async () => {
  const failures = await read((q) => listFailures(q, account, { zone: "Etc/UTC" }));
  const reasons = failures.flatMap(({ reason, channel }) => (channel === "call" ? [reason] : []));
  expect(reasons.sort()).toEqual(["call_busy", "call_failed", "call_no_answer"]);
  const placed = await read((q) =>
    q.one<{ answered: number; failed: number }>(
      `select count(*) filter (where answered is not null and connected is not null and line = 'completed')::int answered,
         count(*) filter (where answered is null and reason is not null and cost_micros = 0)::int failed
       from call where direction = 'out' and state = 'accepted' and ended is not null`,
    ),
  );
  expect(placed?.failed).toBe(failures.reduce((sum, one) => sum + (one.channel === "call" ? one.failed : 0), 0));
  expect(placed?.answered).toBeGreaterThan(placed?.failed ?? 0);
});

it("costs nothing of today's limits, tells no webhook, and lies in the months of its dates", async () => {
  const untouched = await read((q) =>
    q.one(
      `select (select count(*)::int from spend) spend, (select count(*)::int from number_outcome) outcomes, (select count(*)::int from effect) effects,
         (select count(*)::int from lane) lanes, (select count(*)::int from message where state in ('queued', 'submitting', 'in_doubt')) waiting,
         (select count(*)::int from journey where status < 3) "onTheirWay",
         (select count(*)::int from message where message_id > trunkline_first_id(now())) future`,
    ),
  );
  expect(untouched).toEqual({ spend: 0, outcomes: 0, effects: 0, lanes: 0, waiting: 0, onTheirWay: 0, future: 0 });
  const left = await db.owner((q) =>
    q.one(
      `select (select count(*)::int from message_else) texts, (select count(*)::int from step_else) steps, (select count(*)::int from call_else) calls`,
    ),
  );
  expect(left).toEqual({ texts: 0, steps: 0, calls: 0 });
});

it("has one stay in a queue for each caller who waited, answered or abandoned as the call says", async () => {
  const stays = await read((q) =>
    q.one(
      `select count(*)::int stays, (select count(*)::int from call_event where type = 'leftQueue') waits, count(distinct s.name)::int places,
         count(*) filter (where s.outcome is distinct from case when c.connected is null then 'abandoned' else 'answered' end)::int wrong,
         count(*) filter (where s.entered < c.answered or s.left_wait is distinct from coalesce(c.connected, c.ended))::int "unlike"
       from queue_stay s join call c using (account_id, call_id)`,
    ),
  );
  expect(stays).toMatchObject({ stays: stays?.["waits" as never], places: 2, wrong: 0, unlike: 0 });
  expect(Number(stays?.["stays" as never])).toBeGreaterThan(100);
});

it("leaves the checklist's first run and first reply to the user", async () => {
  expect(await read((q) => findChecklistState(q, account))).toMatchObject({ run: false, reply: false });
});

it("is not made with TRUNKLINE_DEMO_HISTORY=off", async () => {
  const without = await startWith({ TRUNKLINE_DEMO_HISTORY: "off" });
  expect(await makeDemoHistory(without.db, options)).toBe(false);
});
