import type { ReportDetail, ReportFunnel } from "@trunkline/contract/reports/report.ts";
import { zoneOf } from "@trunkline/workflow/parts/time/timezones.ts";
import { openCall } from "@trunkline/workflow/voice/session.ts";
import { expect } from "vitest";
import { foldReportsJob } from "../src/jobs/reports/foldReports.ts";
import { type CallChange, updateCall } from "../src/store/calls/call.ts";
import type { Database } from "../src/store/database.ts";
import { insertReceipts, type ReceiptRow } from "../src/store/messages/receipt.ts";
import { countCalls, countEmail, countMessages } from "../src/store/reports/countChanges.ts";
import { countEnrolment } from "../src/store/runs/enrolment.ts";
import { chances, idAt } from "./chances.ts";
import { ask, type EngineWorld, handsets, makeCampaign, makeContacts, makeWorld, runBatch } from "./engineWorld.ts";
import type { testServer } from "./server.ts";

type Server = Awaited<ReturnType<typeof testServer>>;

/** Folds what is counted into the sums of reports. */
export async function fold(db: Database): Promise<void> {
  while ((await foldReportsJob.run(db)) === true);
}

const firstDay = Date.parse("2026-03-02T00:00:00Z");
const dayMs = 86_400_000;

export interface Text {
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
export interface Call {
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
export interface Book {
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
export async function drawBook(db: Database, seed: number, timezoneId = 0): Promise<Book> {
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
  await writeBook(db, book, version);
  // receipts arrive late and are corrected, each with its own reason
  await fold(db);
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
    if (round === 1) await fold(db);
  }
  return book;
}

async function writeBook(
  db: Database,
  { world, campaignId, batchId, contacts, texts, calls, emails }: Book,
  version: number,
) {
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
  isQuiet: false,
};

type Figures = Record<
  "sent" | "delivered" | "failed" | "replies" | "optOuts" | "clicks" | "calls" | "answered" | "emails",
  number
>;
export interface Event extends Partial<Figures> {
  at: number;
  channel: string;
  state: string | null;
}

/** Everything that happened, each with the figures that it counts in. */
export function eventsOf({ contacts, texts, calls, emails }: Book): Event[] {
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

export const hasFailed = ({ state, receipt }: Text): boolean =>
  ["rejected", "blocked"].includes(state) || ["undelivered", "expired"].includes(receipt ?? "");

export const hasCallFailed = ({ state, line }: Call): boolean =>
  state !== "accepted" || ["busy", "no_answer", "failed"].includes(line ?? "");

export const reasonOfCall = ({ state, line, reason }: Call): string | null =>
  state === "accepted" ? `call_${line}` : reason;

const names = ["sent", "delivered", "failed", "replies", "optOuts", "clicks", "calls", "answered", "emails"] as const;

/** A plain count over the events by the texts that `keysOf` makes of each. */
export function count(events: readonly Event[], keysOf: (event: Event) => string): Map<string, Figures> {
  const counted = new Map<string, Figures>();
  for (const event of events) {
    const key = keysOf(event);
    const figures = counted.get(key) ?? (Object.fromEntries(names.map((name) => [name, 0])) as Figures);
    for (const name of names) figures[name] += event[name] ?? 0;
    counted.set(key, figures);
  }
  return new Map([...counted].filter(([, figures]) => names.some((name) => figures[name] !== 0)).sort());
}

export const linesOf = (lines: ReportDetail["lines"]): Map<string, Figures> =>
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
export const dayOf = (at: number, zone: string): string => {
  const format = daysOf.get(zone) ?? new Intl.DateTimeFormat("en-CA", { timeZone: zone });
  daysOf.set(zone, format);
  return format.format(at);
};
export const hourOf = (at: number, zone: string): string =>
  new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit" }).format(at);
export const period = "startDate=2026-03-05&endDate=2026-03-07";
export const within = (from: string, to: string, zone: string) => (event: { at: number }) =>
  dayOf(event.at, zone) >= from && dayOf(event.at, zone) <= to;

/** Lets a run look like one with so many contacts that its workflow is counted ahead. */
export const makeLarge = (db: Database, { world, batchId }: Book) =>
  ask(
    db,
    world,
    "update batch set enrolled = 20001, started = coalesce(started, now()) where account_id = $1 and batch_id = $2 returning 1",
    [batchId],
  );

/** Reads reports of a book's account. */
export const readerOf = (server: Server) => {
  const readReport = async <Item>({ world }: Book, path: string): Promise<Item[]> => {
    const key = await server.key(world.account, "viewer");
    const { status, body } = await server.call("GET", `/v4/campaign/report/${path}`, { as: { key } });
    expect([status, body.error]).toEqual([200, []]);
    return body.payload as Item[];
  };
  const readFunnel = async (book: Book, days = period): Promise<ReportFunnel | undefined> =>
    (await readReport<ReportFunnel>(book, `funnel/?campaignId=${book.campaignId}&${days}`))[0];
  return { readReport, readFunnel };
};

/** The funnel by plain counting over contacts. */
export function funnelOf({ contacts, texts, calls, zone }: Book, from = "2026-03-05", to = "2026-03-07"): ReportFunnel {
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
