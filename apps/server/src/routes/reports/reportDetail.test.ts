import type { ReportDetail, ReportFailure, ReportFunnel } from "@trunkline/contract/reports/report.ts";
import type { SavedReport } from "@trunkline/contract/reports/savedReport.ts";
import { zoneOf } from "@trunkline/workflow/parts/time/timezones.ts";
import { openCall } from "@trunkline/workflow/voice/session.ts";
import { afterAll, describe, expect, it } from "vitest";
import {
  ask,
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  runBatch,
} from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { startMailServer } from "../../../test/mailServer.ts";
import { testServer } from "../../../test/server.ts";
import { foldReportsJob } from "../../jobs/reports/foldReports.ts";
import { mailReportsJob } from "../../jobs/reports/mailReports.ts";
import { countOutcomesJob } from "../../jobs/runs/countOutcomes.ts";
import { openMailer } from "../../mail/mailer.ts";
import { type CallChange, updateCall } from "../../store/calls/call.ts";
import { listBroken } from "../../store/invariants.ts";
import { insertReceipts, type ReceiptRow } from "../../store/messages/receipt.ts";
import { newId } from "../../store/newId.ts";
import { countCalls, countEmail, countMessages } from "../../store/reports/countChanges.ts";
import { countEnrolment } from "../../store/runs/enrolment.ts";

const db = await freshDatabase();
const mail = await startMailServer();
afterAll(() => mail.stop());
const server = await testServer(db, { mailer: openMailer(mail.settings) });
const fold = async (): Promise<void> => {
  while ((await foldReportsJob.run(db)) === true);
};

/** A sequence of numbers between 0 and 1 that is the same in every run. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

const idAt = (atMs: number): string => {
  const time = atMs.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
};

const firstDay = Date.parse("2026-03-02T00:00:00Z");
const dayMs = 86_400_000;

interface Text {
  id: string;
  at: number;
  contact: number;
  channel: "sms" | "mms" | "rcs";
  state: string;
  receipt: string | null;
  reason: string | null;
  countsAs: string | null;
  clicked: boolean;
}
interface Call {
  id: string;
  at: number;
  contact: number;
  state: "accepted" | "rejected" | "blocked";
  answered: boolean;
  /** How it ended later. */
  line: "completed" | "busy" | "no_answer" | "failed" | "cancelled" | null;
  /** A reason code, or the words of a call that broke. */
  reason: string | null;
}
interface Book {
  world: EngineWorld;
  campaignId: string;
  batchId: string;
  /** The zone of the account's days. */
  zone: string;
  contacts: { id: string; state: string | null; start: number }[];
  texts: Text[];
  calls: Call[];
  emails: { at: number; contact: number }[];
}

