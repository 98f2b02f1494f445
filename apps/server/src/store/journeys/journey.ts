import type { Answer } from "@trunkline/workflow/engine/effects.ts";
import type { Journey, JourneyStatus } from "@trunkline/workflow/engine/journey.ts";
import { plainColumn, textArray, withoutNul } from "../arrays.ts";
import { doubleColumn, intColumn, placeColumn, placeNumber, smallintColumn, uuidColumn } from "../binaryArrays.ts";
import { contactTextColumns } from "../contacts/contactColumns.ts";
import type { Query } from "../database.ts";
import { oneOrEach, oneOrEachSql } from "../oneOrEach.ts";
import type { Write } from "../together.ts";

/** Order of claims inside a batch: replies before timers and answers before first starts, which are spread over `bulkParts` classes from `bulk` on. */
export const journeyClass = { interactive: 0, timer: 1, bulk: 2 } as const;

/** First starts are in this many parts, each a lane of its own, so that connections need not look for the same rows. */
export const bulkParts = 4;

/** Journeys made together lie together: a part is a row of pages. */
const rowsOfPart = 500;

/** The class of the `n`-th journey (from 0) that is made together with others, as SQL. */
export const bulkClassSql = (n: string): string => `${journeyClass.bulk} + (${n} / ${rowsOfPart}) % ${bulkParts}`;

/** What of one batch may be claimed at once: one class, at most `quota` journeys. */
export interface ClaimLane {
  accountId: string;
  batchId: string;
  campaignId: string;
  version: number;
  ignoresWindow: boolean;
  class: number;
  quota: number;
}

/** A contact whose arrays and custom fields stay text until they are used; null when empty. */
export interface JourneyContactRow {
  contactId: string;
  phone: string | null;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  country: string | null;
  zones: string | null;
  zonesFrom: string;
  tags: string | null;
  extdata: string | null;
  dnc: number;
}

/** A journey and its contact as a claim reads them. JSON stays text until it is used. */
export interface ClaimedRow extends JourneyRow {
  /** Its small numbers as one; `readMarks` takes them apart. */
  marks: number;
  /** Where the row lies; it is locked, so it stays there. */
  place: string;
}

/** A journey and its contact as they are read for the engine. */
export interface JourneyRow extends JourneyContactRow {
  /** The database's clock, epoch ms. */
  now: number;
  journeyId: string;
  /** The version it is on: that of its lane, unless it was moved (decision 0087). */
  version: number;
  node: number | null;
  revision: number;
  sinceMs: number | null;
  wakeMs: number | null;
  vars: string | null;
  inbox: string | null;
}

/** What of a journey are small numbers. */
export interface JourneyMarks {
  status: number;
  visits: number;
  listening: boolean;
}

/** The same of a claimed journey. */
export interface ClaimedMarks extends JourneyMarks {
  /** Place of its lane in the list that was asked for, from 1. */
  lane: number;
  class: number;
}

/** How many values each has at most. They are one column of a claim, because each column costs time on both sides. */
const sizes = { visits: 65_536, listening: 2, class: 64, status: 8 } as const;
const laneSize = sizes.visits * sizes.listening * sizes.class * sizes.status;
const marksSql = `(((l.n * ${sizes.status} + j.status) * ${sizes.class} + j.class) * ${sizes.listening} + j.listening::int) * ${sizes.visits} + j.visits`;

/** The place of a claimed journey's lane, from 1. */
export const laneOf = ({ marks }: ClaimedRow): number => Math.floor(marks / laneSize);

/** The small numbers of a claimed journey. */
export function readMarks({ marks }: ClaimedRow): ClaimedMarks {
  const lane = Math.floor(marks / laneSize);
  let rest = marks - lane * laneSize;
  const visits = rest % sizes.visits;
  rest = (rest - visits) / sizes.visits;
  const listening = rest % sizes.listening === 1;
  rest = Math.floor(rest / sizes.listening);
  return { lane, status: Math.floor(rest / sizes.class), class: rest % sizes.class, listening, visits };
}

