import { plainArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { reportFigures } from "./reportFigures.ts";

/** A table of sums: what its rows are added up by, which figures they have and which changes belong to them. */
interface Sums {
  table: string;
  time: "quarter" | "hour";
  key: string;
  figures: readonly string[];
  where: string;
  /** Sums by the quarter that have the same, from which these are made. */
  from?: string;
}

const withEmails = [...reportFigures, "emails"];
const byAll = {
  key: "campaign_id, template_id, number, carrier, node, channel",
  figures: withEmails,
  where: "true",
};
const byRegion = { key: "campaign_id, channel, region", figures: withEmails, where: "channel is not null" };

/** The sums into which changes are folded. */
const sums: readonly Sums[] = [
  { table: "report_count", time: "quarter", ...byAll },
  { table: "report_hour", time: "hour", ...byAll, from: "report_count" },
  { table: "report_region", time: "quarter", ...byRegion },
  { table: "report_region_hour", time: "hour", ...byRegion, from: "report_region" },
  {
    table: "report_failure",
    time: "quarter",
    key: "campaign_id, template_id, channel, reason",
    figures: ["failed_for"],
    where: "failed_for <> 0",
  },
];

/** SQL for the time of a sum from the quarter of what is added. */
const timeOf = {
  quarter: "quarter",
  hour: "to_timestamp(extract(epoch from quarter)::int8 / 3600 * 3600)",
} as const;

/** SQL that adds up rows by the key of sums and writes them. */
function addInto({ table, time, key, figures, where }: Sums, rows: string): string {
  const by = `account_id, ${timeOf[time]}, ${key}`;
  return `insert into ${table} as r (account_id, ${time}, ${key}, ${figures.join(", ")})
    select ${by}, ${figures.map((one) => `sum(${one})`).join(", ")} from ${rows} where ${where}
    group by ${by} having ${figures.map((one) => `sum(${one}) <> 0`).join(" or ")} order by ${by}
    on conflict (account_id, ${time}, ${key}) do update set ${figures.map((one) => `${one} = r.${one} + excluded.${one}`).join(", ")}`;
}

/**
 * Makes the sums by the hour of accounts that have none yet. The row that says so is entered first: other workers wait for
 * it before they fold, and what was folded before is in the sums by the quarter.
 */
async function makeHours(q: Query, accountIds: readonly string[]): Promise<void> {
  const made = await q.rows<{ accountId: string }>(
    `insert into report_hour_account (account_id) select a from unnest($1::uuid[]) a order by a
     on conflict (account_id) do nothing returning account_id "accountId"`,
    [plainArray(accountIds)],
  );
  if (made.length === 0) return;
  for (const one of sums)
    if (one.from !== undefined)
      await q.run(addInto({ ...one, where: "account_id = any ($1::uuid[])" }, one.from), [
        plainArray(made.map(({ accountId }) => accountId)),
      ]);
}

/**
 * Folds a bounded part of what transactions added to the figures into their sums, and returns how many rows it took. What
 * is not folded yet is no less counted: reports add it.
 */
export async function foldReports(q: Query, accountIds: readonly string[], most: number): Promise<number> {
  // row security lets only those fold who know the sums by the hour (decision 0118)
  await q.run("set local trunkline.folds = 'hours'");
  await makeHours(q, accountIds);
  const row = await q.one<{ taken: number }>(
    {
      name: "report.fold",
      text: `with old as materialized (
          select c.account_id, c.change_id from unnest($1::uuid[]) a cross join lateral (
            select c.account_id, c.change_id from report_change c
            where c.account_id = a order by c.change_id limit $2 for update skip locked) c),
        taken as (
          delete from report_change c using old
          where c.account_id = old.account_id and c.change_id = old.change_id returning c.*),
        ${sums.map((one, index) => `folded${index} as (${addInto(one, "taken")})`).join(", ")}
        select count(*)::int taken from taken`,
    },
    [plainArray(accountIds), most],
  );
  return row?.taken ?? 0;
}

/** What the lines of a report can be of. */
type ReportPart = "campaign" | "template" | "number" | "carrier" | "channel" | "state";

/** What a report asks for (spec 2 §3.11). Days are days of `zone`, an IANA zone; both of them belong to it. */
export interface ReportAsked {
  grouping: "none" | "day" | "hour" | "hourOfDay" | "node" | ReportPart;
  /** Divides each line further. The parts beyond the first eight are one. */
  split?: ReportPart | undefined;
  zone: string;
  startDate?: string | undefined;
  endDate?: string | undefined;
  campaignId?: string | undefined;
  templateId?: string | undefined;
  channel?: string | undefined;
}

/** A line of a report. */
export interface ReportRow {
  /** What the line is of: an id, a day, an instant, an hour, a number, a carrier, a channel, a state, a node; null: what belongs to none. */
  key: string | null;
  /** Null where it has none, or is gone. */
  name: string | null;
  /** Whose node it is. */
  campaignId: string | null;
  enrolled: number;
  filtered: number;
  sent: number;
  delivered: number;
  failed: number;
  replies: number;
  optOuts: number;
  clicks: number;
  calls: number;
  callsIn: number;
  abandoned: number;
  answered: number;
  byHuman: number;
  byMachine: number;
  talkSeconds: number;
  segments: number;
  costMicros: number;
}

/** A line with e-mails, of a part of what it is of. */
export interface ReportDetailRow extends ReportRow {
  emails: number;
  part: string | null;
  partName: string | null;
  /** All parts after the largest ones together. */
  isRest: boolean;
}

/** What is added up by grouping, and the key of a line from it; $2 is the zone. */
const columnOf: Record<ReportAsked["grouping"], { column: string; key: string }> = {
  none: { column: "null::text", key: "b.part" },
  campaign: { column: "r.campaign_id", key: "b.part::text" },
  template: { column: "r.template_id", key: "b.part::text" },
  // by the quarter first: there are fewer of them than sums, and a calendar is slow
  day: { column: "r.quarter", key: "to_char(b.part at time zone $2, 'YYYY-MM-DD')" },
  hour: {
    column: "r.quarter",
    key: `to_char(date_trunc('hour', b.part, $2) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
  },
  hourOfDay: { column: "r.quarter", key: "to_char(b.part at time zone $2, 'HH24')" },
  number: { column: "r.number", key: "b.part" },
  carrier: { column: "r.carrier", key: "b.part" },
  channel: { column: "r.channel", key: "b.part" },
  state: { column: "r.region", key: "b.part" },
  node: { column: "r.node", key: "b.part::text" },
};
const byTime = (grouping: string): boolean => grouping === "day" || grouping === "hour" || grouping === "hourOfDay";
const splitOf = (split: ReportAsked["split"]): string => (split === undefined ? "null::text" : columnOf[split].column);
/** How many parts a split report shows one by one. */
const mostParts = 8;

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The lines of a report: by time in its order, else most sent first. */
export async function listReport(q: Query, account: string, asked: ReportAsked): Promise<ReportRow[]> {
  const figures = reportFigures;
  const table = (await addsByHour(q, account, asked.zone)) ? "report_hour" : "report_count";
  const { values, counted } = countedRows(account, asked, figures, table);
  return q.rows<ReportRow>(
    `select s.key, ${nameColumn(asked.grouping)} as name, s.campaign_id "campaignId", ${listed(figures)}
     from (${summed(asked, figures, counted)}) s
     ${nameJoins(asked.grouping)}
     where ${figures.map((one) => `s.${one} <> 0`).join(" or ")}
     order by ${orderOf(asked.grouping)}`,
    values,
  );
}

/** The lines of a report with e-mails, by any grouping, divided by `split`. */
export async function listReportDetail(q: Query, account: string, asked: ReportAsked): Promise<ReportDetailRow[]> {
  const isRegion = asked.grouping === "state" || asked.split === "state";
  const figures = withEmails;
  const byHour = await addsByHour(q, account, asked.zone);
  const [byQuarters, byHours] = isRegion
    ? (["report_region", "report_region_hour"] as const)
    : (["report_count", "report_hour"] as const);
  const { values, counted } = countedRows(account, asked, figures, byHour ? byHours : byQuarters);
  const partName = asked.split === "campaign" ? "pc.name" : asked.split === "template" ? "pt.title" : "null::text";
  return q.rows<ReportDetailRow>(
    `with s as materialized (${summed(asked, figures, counted)}),
     place as (
       select split, row_number() over (order by sum(sent + calls + emails) desc, sum(failed + replies) desc, split) place
       from s group by split),
     d as (
       select s.key, s.campaign_id, case when p.place <= ${mostParts} then s.split end split, p.place > ${mostParts} is_rest,
         min(p.place) place, ${figures.map((one) => `sum(s.${one})::int8 ${one}`).join(", ")}
       from s join place p on p.split is not distinct from s.split group by 1, 2, 3, 4)
     select s.key, ${nameColumn(asked.grouping)} as name, s.campaign_id "campaignId", s.split part, ${partName} "partName",
       s.is_rest "isRest", ${listed(figures)}
     from d s
     ${nameJoins(asked.grouping)}
     ${asked.split === "campaign" ? "left join campaign pc on pc.account_id = $1 and pc.campaign_id = s.split::uuid" : ""}
     ${asked.split === "template" ? "left join sms_template pt on pt.account_id = $1 and pt.template_id = s.split::uuid" : ""}
     where ${figures.map((one) => `s.${one} <> 0`).join(" or ")}
     order by ${orderOf(asked.grouping)}, s.place`,
    values,
  );
}

/** The texts of a number on a day. */
interface NumberDayRow {
  phone: string;
  day: string;
  sent: number;
  delivered: number;
}

/** What each number sent by day. */
export async function listNumberDays(
  q: Query,
  account: string,
  period: { zone: string; startDate: string; endDate: string },
): Promise<NumberDayRow[]> {
  const asked = { ...period, grouping: "day", split: "number" } as const;
  const figures = ["sent", "delivered"];
  const table = (await addsByHour(q, account, asked.zone)) ? "report_hour" : "report_count";
  const { values, counted } = countedRows(account, asked, figures, table);
  return q.rows<NumberDayRow>(
    `select s.split phone, s.key as day, s.sent, s.delivered from (${summed(asked, figures, counted)}) s
     where s.split is not null and s.sent <> 0 order by s.split, s.key`,
    values,
  );
}

const orderOf = (grouping: string): string =>
  byTime(grouping) ? "s.key" : "s.sent desc, s.calls desc, s.enrolled desc, s.key";
const listed = (figures: readonly string[]): string => figures.map((one) => `s.${one} "${camel(one)}"`).join(", ");
const nameColumn = (grouping: string): string => (grouping === "template" ? "t.title" : "c.name");
const nameJoins = (grouping: string): string =>
  `left join campaign c on c.account_id = $1
       and c.campaign_id = ${grouping === "campaign" ? "s.key::uuid" : "s.campaign_id"}
     ${grouping === "template" ? "left join sms_template t on t.account_id = $1 and t.template_id = s.key::uuid" : ""}`;

/** SQL for the sums by key, workflow (of nodes) and part. */
const summed = ({ grouping }: ReportAsked, figures: readonly string[], counted: string): string =>
  `select ${columnOf[grouping].key} as key, campaign_id, split::text as split, ${figures.map((one) => `sum(${one})::int8 ${one}`).join(", ")}
       from (${counted}) b group by 1, 2, 3`;

/** Tables of sums, with their time as `quarter`. */
const sourceOf = {
  report_count: "report_count",
  report_region: "report_region",
  report_hour: "(select h.*, h.hour as quarter from report_hour h)",
  report_region_hour: "(select h.*, h.hour as quarter from report_region_hour h)",
} as const;

/** Whether the figures of an account are added up from its sums by the hour: hours of the zone begin with those of UTC. */
const addsByHour = async (q: Query, account: string, zone: string): Promise<boolean> =>
  hasWholeHours(zone) && (await q.one("select from report_hour_account where account_id = $1", [account])) !== null;

/** Whether a zone is whole hours from UTC, in winter and in summer. */
function hasWholeHours(zone: string): boolean {
  const minute = new Intl.DateTimeFormat("en-US", { timeZone: zone, minute: "numeric" });
  const year = new Date().getUTCFullYear();
  return [0, 6].every((month) => minute.format(Date.UTC(year, month)) === "0");
}

/** SQL for the sums and for what is not folded into them yet, as far as the report asks for them. */
function countedRows(
  account: string,
  asked: ReportAsked,
  figures: readonly string[],
  table: keyof typeof sourceOf,
): { values: unknown[]; counted: string } {
  const { grouping, split } = asked;
  const { values, where } = conditionsOf(account, asked);
  const campaign = grouping === "node" ? "r.campaign_id" : "null::uuid";
  const part = (from: string, more = ""): string =>
    `select ${columnOf[grouping].column} as part, ${campaign} as campaign_id, ${splitOf(split)} as split,
       ${figures.map((one) => `sum(r.${one}) ${one}`).join(", ")}
     from ${from} r where ${where.join(" and ")}${more} group by 1, 2, 3`;
  const ofRegions = table === "report_region" || table === "report_region_hour";
  const unfolded = part("report_change", ofRegions ? " and r.channel is not null" : "");
  return { values, counted: `${part(sourceOf[table])} union all ${unfolded}` };
}

/** The filters of a report: $1 is the account, $2 the zone. */
function conditionsOf(account: string, asked: Omit<ReportAsked, "grouping">): { values: unknown[]; where: string[] } {
  const values: unknown[] = [account, asked.zone];
  const where = ["r.account_id = $1", "$2::text is not null"];
  const add = (value: string | undefined, condition: (place: string) => string): void => {
    if (value === undefined) return;
    values.push(value);
    where.push(condition(`$${values.length}`));
  };
  add(asked.startDate, (at) => `r.quarter >= ${at}::date::timestamp at time zone $2`);
  add(asked.endDate, (at) => `r.quarter < (${at}::date + 1)::timestamp at time zone $2`);
  add(asked.campaignId, (at) => `r.campaign_id = ${at}::uuid`);
  add(asked.templateId, (at) => `r.template_id = ${at}::uuid`);
  add(asked.channel, (at) => `r.channel = ${at}`);
  return { values, where };
}

/** Texts or calls that failed for one reason. */
interface FailureRow {
  /** A code of engine/reasons.ts. Null: unknown. */
  reason: string | null;
  channel: string | null;
  failed: number;
}

/** Texts and calls that failed by reason and channel, most first. */
export function listFailures(q: Query, account: string, asked: Omit<ReportAsked, "grouping">): Promise<FailureRow[]> {
  const { values, where } = conditionsOf(account, asked);
  const part = (table: string): string =>
    `select r.reason, r.channel, sum(r.failed_for) failed from ${table} r where ${where.join(" and ")} and r.failed_for <> 0 group by 1, 2`;
  return q.rows(
    `select reason, channel, sum(failed)::int8 failed
     from (${part("report_failure")} union all ${part("report_change")}) f
     group by 1, 2 having sum(failed) <> 0 order by 3 desc, 1, 2`,
    values,
  );
}