/** A random history of ten days of one workflow, counted as the product counts it. */
async function drawBook(seed: number, timezoneId = 0): Promise<Book> {
  const next = chances(seed);
  const pick = <T>(...all: T[]): T => all[Math.floor(next() * all.length)] as T;
  const some = (): number => firstDay + Math.floor(next() * 10 * dayMs);
  const world = await makeWorld(db, { defaultTimezoneId: timezoneId });
  const zone = zoneOf(timezoneId) ?? "";
  const ids = await makeContacts(db, world, handsets(40, seed * 100));
  const { campaignId, version } = await makeCampaign(
    db,
    world,
    [
      { id: 1, type: "start", children: [2] },
      { id: 2, type: "control" },
    ],
    { goal: { kind: "reply", windowHours: 24 } },
  );
  const batchId = await runBatch(db, world, { campaignId, version }, ids);
  const contacts = ids.map((id) => ({ id, state: pick("CO", "TX", "TX", " ", null), start: some() }));
  const texts = Array.from({ length: 300 }, (): Text => {
    const contact = Math.floor(next() * contacts.length);
    const isIn = next() < 0.25;
    const state = isIn ? "received" : pick("accepted", "accepted", "accepted", "rejected", "blocked");
    const failed = state === "rejected" || state === "blocked";
    const at = (contacts[contact]?.start ?? 0) + 1 + Math.floor(next() * 3 * dayMs);
    return {
      id: idAt(at),
      at,
      contact,
      channel: pick("sms", "sms", "mms", "rcs"),
      state,
      receipt: null,
      reason: failed ? pick("carrier_rejected", "opted_out") : null,
      countsAs: isIn ? pick("reply", "reply", "opt_out", null) : null,
      clicked: state === "accepted" && next() < 0.2,
    };
  });
  const calls = Array.from({ length: 80 }, (): Call => {
    const contact = Math.floor(next() * contacts.length);
    const at = (contacts[contact]?.start ?? 0) + Math.floor(next() * dayMs);
    const state = pick("accepted", "accepted", "accepted", "rejected", "blocked");
    const answered = state === "accepted" && next() < 0.5;
    const line = answered
      ? "completed"
      : state === "accepted"
        ? pick("busy", "no_answer", "failed", "cancelled")
        : null;
    const reason =
      state !== "accepted"
        ? pick("carrier_invalid_number", "dnc", null)
        : line === "failed"
          ? pick("the call script cannot be read", null)
          : null;
    return { id: idAt(at), at, contact, state, answered, line, reason };
  });
  const emails = Array.from({ length: 20 }, () => ({ at: some(), contact: Math.floor(next() * contacts.length) }));
  const book = { world, campaignId, batchId, zone, contacts, texts, calls, emails };
  await writeBook(book, version);
  // receipts arrive late and are corrected, each with its own reason
  await fold();
  for (let round = 0; round < 3; round++) {
    const receipts = texts
      .filter(({ state }) => state === "accepted" && next() < 0.6)
      .map((text) => {
        const status = pick("delivered", "undelivered", "expired", "read") as ReceiptRow["status"];
        const isGood = status === "delivered" || status === "read";
        const reason = isGood ? null : pick("carrier_unreachable", "carrier_filtered", null);
        const rank = (one: string | null) => ["expired", "undelivered", "delivered", "read"].indexOf(one ?? "");
        if (rank(status) > rank(text.receipt)) Object.assign(text, { receipt: status, reason });
        return { accountId: world.account, messageId: text.id, status, reason, code: null };
      });
    await db.tx([world.account], (q) => insertReceipts(q, 0, receipts));
    if (round === 1) await fold();
  }
  return book;
}

async function writeBook({ world, campaignId, batchId, contacts, texts, calls, emails }: Book, version: number) {
  const journeys = contacts.map(({ id, start }) => ({
    journey: idAt(start),
    contact: id,
    at: new Date(start).toISOString(),
  }));
  const withContact = <T extends { at: number; contact: number }>(rows: readonly T[]) =>
    JSON.stringify(
      rows.map((row) => ({
        id: idAt(row.at),
        ...row,
        at: new Date(row.at).toISOString(),
        contact: contacts[row.contact]?.id,
        journey: journeys[row.contact]?.journey,
      })),
    );
  await db.tx([world.account], async (q) => {
    const run = (sql: string, ...values: unknown[]) => q.run(sql, [world.account, campaignId, ...values]);
    await q.run(
      `update contact c set state = r.state from jsonb_to_recordset($2::jsonb) r (id uuid, state text)
       where c.account_id = $1 and c.contact_id = r.id`,
      [world.account, JSON.stringify(contacts)],
    );
    await run(
      `with r as (select * from jsonb_to_recordset($4::jsonb) r (journey uuid, contact uuid, at timestamptz)),
       let_in as materialized (select journey journey_id from r),
       made as (insert into journey (account_id, journey_id, batch_id, campaign_id, contact_id, starts_at, version, revision)
         select $1, journey, $3, $2, contact, at, $5, 1 from r)
       ${countEnrolment("$1::uuid", "$2::uuid", "let_in", "let_in where false")}`,
      batchId,
      JSON.stringify(journeys),
      version,
    );
    await run(
      `with r as (insert into message (account_id, message_id, contact_id, campaign_id, batch_id, journey_id, direction, from_number,
           to_number, channel, media_url, state, reason, counts_as, click_counts)
         select $1, r.id, r.contact, $2, $3, r.journey, case r.state when 'received' then 'in' else 'out' end, '+12025550001', '+12025550001',
           case r.channel when 'rcs' then 'rcs' else 'sms' end, case r.channel when 'mms' then 'https://example.com/a.png' end,
           r.state, r.reason, r."countsAs", case when r.clicked then true end
         from jsonb_to_recordset($4::jsonb) r (id uuid, contact uuid, journey uuid, channel text, state text, reason text,
           "countsAs" text, clicked boolean) returning *)
       ${countMessages("r", null)}`,
      batchId,
      withContact(texts),
    );
    await run(
      `with r as (insert into call (account_id, call_id, contact_id, campaign_id, batch_id, journey_id, direction, from_number,
           to_number, plan, state, line, reason, answered, answered_by, duration_seconds)
         select $1, r.id, r.contact, $2, $3, r.journey, 'out', '+12025550001', '+13035550100', '{}', r.state,
           case r.state when 'accepted' then 'ringing' end, case r.state when 'accepted' then null else r.reason end,
           case when r.answered then r.at end, case when r.answered then 'human' end, case when r.answered then 30 end
         from jsonb_to_recordset($4::jsonb) r (id uuid, contact uuid, journey uuid, at timestamptz, answered boolean, state text,
           reason text) returning *)
       ${countCalls("r", null)}`,
      batchId,
      withContact(calls),
    );
    // the ends of calls come one by one
    for (const { id, line, reason, state } of calls)
      if (state === "accepted" && line !== null)
        await updateCall(q, { accountId: world.account, callId: id }, { ...endedCall, line, reason });
    await run(
      `with r as (insert into email (account_id, email_id, contact_id, campaign_id, provider, simulated, from_email, from_name,
           to_email, to_name, subject, template_id, replacements, state)
         select $1, r.id, r.contact, $2, 'smtp', true, '', '', '', '', '', '', '{}', 'accepted'
         from jsonb_to_recordset($3::jsonb) r (id uuid, contact uuid) returning *)
       ${countEmail("r")}`,
      withContact(emails),
    );
  });
}