const statusCode: Record<JourneyStatus, number> = { moving: 0, asking: 1, waiting: 2, done: 3, failed: 4 };
const statusOfCode: readonly JourneyStatus[] = ["moving", "asking", "waiting", "done", "failed"];

/** The engine's word for a stored status. */
export const journeyStatus = (code: number): JourneyStatus => statusOfCode[code] ?? "failed";

/** Claims the due journeys of many lanes for this transaction; other claims skip them. */
export function claimJourneys(q: Query, lanes: readonly ClaimLane[]): Promise<ClaimedRow[]> {
  const [ofLane, ofJourney] = q.only === undefined ? ["l.account_id", "j.account_id"] : ["$5::uuid", "$5::uuid"];
  const place = q.only === undefined ? "j.ctid::text" : "j.journey_id::text";
  return q.rows<ClaimedRow>(
    {
      name: q.only === undefined ? "journey.claim" : "journey.claimOne",
      text: `select ${marksSql} as marks, date_part('epoch', now()) * 1000 as now, j.place, j."journeyId", j."contactId", j.version, j.node,
          j.revision, j."sinceMs", j."wakeMs", j.vars, j.inbox, ${contactTextColumns}
        from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::int[]) with ordinality l (account_id, batch_id, class, quota, n)
        join batch b on b.account_id = ${ofLane} and b.batch_id = l.batch_id and b.status = 'running'
        cross join lateral (
          select j.account_id, ${place} as place, j.journey_id as "journeyId", j.contact_id as "contactId", j.version, j.node, j.revision, j.status,
            j.class, j.visits, j.listening, date_part('epoch', j.since) * 1000 as "sinceMs",
            date_part('epoch', j.wake_at) * 1000 as "wakeMs", nullif(j.vars, '{}')::text as vars, j.inbox::text as inbox
          from journey j
          where j.account_id = ${ofLane} and j.batch_id = l.batch_id and j.class = l.class and j.due_at <= now()
          order by j.due_at limit l.quota for update skip locked
        ) j
        -- the journey's own account: through the lane's, the planner would search the index once per account
        join contact c on c.account_id = ${ofJourney} and c.contact_id = j."contactId"`,
    },
    [
      plainColumn(lanes, (lane) => lane.accountId),
      plainColumn(lanes, (lane) => lane.batchId),
      plainColumn(lanes, (lane) => lane.class),
      plainColumn(lanes, (lane) => lane.quota),
      ...(q.only === undefined ? [] : [q.only]),
    ],
  );
}

/** A claimed journey's new row. */
export interface JourneyUpdate {
  /** The row's ctid; its id when claims are made by account, because Citus updates no distributed row by ctid. */
  place: string;
  journey: Journey;
  /** The revision that was claimed: the fence. */
  was: number;
  /** Epoch ms; null: nothing is due; undefined: it stays as it is, which keeps the update HOT. */
  dueAtMs: number | null | undefined;
  class: number;
  /** JSON; undefined: as they were. */
  vars: string | undefined;
}

const keep = -2;
const none = -1;

/** What most journeys need: no text, so that every value is an array's n-th element. */
const isPlain = ({ journey, vars }: JourneyUpdate): boolean => vars === undefined && journey.reason === undefined;

/**
 * The new rows of claimed journeys; each counts only if it passes its fence. A claimed row is locked, so it is found by
 * its place: half the price of its key (docs/decisions/0006-the-claim.md).
 */
export function journeyWrites(updates: readonly JourneyUpdate[], only?: string): Write[] {
  // Citus breaks on an element of an array in what is written
  if (only !== undefined) return updates.length === 0 ? [] : [ofAccount(fullWrite(updates, only), only)];
  const plain = updates.filter(isPlain);
  const full = plain.length === updates.length ? [] : updates.filter((update) => !isPlain(update));
  return [...(plain.length > 0 ? [plainWrite(plain)] : []), ...(full.length > 0 ? [fullWrite(full, only)] : [])];
}

/** The same write, naming its one account. */
const ofAccount = ({ name, text, values, ...write }: Write, account: string): Write => ({
  ...write,
  name: `${name}.one`,
  text: `${text} and j.account_id = $${values.length + 1}::uuid`,
  values: [...values, account],
});

