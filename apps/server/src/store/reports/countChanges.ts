import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";

/** The columns that a line of the figures belongs to. */
const reportKey = "account_id, quarter, campaign_id, template_id, number, carrier, node, channel, region, reason";

/** SQL for the columns of the row before the change, for those that the statement changes. */
type Before = Readonly<Record<string, string>>;

interface Counted {
  id: string;
  template: string;
  channel: string;
  /** SQL for whether a row failed, from the SQL of its columns. */
  failedOf: (column: (name: string) => string) => string;
  /** SQL for the reason of a failed row: a code of engine/reasons.ts. Null: the carrier gave none. */
  reasonOf: (column: (name: string) => string) => string;
  /** The figures of one row as SQL, from the SQL of its columns. */
  figuresOf: (column: (name: string) => string) => Record<string, string>;
}

const asCount = (condition: string): string => `((${condition}) is true)::int`;

const failedOf = (column: (name: string) => string): string =>
  `${column("direction")} = 'out' and (${column("state")} in ('rejected', 'blocked') or ${column("receipt")} in ('undelivered', 'expired'))`;

const messages: Counted = {
  id: "message_id",
  template: "r.template_id",
  channel: "case when r.channel = 'rcs' then 'rcs' when r.media_url is not null then 'mms' else 'sms' end",
  failedOf,
  reasonOf: (column) => column("reason"),
  figuresOf(column) {
    const isOut = `${column("direction")} = 'out'`;
    const isSent = `${isOut} and ${column("state")} = 'accepted'`;
    return {
      sent: asCount(isSent),
      delivered: asCount(`${isOut} and ${column("receipt")} in ('delivered', 'read')`),
      failed: asCount(failedOf(column)),
      replies: asCount(`${column("counts_as")} = 'reply'`),
      opt_outs: asCount(`${column("counts_as")} = 'opt_out'`),
      clicks: asCount(column("click_counts")),
      segments: `case when ${isSent} then ${column("segments")} else 0 end`,
      cost_micros: `case when ${isSent} then ${column("cost_micros")} else 0 end`,
    };
  },
};

const calls: Counted = {
  id: "call_id",
  template: "null::uuid",
  channel: "'call'",
  failedOf: (column) =>
    `${column("direction")} = 'out' and (${column("state")} in ('rejected', 'blocked') or ${column("line")} in ('busy', 'no_answer', 'failed'))`,
  // a call that broke has its reason in words of its own
  reasonOf: (column) =>
    `case when ${column("state")} in ('rejected', 'blocked') then ${column("reason")}
      else case ${column("line")} when 'busy' then 'call_busy' when 'no_answer' then 'call_no_answer' else 'call_failed' end end`,
  figuresOf(column) {
    const isOut = `${column("direction")} = 'out'`;
    const isIn = `${column("direction")} = 'in'`;
    const talked = `case when ${isOut} then ${column("answered")} else ${column("connected")} end is not null`;
    return {
      calls: asCount(`${isIn} or ${column("state")} = 'accepted'`),
      calls_in: asCount(isIn),
      abandoned: asCount(`${isIn} and ${column("line")} = 'abandoned'`),
      answered: asCount(talked),
      by_human: asCount(`${column("answered_by")} = 'human' and ${talked}`),
      by_machine: asCount(`${isOut} and ${column("answered_by")} = 'machine'`),
      talk_seconds: `case when ${isOut} and ${column("answered")} is not null then coalesce(${column("duration_seconds")}, 0)
        when ${isIn} and ${column("connected")} is not null and ${column("ended")} is not null
          then greatest(1, round(extract(epoch from ${column("ended")} - ${column("connected")})))::int else 0 end`,
      cost_micros: column("cost_micros"),
    };
  },
};

/** Columns of the figures that lists can be filtered by. */
const columnOf = new Map([
  ["sent", "sent"],
  ["delivered", "delivered"],
  ["replies", "replies"],
  ["optOuts", "opt_outs"],
  ["failed", "failed"],
  ["answered", "answered"],
  ["missed", "abandoned"],
]);

/** SQL for whether a message `t` counts in a figure. */
export const countsMessage = (figure: string): string => countsIn(messages, figure);

