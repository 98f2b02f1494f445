import { plainArray } from "../arrays.ts";
import type { Query } from "../database.ts";
import { reportFigures } from "./reportFigures.ts";

/** The sums into which changes are folded: their table, their key, their figures and which changes belong to them. */
const sums = [
  {
    table: "report_count",
    key: "account_id, quarter, campaign_id, template_id, number, carrier, node, channel",
    figures: [...reportFigures, "emails"],
    where: "true",
  },
  {
    table: "report_region",
    key: "account_id, quarter, campaign_id, channel, region",
    figures: [...reportFigures, "emails"],
    where: "channel is not null",
  },
  {
    table: "report_failure",
    key: "account_id, quarter, campaign_id, template_id, channel, reason",
    figures: ["failed_for"],
    where: "failed_for <> 0",
  },
] as const;

/** SQL that adds the rows of `taken` to sums. */
const foldInto = ({ table, key, figures, where }: (typeof sums)[number]): string =>
  `insert into ${table} as r (${key}, ${figures.join(", ")})
    select ${key}, ${figures.map((one) => `sum(${one})`).join(", ")} from taken where ${where}
    group by ${key} having ${figures.map((one) => `sum(${one}) <> 0`).join(" or ")} order by ${key}
    on conflict (${key}) do update set ${figures.map((one) => `${one} = r.${one} + excluded.${one}`).join(", ")}`;

/**
 * Folds a bounded part of what transactions added to the figures into their sums, and answers how many rows it took. What
 * is not folded yet is no less counted: reports add it.
 */
export async function foldReports(q: Query, accountIds: readonly string[], most: number): Promise<number> {
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
        ${sums.map((one, index) => `folded${index} as (${foldInto(one)})`).join(", ")}
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
const splitOf = (split: ReportAsked["split"]): string =>
  split === undefined ? "null::text" : `${columnOf[split].column}::text`;
/** How many parts a split report shows by themselves. */
const mostParts = 8;

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The lines of a report: by time in its order, else most sent first. */
export function listReport(q: Query, account: string, asked: ReportAsked): Promise<ReportRow[]> {
  const figures = reportFigures;
  const { values, counted } = countedRows(account, asked, figures);
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
export function listReportDetail(q: Query, account: string, asked: ReportAsked): Promise<ReportDetailRow[]> {
  const isRegion = asked.grouping === "state" || asked.split === "state";
  const figures = [...reportFigures, "emails"];
  const { values, counted } = countedRows(account, asked, figures, isRegion ? "report_region" : "report_count");
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
  `select ${columnOf[grouping].key} as key, campaign_id, split, ${figures.map((one) => `sum(${one})::int8 ${one}`).join(", ")}
       from (${counted}) b group by 1, 2, 3`;

/** SQL for the sums and for what is not folded into them yet, as far as the report asks for them. */
function countedRows(
  account: string,
  asked: ReportAsked,
  figures: readonly string[],
  table: "report_count" | "report_region" = "report_count",
): { values: unknown[]; counted: string } {
  const { grouping, split } = asked;
  const { values, where } = conditionsOf(account, asked);
  const campaign = grouping === "node" ? "r.campaign_id" : "null::uuid";
  const part = (from: string, more = ""): string =>
    `select ${columnOf[grouping].column} as part, ${campaign} as campaign_id, ${splitOf(split)} as split,
       ${figures.map((one) => `sum(r.${one}) ${one}`).join(", ")}
     from ${from} r where ${where.join(" and ")}${more} group by 1, 2, 3`;
  const unfolded = part("report_change", table === "report_region" ? " and r.channel is not null" : "");
  return { values, counted: `${part(table)} union all ${unfolded}` };
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