/** How a write finds the claimed rows: by `JourneyUpdate.place`. */
const placeOf = (only: string | undefined) =>
  only === undefined ? { column: "j.ctid", type: "tid" } : { column: "j.journey_id", type: "uuid" };

type ReadNumber = (update: JourneyUpdate) => number;

/** What every write of a journey sets besides its place, in the order of its parameters: the fence first. */
const setAlways: readonly [
  read: ReadNumber,
  columnOf: (updates: readonly JourneyUpdate[], read: ReadNumber) => Buffer,
][] = [
  [({ was }) => was, intColumn],
  [({ journey }) => journey.at ?? none, intColumn],
  [({ journey }) => journey.revision, intColumn],
  [({ journey }) => statusCode[journey.status], smallintColumn],
  [({ journey }) => journey.visits, smallintColumn],
  [(update) => update.class, smallintColumn],
  [({ dueAtMs }) => (dueAtMs === undefined ? keep : (dueAtMs ?? none)), doubleColumn],
  [({ journey }) => journey.since, doubleColumn],
];

/** In the order of their places. */
function byPlace(updates: readonly JourneyUpdate[]): JourneyUpdate[] {
  const placed = updates.map((update) => ({ place: placeNumber(update.place), update }));
  return placed.sort((one, other) => one.place - other.place).map(({ update }) => update);
}

/** The place of a row in lists of its claim's rows, which are in the order of their places: a binary search in the first of them. */
const index = "width_bucket(j.ctid, $1::tid[])";

/** A new value of the row, by its two parameters. */
const newValue = (shared: string, each: string, type: string): string => oneOrEachSql(shared, each, type, index);

/** One scan over the places reads the rows in their order: joined to a list of places, each row was a scan of its own. */
function plainWrite(updates: readonly JourneyUpdate[]): Write {
  const waits = updates.some(({ journey }) => journey.wakeAt !== undefined || journey.listening);
  const inOrder = byPlace(updates);
  return {
    name: waits ? "journeyWaiting" : "journey",
    counts: true,
    text: `update journey j set
          node = nullif(${newValue("$4", "$5", "int")}, ${none}), revision = ${newValue("$6", "$7", "int")}, status = ${newValue("$8", "$9", "smallint")},
          visits = ${newValue("$10", "$11", "smallint")}, class = ${newValue("$12", "$13", "smallint")},
          due_at = case ${newValue("$14", "$15", "float8")} when ${keep} then j.due_at when ${none} then null
            else to_timestamp(${newValue("$14", "$15", "float8")} / 1000) end,
          since = to_timestamp(${newValue("$16", "$17", "float8")} / 1000),
          ${waits ? `wake_at = to_timestamp(nullif(${newValue("$18", "$19", "float8")}, ${none}) / 1000), listening = ${newValue("$20", "$21", "smallint")} = 1` : "wake_at = null, listening = false"},
          inbox = null
        where j.ctid = any ($1::tid[]) and j.revision = ${newValue("$2", "$3", "int")}`,
    values: [
      placeColumn(inOrder, (update) => update.place),
      ...setAlways.flatMap(([read, columnOf]) => oneOrEach(inOrder, read, columnOf)),
      ...(waits
        ? [
            ...oneOrEach(inOrder, ({ journey }) => journey.wakeAt ?? none, doubleColumn),
            ...oneOrEach(inOrder, ({ journey }) => (journey.listening ? 1 : 0), smallintColumn),
          ]
        : []),
    ],
  };
}