/** The same for calls. */
export const countsCall = (figure: string): string => countsIn(calls, figure);

const countsIn = ({ figuresOf }: Counted, figure: string): string => {
  const sql = ownValue(
    figuresOf((name) => `t.${name}`),
    columnOf.get(figure) ?? "",
  );
  if (sql === undefined) throw new Error(`No such figure: ${figure}`);
  return `(${sql}) > 0`;
};

/** What a statement returns of the messages `m` that it inserts or changes, so that `countMessages` can count them. */
export const countedOfMessage = `m.account_id, m.message_id, m.campaign_id, m.template_id, m.direction, m.from_number, m.to_number,
  m.carrier, m.node, m.state, m.receipt, m.counts_as, m.click_counts, m.segments, m.cost_micros, m.contact_id, m.channel,
  m.media_url, m.reason`;

/** The same for calls `c` and `countCalls`. */
export const countedOfCall = `c.account_id, c.call_id, c.campaign_id, c.direction, c.from_number, c.to_number, c.carrier, c.node,
  c.state, c.line, c.answered, c.answered_by, c.connected, c.ended, c.duration_seconds, c.cost_micros, c.contact_id, c.reason`;

/**
 * SQL that adds to the figures what the messages of `rows` (a query or a table expression with alias `r`) changed. `before`
 * has the SQL of each changed column's earlier value; null means that the rows are new.
 */
export const countMessages = (rows: string, before: Before | null): string => countRows(messages, rows, before);

/** The same for calls. */
export const countCalls = (rows: string, before: Before | null): string => countRows(calls, rows, before);

/** SQL for the state in the address of the contact of `r`, at the time of counting. */
const regionOf = `(select nullif(btrim(p.state), '') from contact p where p.account_id = r.account_id and p.contact_id = r.contact_id)`;

function countRows(counted: Counted, rows: string, before: Before | null): string {
  const { id, template, channel, figuresOf, failedOf: failed, reasonOf } = counted;
  const is = (name: string): string => `r.${name}`;
  const was = (name: string): string => ownValue(before ?? {}, name) ?? `r.${name}`;
  const after = Object.entries(figuresOf(is));
  const earlier = before === null ? [] : Object.values(figuresOf(was));
  const names = [...after.map(([name]) => name), "failed_for"];
  const changes = after.map(([name, now], index) => {
    const then = earlier[index];
    if (then === undefined) return `${now} as ${name}`;
    return then === now ? `0 as ${name}` : `(${now}) - (${then}) as ${name}`;
  });
  const dims = `r.account_id, trunkline_quarter(r.${id}) as quarter, r.campaign_id, ${template} as template_id`;
  const failures = (where: string, reason: string, sign: number): string =>
    `union all
      select ${dims}, null, null, null, ${channel}, null, ${reason}, ${after.map(() => "0").join(", ")}, ${sign}
      from ${rows} where (${where})`;
  return `insert into report_change (${reportKey}, ${names.join(", ")})
    select ${reportKey}, ${names.map((name) => `sum(${name})`).join(", ")}
    from (select ${dims}, case when r.direction = 'out' then r.from_number else r.to_number end as number, r.carrier, r.node,
        ${channel} as channel, ${regionOf} as region, null::text as reason, ${changes.join(", ")}, 0 as failed_for
      from ${rows}
      ${failures(failed(is), reasonOf(is), 1)}
      ${before === null ? "" : failures(failed(was), reasonOf(was), -1)}) f
    where ${names.map((name) => `${name} <> 0`).join(" or ")}
    group by ${reportKey} having ${names.map((name) => `sum(${name}) <> 0`).join(" or ")}`;
}

/** SQL that adds the e-mails of `rows` (with alias `r`), which their provider has just accepted. */
export const countEmail = (rows: string): string =>
  `insert into report_change (account_id, quarter, campaign_id, node, channel, region, emails)
    select r.account_id, trunkline_quarter(r.email_id), r.campaign_id, r.node, 'email', ${regionOf}, count(*)
    from ${rows} group by 1, 2, 3, 4, 6`;
