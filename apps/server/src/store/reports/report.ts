import { plainArray } from "../arrays.ts";
import type { Query } from "../database.ts";

const dims = "account_id, quarter, campaign_id, template_id, number, carrier, node";
const figures = [
  "enrolled",
  "filtered",
  "sent",
  "delivered",
  "failed",
  "replies",
  "opt_outs",
  "clicks",
  "calls",
  "calls_in",
  "abandoned",
  "answered",
  "by_human",
  "by_machine",
  "talk_seconds",
  "segments",
  "cost_micros",
] as const;

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
        folded as (
          insert into report_count as r (${dims}, ${figures.join(", ")})
          select ${dims}, ${figures.map((one) => `sum(${one})`).join(", ")} from taken
          group by ${dims} order by ${dims}
          on conflict (${dims}) do update set ${figures.map((one) => `${one} = r.${one} + excluded.${one}`).join(", ")})
        select count(*)::int taken from taken`,
    },
    [plainArray(accountIds), most],
  );
  return row?.taken ?? 0;
}

/** What a report asks for (spec 2 §3.11). Days are days of `zone`, an IANA zone; both of them belong to it. */
export interface ReportAsked {
  grouping: "none" | "campaign" | "template" | "day" | "hour" | "number" | "carrier" | "node";
  zone: string;
  startDate?: string | undefined;
  endDate?: string | undefined;
  campaignId?: string | undefined;
  templateId?: string | undefined;
}

/** A line of a report. */
export interface ReportRow {
  /** What the line is of: an id, a day, an instant, a number, a carrier, a node; null: what belongs to none. */
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
  number: { column: "r.number", key: "b.part" },
  carrier: { column: "r.carrier", key: "b.part" },
  node: { column: "r.node", key: "b.part::text" },
};
const byTime = (grouping: string): boolean => grouping === "day" || grouping === "hour";

/** The lines of a report: by time in its order, else most sent first. */
export function listReport(q: Query, account: string, asked: ReportAsked): Promise<ReportRow[]> {
  const { grouping, zone } = asked;
  const values: unknown[] = [account, zone];
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
  const campaign = grouping === "node" ? "r.campaign_id" : "null::uuid";
  const part = (table: string): string =>
    `select ${columnOf[grouping].column} as part, ${campaign} as campaign_id, ${figures.map((one) => `sum(r.${one}) ${one}`).join(", ")}
     from ${table} r where ${where.join(" and ")} group by 1, 2`;
  return q.rows<ReportRow>(
    `select s.key, ${grouping === "template" ? "t.title" : "c.name"} as name, s.campaign_id "campaignId", ${figures
      .map((one) => `s.${one} "${one.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}"`)
      .join(", ")}
     from (select ${columnOf[grouping].key} as key, campaign_id, ${figures.map((one) => `sum(${one})::int8 ${one}`).join(", ")}
       from (${part("report_count")} union all ${part("report_change")}) b group by 1, 2) s
     left join campaign c on c.account_id = $1
       and c.campaign_id = ${grouping === "campaign" ? "s.key::uuid" : "s.campaign_id"}
     ${grouping === "template" ? "left join sms_template t on t.account_id = $1 and t.template_id = s.key::uuid" : ""}
     where ${figures.map((one) => `s.${one} <> 0`).join(" or ")}
     order by ${byTime(grouping) ? "s.key" : "s.sent desc, s.calls desc, s.enrolled desc, s.key"}`,
    values,
  );
}