const fullWrite = (updates: readonly JourneyUpdate[], only: string | undefined): Write => ({
  name: "journeyFull",
  counts: true,
  text: `update journey j set
          node = nullif(u.node, ${none}), revision = u.revision, status = u.status, visits = u.visits, class = u.class,
          due_at = case when u.due = ${keep} then j.due_at when u.due = ${none} then null else to_timestamp(u.due / 1000) end,
          since = to_timestamp(u.since / 1000), wake_at = to_timestamp(u.wake / 1000), listening = u.listening,
          vars = coalesce(u.vars, j.vars), inbox = null, reason = u.reason
        from unnest($1::${placeOf(only).type}[], $2::int[], $3::int[], $4::int[], $5::smallint[], $6::smallint[], $7::smallint[], $8::float8[],
          $9::float8[], $10::float8[], $11::boolean[], $12::jsonb[], $13::text[])
          u (place, was, node, revision, status, visits, class, due, since, wake, listening, vars, reason)
        where ${placeOf(only).column} = u.place and j.revision = u.was`,
  values: [
    (only === undefined ? placeColumn : uuidColumn)(updates, (update) => update.place),
    ...setAlways.map(([read, columnOf]) => columnOf(updates, read)),
    doubleColumn(updates, (update) => update.journey.wakeAt ?? null),
    plainColumn(updates, (update) => update.journey.listening ?? false),
    textArray(updates.map((update) => update.vars ?? null)),
    textArray(updates.map((update) => update.journey.reason ?? null)),
  ],
});

/** A pending event of a journey, without the events of its own clock. */
export type PendingEvent =
  | { type: "answered"; node: number; answer: Answer }
  | { type: "replied"; node: number; text: string; messageId?: string };

/** Events for one journey. */
export interface InboxEntry {
  accountId: string;
  journeyId: string;
  events: readonly PendingEvent[];
}

/**
 * Appends pending events and makes the journeys due at once. Finished journeys are skipped. Waits for a claim that holds the
 * journey.
 */
export async function appendEvents(
  q: Query,
  entries: readonly InboxEntry[],
  asClass: number = journeyClass.timer,
): Promise<number> {
  if (entries.length === 0) return 0;
  const merged = mergeEntries(entries);
  return q.run(
    {
      name: "journey.append",
      text: `with u as (
          select j.account_id, j.journey_id, u.inbox from unnest($1::uuid[], $2::uuid[], $3::jsonb[]) u (a, i, inbox)
          join journey j on j.account_id = u.a and j.journey_id = u.i
          where j.status < 3 order by j.account_id, j.journey_id for update of j)
        update journey j set inbox = coalesce(j.inbox, '[]') || u.inbox, class = least(j.class, $4::smallint),
          due_at = least(j.due_at, now())
        from u where j.account_id = u.account_id and j.journey_id = u.journey_id`,
    },
    [
      plainColumn(merged, (entry) => entry.accountId),
      plainColumn(merged, (entry) => entry.journeyId),
      textArray(merged.map((entry) => withoutNul(JSON.stringify(entry.events)))),
      asClass,
    ],
  );
}

/** Sets a time limit for journeys that ask for something at a node. A question that is not answered by then has failed. */
export async function limitUnansweredReplies(
  q: Query,
  limits: readonly { accountId: string; journeyId: string; node: number; seconds: number }[],
): Promise<void> {
  if (limits.length === 0) return;
  await q.run(
    {
      name: "journey.limit",
      text: `with u as (
          select j.account_id, j.journey_id, now() + u.s * interval '1 second' ends
          from unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[]) u (a, i, n, s)
          join journey j on j.account_id = u.a and j.journey_id = u.i
          where j.status = 1 and j.node = u.n and j.inbox is null order by j.account_id, j.journey_id for update of j)
        update journey j set wake_at = u.ends, due_at = u.ends
        from u where j.account_id = u.account_id and j.journey_id = u.journey_id`,
    },
    [
      plainColumn(limits, (limit) => limit.accountId),
      plainColumn(limits, (limit) => limit.journeyId),
      plainColumn(limits, (limit) => limit.node),
      plainColumn(limits, (limit) => limit.seconds),
    ],
  );
}

/** One entry per journey: an UPDATE takes only one of several rows that match. */
function mergeEntries(entries: readonly InboxEntry[]): InboxEntry[] {
  const byJourney = new Map<string, InboxEntry>();
  for (const entry of entries) {
    const known = byJourney.get(entry.journeyId);
    byJourney.set(entry.journeyId, known ? { ...known, events: [...known.events, ...entry.events] } : entry);
  }
  return [...byJourney.values()];
}