const endedCall: Omit<CallChange, "line" | "reason"> = {
  session: openCall(
    { accountSid: "", callId: "", direction: "out", own: "+12025550001", contact: "+13035550100" },
    { human: [], machine: null },
  ),
  answeredBy: null,
  answeredByName: null,
  isAnswered: false,
  endedAfterSeconds: null,
  recordingId: null,
  costMicros: 0,
};

type Figures = Record<
  "sent" | "delivered" | "failed" | "replies" | "optOuts" | "clicks" | "calls" | "answered" | "emails",
  number
>;
interface Event extends Partial<Figures> {
  at: number;
  channel: string;
  state: string | null;
}

/** Everything that happened, each with the figures that it counts in. */
function eventsOf({ contacts, texts, calls, emails }: Book): Event[] {
  const stateOf = (contact: number) => contacts[contact]?.state?.trim() || null;
  return [
    ...texts.map((text) => ({
      at: text.at,
      channel: text.channel,
      state: stateOf(text.contact),
      sent: Number(text.state === "accepted"),
      delivered: Number(text.receipt === "delivered" || text.receipt === "read"),
      failed: Number(hasFailed(text)),
      replies: Number(text.countsAs === "reply"),
      optOuts: Number(text.countsAs === "opt_out"),
      clicks: Number(text.clicked),
    })),
    ...calls.map(({ at, contact, state, answered }) => ({
      at,
      channel: "call",
      state: stateOf(contact),
      calls: Number(state === "accepted"),
      answered: Number(answered),
    })),
    ...emails.map(({ at, contact }) => ({ at, channel: "email", state: stateOf(contact), emails: 1 })),
  ];
}

const hasFailed = ({ state, receipt }: Text): boolean =>
  ["rejected", "blocked"].includes(state) || ["undelivered", "expired"].includes(receipt ?? "");

const hasCallFailed = ({ state, line }: Call): boolean =>
  state !== "accepted" || ["busy", "no_answer", "failed"].includes(line ?? "");

const reasonOfCall = ({ state, line, reason }: Call): string | null => (state === "accepted" ? `call_${line}` : reason);

const names = ["sent", "delivered", "failed", "replies", "optOuts", "clicks", "calls", "answered", "emails"] as const;

