import type { ReportDetail, ReportFailure } from "@trunkline/contract/reports/report.ts";
import { describe, expect, it } from "vitest";
import { isOnCluster } from "../../../test/clusterDatabases.ts";
import { ask, makeWorld } from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import {
  count,
  dayOf,
  drawBook,
  type Event,
  eventsOf,
  fold,
  funnelOf,
  hasCallFailed,
  hasFailed,
  hourOf,
  linesOf,
  makeLarge,
  period,
  readerOf,
  reasonOfCall,
  within,
} from "../../../test/reportBook.ts";
import { testServer } from "../../../test/server.ts";
import { listBroken } from "../../store/invariants.ts";

const db = await freshDatabase();
const server = await testServer(db);
const { readReport, readFunnel } = readerOf(server);

describe("a detailed report", () => {
  // zones that are whole hours from UTC, half of one and a quarter of one
  it.each([
    [1, 0],
    [2, -28],
    [3, -14],
    [4, 23],
  ])(
    "counts what a plain count over the events of a random history counts (history %i, zone %i)",
    async (seed, timezoneId) => {
      const book = await drawBook(db, seed, timezoneId);
      const { campaignId, zone } = book;
      const read = <Item>(path: string) => readReport<Item>(book, path);
      const isAsked = within("2026-03-05", "2026-03-07", zone);
      const events = eventsOf(book);
      const cases: [string, (event: Event) => string][] = [
        ["grouping=none", () => "null null"],
        ["grouping=day", ({ at }) => `${dayOf(at, zone)} null`],
        ["grouping=hourOfDay", ({ at }) => `${hourOf(at, zone)} null`],
        ["grouping=channel", ({ channel }) => `${channel} null`],
        ["grouping=state", ({ state }) => `${state} null`],
        ["grouping=day&split=channel", ({ at, channel }) => `${dayOf(at, zone)} ${channel}`],
        ["grouping=day&split=campaign", ({ at }) => `${dayOf(at, zone)} ${campaignId}`],
        ["grouping=campaign&split=channel", ({ channel }) => `${campaignId} ${channel}`],
        ["grouping=state&split=channel", ({ state, channel }) => `${state} ${channel}`],
        ["grouping=campaign&split=state", ({ state }) => `${campaignId} ${state}`],
      ];
      for (const [query, keysOf] of cases) {
        const [detail] = await read<ReportDetail>(`detail/?${query}&${period}&previous=true`);
        expect(linesOf(detail?.lines ?? []), query).toEqual(count(events.filter(isAsked), keysOf));
        expect(linesOf(detail?.previous?.lines ?? []), query).toEqual(
          count(events.filter(within("2026-03-02", "2026-03-04", zone)), keysOf),
        );
      }
      const [rcs] = await read<ReportDetail>(`detail/?channel=rcs&${period}`);
      const ofRcs = events.filter(({ channel }) => channel === "rcs").filter(isAsked);
      expect(linesOf(rcs?.lines ?? [])).toEqual(count(ofRcs, () => "null null"));

      const failed = [
        ...book.texts.filter(hasFailed),
        ...book.calls.filter(hasCallFailed).map((one) => ({ ...one, reason: reasonOfCall(one), channel: "call" })),
      ].filter(isAsked);
      const reasons = new Map<string, number>();
      for (const { reason, channel } of failed)
        reasons.set(`${reason} ${channel}`, (reasons.get(`${reason} ${channel}`) ?? 0) + 1);
      const failures = await read<ReportFailure>(`failure/?${period}`);
      expect(new Map(failures.map(({ reason, channel, failed: n }) => [`${reason} ${channel}`, n]))).toEqual(reasons);

      expect(await readFunnel(book)).toEqual(funnelOf(book));
      await fold(db);
      for (const [query, keysOf] of cases) {
        const [folded] = await read<ReportDetail>(`detail/?${query}&${period}`);
        expect(linesOf(folded?.lines ?? []), query).toEqual(count(events.filter(isAsked), keysOf));
      }
      expect(await read<ReportFailure>(`failure/?${period}`)).toEqual(failures);

      // the same funnels where they are counted ahead
      await makeLarge(db, book);
      for (const [from, to] of [
        ["2026-03-05", "2026-03-07"],
        ["2026-03-06", "2026-03-06"],
        ["2026-01-01", "2026-12-31"],
      ] as const)
        expect(await readFunnel(book, `startDate=${from}&endDate=${to}`)).toEqual({
          ...funnelOf(book, from, to),
          asOf: expect.any(String),
        });
    },
  );

  it("refuses states by template, and days in reverse", async () => {
    const world = await makeWorld(db);
    const key = await server.key(world.account, "viewer");
    for (const [query, where] of [
      [`grouping=state&templateId=${world.template}&${period}`, "query.templateId"],
      [`grouping=number&split=state&${period}`, "query.grouping"],
      ["startDate=2026-03-05&endDate=2026-03-04", "query.endDate"],
    ]) {
      const { status, body } = await server.call("GET", `/v4/campaign/report/detail/?${query}`, { as: { key } });
      expect([status, body.error[0]?.where]).toEqual([400, where]);
    }
  });
});

describe("the sums of reports by the hour", () => {
  it("are made from those by the quarter that an earlier version of the program has folded", async () => {
    const book = await drawBook(db, 9);
    const isAsked = within("2026-03-05", "2026-03-07", book.zone);
    const expected = count(eventsOf(book).filter(isAsked), ({ at }) => `${dayOf(at, book.zone)} null`);
    const shown = async () =>
      linesOf((await readReport<ReportDetail>(book, `detail/?grouping=day&${period}`))[0]?.lines ?? []);
    await fold(db);
    await ask(
      db,
      book.world,
      `with h as (delete from report_hour where account_id = $1), r as (delete from report_region_hour where account_id = $1)
       delete from report_hour_account where account_id = $1 returning 1`,
    );
    expect(await shown()).toEqual(expected);
    await fold(db);
    expect(await ask(db, book.world, "select from report_hour_account where account_id = $1")).toHaveLength(1);
    expect(await shown()).toEqual(expected);
    expect(await db.tx([book.world.account], (q) => listBroken(q, book.world.account))).not.toContainEqual(
      expect.stringContaining("I25"),
    );
  });

  // Citus does not pass on the policy to the tables of the nodes: old workers are stopped first (docs/operating.md, Upgrading)
  it.skipIf(isOnCluster())("are not passed by: a worker of an earlier version finds nothing to fold", async () => {
    const book = await drawBook(db, 10);
    const { account } = book.world;
    await fold(db);
    await db.tx([account], (q) =>
      q.run("insert into report_change (account_id, quarter, sent) values ($1, '2026-03-05T00:00:00Z', 1)", [account]),
    );
    const folded = await ask(
      db,
      book.world,
      `with old as materialized (
         select c.account_id, c.change_id from report_change c where c.account_id = $1 for update skip locked)
       delete from report_change c using old
       where c.account_id = old.account_id and c.change_id = old.change_id returning c.change_id`,
    );
    expect(folded).toEqual([]);
    await fold(db);
    expect(await ask(db, book.world, "select from report_change where account_id = $1")).toEqual([]);
  });
});