/** A plain count over the events by the texts that `keysOf` makes of each. */
function count(events: readonly Event[], keysOf: (event: Event) => string): Map<string, Figures> {
  const counted = new Map<string, Figures>();
  for (const event of events) {
    const key = keysOf(event);
    const figures = counted.get(key) ?? (Object.fromEntries(names.map((name) => [name, 0])) as Figures);
    for (const name of names) figures[name] += event[name] ?? 0;
    counted.set(key, figures);
  }
  return new Map([...counted].filter(([, figures]) => names.some((name) => figures[name] !== 0)).sort());
}

const linesOf = (lines: ReportDetail["lines"]): Map<string, Figures> =>
  new Map(
    lines
      .filter((line) => names.some((name) => line[name] !== 0))
      .map((line): [string, Figures] => [
        `${line.key} ${line.part}`,
        Object.fromEntries(names.map((name) => [name, line[name]])) as Figures,
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const daysOf = new Map<string, Intl.DateTimeFormat>();
const dayOf = (at: number, zone: string): string => {
  const format = daysOf.get(zone) ?? new Intl.DateTimeFormat("en-CA", { timeZone: zone });
  daysOf.set(zone, format);
  return format.format(at);
};
const hourOf = (at: number, zone: string): string =>
  new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit" }).format(at);
const period = "startDate=2026-03-05&endDate=2026-03-07";
const within = (from: string, to: string, zone: string) => (event: { at: number }) =>
  dayOf(event.at, zone) >= from && dayOf(event.at, zone) <= to;

/** Lets a run look like one with so many contacts that its workflow is counted ahead. */
const makeLarge = ({ world, batchId }: Book) =>
  ask(
    db,
    world,
    "update batch set enrolled = 20001, started = coalesce(started, now()) where account_id = $1 and batch_id = $2 returning 1",
    [batchId],
  );

async function readReport<Item>({ world }: Book, path: string): Promise<Item[]> {
  const key = await server.key(world.account, "viewer");
  const { status, body } = await server.call("GET", `/v4/campaign/report/${path}`, { as: { key } });
  expect([status, body.error]).toEqual([200, []]);
  return body.payload as Item[];
}

const readFunnel = async (book: Book, days = period): Promise<ReportFunnel | undefined> =>
  (await readReport<ReportFunnel>(book, `funnel/?campaignId=${book.campaignId}&${days}`))[0];

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
      const book = await drawBook(seed, timezoneId);
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
      await fold();
      for (const [query, keysOf] of cases) {
        const [folded] = await read<ReportDetail>(`detail/?${query}&${period}`);
        expect(linesOf(folded?.lines ?? []), query).toEqual(count(events.filter(isAsked), keysOf));
      }
      expect(await read<ReportFailure>(`failure/?${period}`)).toEqual(failures);

      // the same funnels where they are counted ahead
      await makeLarge(book);
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

/** The funnel by plain counting over contacts. */
function funnelOf({ contacts, texts, calls, zone }: Book, from = "2026-03-05", to = "2026-03-07"): ReportFunnel {
  const people = contacts.map(({ start }, contact) => ({ at: start, contact })).filter(within(from, to, zone));
  const having = (what: (contact: number, start: number) => boolean): number =>
    people.filter(({ contact, at }) => what(contact, at)).length;
  const hasText = (contact: number, is: (text: Text) => boolean): boolean =>
    texts.some((text) => text.contact === contact && is(text));
  const hasCall = (contact: number, answered: boolean): boolean =>
    calls.some((one) => one.contact === contact && one.state === "accepted" && (one.answered || !answered));
  const replied = (contact: number) => hasText(contact, ({ countsAs }) => countsAs === "reply");
  const clicked = (contact: number) => hasText(contact, (text) => text.clicked);
  return {
    enrolled: people.length,
    read: people.length,
    sent: having((one) => hasText(one, ({ state }) => state === "accepted") || hasCall(one, false)),
    delivered: having(
      (one) => hasText(one, ({ receipt }) => receipt === "delivered" || receipt === "read") || hasCall(one, true),
    ),
    responded: having((one) => replied(one) || clicked(one)),
    replied: having(replied),
    clicked: having(clicked),
    converted: having((one, start) => hasText(one, ({ countsAs, at }) => countsAs === "reply" && at < start + dayMs)),
    goal: "Reply within 1 day",
    asOf: null,
  };
}

describe("the funnel of a large workflow", () => {
  const clear = (book: Book) => ({
    ...book,
    texts: book.texts.map((text) => ({ ...text, clicked: false })),
  });

  it("is shown as it was counted last, and counted again once a request has found that old", async () => {
    const book = await drawBook(5);
    await makeLarge(book);
    // counted before any request
    await countOutcomesJob.run(db);
    const first = await readFunnel(book);
    expect(first).toEqual({ ...funnelOf(book), asOf: expect.any(String) });
    await ask(db, book.world, "update message set click_counts = null where account_id = $1 returning 1");
    await ask(db, book.world, "update campaign set goal = null where account_id = $1 returning 1");
    await countOutcomesJob.run(db);
    expect(await readFunnel(book)).toEqual(first);

    await ask(
      db,
      book.world,
      "update outcome_count set as_of = as_of - interval '1 minute' where account_id = $1 returning 1",
    );
    await countOutcomesJob.run(db);
    expect(await readFunnel(book)).toEqual(first);
    await countOutcomesJob.run(db);
    const after = await readFunnel(book);
    expect(after).toEqual({ ...funnelOf(clear(book)), converted: null, goal: null, asOf: expect.any(String) });
    expect(Date.parse(after?.asOf ?? "")).toBeGreaterThan(Date.parse(first?.asOf ?? ""));
  });

  it("is counted where an earlier version of the program has counted the workflow without it", async () => {
    const book = await drawBook(6);
    await makeLarge(book);
    await countOutcomesJob.run(db);
    const forget = () =>
      ask(
        db,
        book.world,
        `with gone as (delete from funnel_count where account_id = $1)
         update outcome_count set funnel_as_of = null, funnel_goal = null where account_id = $1 returning 1`,
      );
    await forget();
    await countOutcomesJob.run(db);
    const found = { ...funnelOf(book), asOf: expect.any(String) };
    expect(await ask(db, book.world, "select from funnel_count where account_id = $1 limit 1")).toHaveLength(1);
    expect(await readFunnel(book)).toEqual(found);
    await forget();
    expect(await readFunnel(book)).toEqual(found);
  });

  it("is estimated from the contacts that are left where data retention has removed journeys", async () => {
    const book = await drawBook(7);
    const all = "startDate=2026-01-01&endDate=2026-12-31";
    await ask(
      db,
      book.world,
      `delete from journey where account_id = $1 and contact_id in (
         select contact_id from contact where account_id = $1 order by contact_id limit 10) returning 1`,
    );
    const small = await readFunnel(book, all);
    expect(small).toMatchObject({ enrolled: 40, read: 30, asOf: null });
    await makeLarge(book);
    expect(await readFunnel(book, all)).toEqual({ ...small, asOf: expect.any(String) });
  });
});

describe("the sums of reports by the hour", () => {
  it("are made from those by the quarter that an earlier version of the program has folded", async () => {
    const book = await drawBook(9);
    const isAsked = within("2026-03-05", "2026-03-07", book.zone);
    const expected = count(eventsOf(book).filter(isAsked), ({ at }) => `${dayOf(at, book.zone)} null`);
    const shown = async () =>
      linesOf((await readReport<ReportDetail>(book, `detail/?grouping=day&${period}`))[0]?.lines ?? []);
    await fold();
    await ask(
      db,
      book.world,
      `with h as (delete from report_hour where account_id = $1), r as (delete from report_region_hour where account_id = $1)
       delete from report_hour_account where account_id = $1 returning 1`,
    );
    expect(await shown()).toEqual(expected);
    await fold();
    expect(await ask(db, book.world, "select from report_hour_account where account_id = $1")).toHaveLength(1);
    expect(await shown()).toEqual(expected);
    expect(await db.tx([book.world.account], (q) => listBroken(q, book.world.account))).not.toContainEqual(
      expect.stringContaining("I25"),
    );
  });

  it("are not passed by: a worker of an earlier version finds nothing to fold", async () => {
    const book = await drawBook(10);
    const { account } = book.world;
    await fold();
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
    await fold();
    expect(await ask(db, book.world, "select from report_change where account_id = $1")).toEqual([]);
  });
});

describe("a saved report", () => {
  it("is mailed on its schedule with table, link and file, and says why a mail failed", async () => {
    const { world } = await drawBook(8);
    const user = await server.user(world.account, "member", []);
    const as = { as: user };
    const settings = { grouping: "channel", from: "2026-03-05", to: "2026-03-07", measures: ["sends", "deliveryRate"] };
    const schedule = { every: "day", time: "08:00", zone: "America/New_York", userIds: [user.userId] };
    const made = await server.call("POST", "/v4/report/", { ...as, body: { name: "=Channels", settings, schedule } });
    expect([made.status, made.body.error]).toEqual([200, []]);
    const { reportId } = made.body.payload[0] as unknown as SavedReport;
    const [job] = mailReportsJob({
      mailer: openMailer(mail.settings),
      publicUrl: "https://trunkline.example",
      log: { warn: () => {} },
    });
    const runDue = async () => {
      await db.global((q) => q.run("update report_mail_due set due = now(), slot = date_trunc('milliseconds', now())"));
      while ((await job?.run(db)) !== "nothing");
    };
    const saved = async () =>
      ((await server.call("GET", "/v4/report/", as)).body.payload as unknown as SavedReport[])[0] as SavedReport;
    await runDue();
    const [received] = mail.received;
    expect(received?.to).toEqual([user.email]);
    // quoted-printable
    const text = received?.text.replaceAll("=\r\n", "").replaceAll("=3D", "=") ?? "";
    expect(text).toContain(`https://trunkline.example/reports/${reportId}`);
    expect(text).toContain("03/05/2026 to 03/07/2026 (UTC)");
    expect(text).toMatch(/Channel\s+All sends\s+Delivery rate/);
    expect(text.replaceAll("\r\n ", " ")).toContain('filename="Channels 2026-03-05 to 2026-03-07.csv"');
    const file = Buffer.from(
      /Disposition: attachment[\s\S]*?\r\n\r\n([^-]*)/.exec(text)?.[1] ?? "",
      "base64",
    ).toString();
    expect(file).toMatch(/^\uFEFFChannel,All sends,Delivery rate\r\n/);
    expect(file).toMatch(/^Calls,\d+,\r$/m);
    const after = await saved();
    expect([after.mailProblem, after.lastMail === null]).toEqual([null, false]);
    expect(Date.parse(after.nextMail ?? "")).toBeGreaterThan(Date.now());

    mail.state.mood = "busy";
    await runDue();
    expect((await saved()).mailProblem).toMatch(/^the mail server rejected/);
    mail.state.mood = "well";
    await runDue();
    expect((await saved()).mailProblem).toBeNull();

    const renamed = await server.call("PUT", `/v4/report/${reportId}/`, {
      ...as,
      body: { name: "Channels", settings, schedule: null },
    });
    expect(renamed.body.payload[0]).toMatchObject({ name: "Channels", schedule: null, nextMail: null });
    const taken = await server.call("POST", "/v4/report/", { ...as, body: { name: "channels", settings } });
    expect([taken.status, taken.body.error[0]?.code]).toEqual([409, "name_taken"]);
    const viewer = await server.key(world.account, "viewer");
    expect((await server.call("DELETE", `/v4/report/${reportId}/`, { as: { key: viewer } })).status).toBe(403);
    expect((await server.call("DELETE", `/v4/report/${reportId}/`, as)).status).toBe(200);
    expect((await server.call("GET", "/v4/report/", as)).body.payload).toEqual([]);
  });

  it.each([
    [{ name: "Days", settings: { from: "2026-03-05" } }, "body.settings"],
    [{ name: "Both", settings: { from: "2026-03-05", to: "2026-03-06", period: "Today" } }, "body.settings"],
    [{ name: "Reverse", settings: { from: "2026-03-05", to: "2026-03-04" } }, "body.settings.to"],
    [
      {
        name: "Stranger",
        settings: {},
        schedule: { every: "day", time: "08:00", zone: "Etc/UTC", userIds: [newId()] },
      },
      "body.schedule.userIds.0",
    ],
  ])("is refused: %j", async (body, where) => {
    const world = await makeWorld(db);
    const key = await server.key(world.account, "member");
    const answer = await server.call("POST", "/v4/report/", { as: { key }, body });
    expect([answer.status, answer.body.error[0]?.where]).toEqual([400, where]);
  });
});
