import type { JourneyFigure } from "@trunkline/contract/journeys/journey.ts";
import type { Goal } from "@trunkline/workflow/outcome/goal.ts";
import type { Query } from "../database.ts";
import { isCharged } from "../messages/messageList.ts";

/** The journeys that are counted: of a workflow, of one run, of one version. */
export interface OutcomeScope {
  campaignId: string;
  batchId: string | null;
  version: number | null;
}

const scopeValues = (account: string, { campaignId, batchId, version }: OutcomeScope, goal: Goal) => [
  account,
  campaignId,
  batchId,
  version,
  goal.kind,
  goal.windowHours,
];

const ofScope = (row: string): string =>
  `${row}.account_id = $1 and ${row}.campaign_id = $2 and ($3::uuid is null or ${row}.batch_id = $3)`;

/** Every contact once, with the first journey that has started (decision 0092). Takes the values of `scopeValues`. */
const people = `person as materialized (
    select distinct on (j.contact_id) j.journey_id, j.batch_id, j.version, j.starts_at + $6::int * interval '1 hour' ends_at
    from batch b join journey j on j.account_id = b.account_id and j.batch_id = b.batch_id
    where ${ofScope("b")} and ($4::int is null or j.version = $4) and j.revision > 0 and j.starts_at <= now()
    order by j.contact_id, j.journey_id)`;

/** SQL for the millisecond in the id of a text. */
const msOf = (id: string): string => `('x' || left(replace(${id}::text, '-', ''), 12))::bit(48)::int8`;

/**
 * When journeys first reached the goal: the millisecond of the reply, or the time of what else it asks for. What is a goal is
 * decided per row and not by a condition of the scan. The planner multiplies the shares of rare conditions that occur together,
 * expects a single row, and would search all contacts for each one that it finds.
 */
const goalTimes = `goal as materialized (
    select m.journey_id, min(case when $5::text = 'reply' and m.direction = 'in' and m.counts_as = 'reply' then ${msOf("m.message_id")} end) reply_ms,
        min(case when $5 = 'click' and m.click_counts then m.clicked end) as at
      from message m where $5 in ('reply', 'click') and ${ofScope("m")} group by m.journey_id
    union all select c.journey_id, null, min(case when c.direction = 'out' and c.answered_by = 'human' then c.answered end)
      from call c where $5 = 'call' and ${ofScope("c")} group by c.journey_id
    union all select v.journey_id, null, v.at from conversion v join person p on p.journey_id = v.journey_id
      where $5 = 'field' and v.account_id = $1)`;

/** SQL for whether a contact `p` with the time `g` reached the goal in its window. The id of a text has the time at which it was received. */
const isReached = `(case when g.reply_ms is null then g.at < p.ends_at
  else g.reply_ms < (extract(epoch from p.ends_at) * 1000)::int8 end)`;

/**
 * SQL for whether a journey `j` has a text of which this is true. The limit keeps it a search by the contact's index, which a
 * page of the list repeats for some thousands of journeys; a join would read every text of the run.
 */
const hasText = (condition: string): string =>
  `(select true from message m where m.account_id = j.account_id and m.contact_id = j.contact_id
     and m.journey_id = j.journey_id and ${condition} limit 1) is not null`;
const hasCall = (condition: string): string =>
  `(select true from call c where c.account_id = j.account_id and c.journey_id = j.journey_id and c.direction = 'out'
     and ${condition} limit 1) is not null`;

/** SQL for whether a journey `j` reached a goal before `ends`. */
const reachedGoal: Record<Goal["kind"], (ends: string) => string> = {
  reply: (ends) =>
    hasText(`m.direction = 'in' and m.counts_as = 'reply' and m.message_id < trunkline_first_id(${ends})`),
  click: (ends) => hasText(`m.click_counts and m.clicked < ${ends}`),
  call: (ends) => hasCall(`c.answered_by = 'human' and c.answered < ${ends}`),
  field: (ends) =>
    `exists (select from conversion v where v.account_id = j.account_id and v.journey_id = j.journey_id and v.at < ${ends})`,
};

/** SQL for whether a journey `j` is its contact's first one in the run. */
const isFirst = `j.revision > 0 and j.starts_at <= now() and not exists (
  select from journey e where e.account_id = j.account_id and e.contact_id = j.contact_id and e.batch_id = j.batch_id
    and e.journey_id < j.journey_id and e.revision > 0 and e.starts_at <= now())`;

/** SQL for whether a journey `j` is counted by `findOutcome` in a figure of its run. */
export function countsJourney(goal: Goal, figure: JourneyFigure): string {
  switch (figure) {
    case "reached":
      return `(${hasText(`m.direction = 'out' and ${isCharged("m")}`)} or ${hasCall("c.state = 'accepted'")})`;
    case "replied":
      return hasText("m.counts_as = 'reply'");
    case "optedOut":
      return hasText("m.counts_as = 'opt_out'");
    case "clicked":
      return hasText("m.click_counts");
    case "converted":
      return `${isFirst} and ${reachedGoal[goal.kind](`j.starts_at + interval '${Math.trunc(goal.windowHours)} hours'`)}`;
  }
}

/** The workflow and version of a run. */
export const findRunVersion = (
  q: Query,
  account: string,
  batchId: string,
): Promise<{ campaignId: string; version: number } | null> =>
  q.one(`select campaign_id "campaignId", version from batch where account_id = $1 and batch_id = $2`, [
    account,
    batchId,
  ]);

/** What the contacts of a run did, and what was sent to them. */
export interface OutcomeRow {
  contacts: number;
  reached: number;
  delivered: number;
  failed: number;
  read: number;
  replied: number;
  optedOut: number;
  clicked: number;
  converted: number;
}

/** The outcome of a run, counted over its texts and calls in one statement. */
export async function findOutcome(
  q: Query,
  account: string,
  scope: OutcomeScope & { batchId: string },
  goal: Goal,
): Promise<OutcomeRow> {
  const row = await q.one<OutcomeRow>(
    `with ${people}, ${goalTimes},
     texts as materialized (
       select m.journey_id, bool_or(m.direction = 'out' and ${isCharged("m")}) was_sent,
         count(*) filter (where m.direction = 'out' and m.receipt in ('delivered', 'read')) delivered,
         count(*) filter (where m.direction = 'out' and (m.state in ('rejected', 'blocked') or m.receipt in ('undelivered', 'expired'))) failed,
         count(*) filter (where m.direction = 'out' and m.receipt = 'read') seen, bool_or(m.counts_as = 'reply') replied, bool_or(m.counts_as = 'opt_out') opted_out,
         bool_or(m.click_counts) clicked
       from message m where ${ofScope("m")} group by m.journey_id),
     reached as (
       select journey_id from texts where was_sent
       union select c.journey_id from call c where ${ofScope("c")} and c.direction = 'out' and c.state = 'accepted')
     select (select count(*) from person)::int8 contacts, (select count(journey_id) from reached)::int8 reached,
       coalesce(sum(t.delivered), 0)::int8 delivered, coalesce(sum(t.failed), 0)::int8 failed, coalesce(sum(t.seen), 0)::int8 "read",
       count(*) filter (where t.replied)::int8 replied, count(*) filter (where t.opted_out)::int8 "optedOut",
       count(*) filter (where t.clicked)::int8 clicked,
       (select count(*) from person p join goal g on g.journey_id = p.journey_id where ${isReached})::int8 converted
     from texts t`,
    scopeValues(account, scope, goal),
  );
  if (row === null) throw new Error("The outcome of a run was not counted");
  return row;
}

/** A point of the plot of a run: texts that were submitted, delivered and received since this second of the clock. */
export interface OutcomePoint {
  second: number;
  stepSeconds: number;
  sent: number;
  delivered: number;
  replies: number;
}

/** The texts of a run over time, in at most 60 steps. */
export const listOutcomePoints = (q: Query, account: string, batchId: string): Promise<OutcomePoint[]> =>
  q.rows(
    // every step is a number of minutes, so texts are added up by the minute first, in one pass
    `with minute as materialized (
       select e.at / 60 * 60 as at, min(e.at) as first, max(e.at) as last, sum(e.sent) as sent, sum(e.delivered) as delivered,
         sum(e.replies) as replies
       from message m cross join lateral (values
         (case when m.direction = 'out' and ${isCharged("m")} then extract(epoch from m.submitted)::int8 end, 1, 0, 0),
         (case when m.direction = 'out' and m.receipt in ('delivered', 'read') then extract(epoch from m.updated)::int8 end, 0, 1, 0),
         (case when m.counts_as = 'reply'
            then ('x' || left(replace(m.message_id::text, '-', ''), 12))::bit(48)::int8 / 1000 end, 0, 0, 1)) e (at, sent, delivered, replies)
       where m.account_id = $1 and m.batch_id = $2 and e.at is not null group by 1),
     span as (select max(last) - min(first) seconds from minute),
     step as (select coalesce(min(s) filter (where s * 59 >= span.seconds), 604800) s
       from unnest('{60,300,900,3600,21600,86400}'::int[]) s, span)
     select at / s * s "second", s "stepSeconds", sum(sent)::int8 sent, sum(delivered)::int8 delivered, sum(replies)::int8 replies
     from minute, step group by at / s, s order by 1`,
    [account, batchId],
  );

/** Contacts of one arm: compared, not compared yet, and with the goal. */
interface ArmRow {
  people: number;
  waiting: number;
  converted: number;
}

/** The columns of an arm over contacts `p` with the times `g`. */
const armColumns = `count(*) filter (where p.ends_at <= now())::int8 people, count(*) filter (where p.ends_at > now())::int8 waiting,
  count(*) filter (where p.ends_at <= now() and ${isReached})::int8 converted`;
const armSums = "sum(a.people)::int8 people, sum(a.waiting)::int8 waiting, sum(a.converted)::int8 converted";

/** The contacts of a workflow by the version and by the run in which they started first. Of the runs, the newest ones. */
export async function listArms(
  q: Query,
  account: string,
  scope: OutcomeScope,
  goal: Goal,
): Promise<{ versions: (ArmRow & { version: number })[]; runs: (ArmRow & { batchId: string; name: string })[] }> {
  const rows = await q.rows<ArmRow & { version: number | null; batchId: string | null; name: string | null }>(
    `with ${people}, ${goalTimes},
     arm as materialized (
       select p.version, p.batch_id, ${armColumns} from person p left join goal g on g.journey_id = p.journey_id
       group by p.version, p.batch_id)
     (select a.version, null::uuid "batchId", null::text name, ${armSums} from arm a group by a.version)
     union all
     (select null, a.batch_id, b.display_name, ${armSums} from arm a
      join batch b on b.account_id = $1 and b.batch_id = a.batch_id
      group by a.batch_id, b.display_name order by a.batch_id desc limit $7)
     order by version, "batchId" desc`,
    [...scopeValues(account, scope, goal), mostListedRuns],
  );
  return {
    versions: rows.flatMap(({ version, people, waiting, converted }) =>
      version === null ? [] : [{ version, people, waiting, converted }],
    ),
    runs: rows.flatMap(({ batchId, name, people, waiting, converted }) =>
      batchId === null || name === null ? [] : [{ batchId, name, people, waiting, converted }],
    ),
  };
}
const mostListedRuns = 20;

/** The contacts by the branch that they took first at each of these Percent nodes. */
export const listBranchArms = (
  q: Query,
  account: string,
  scope: OutcomeScope,
  goal: Goal,
  nodes: readonly number[],
): Promise<(ArmRow & { node: number; target: number | null })[]> =>
  q.rows(
    `with ${people}, ${goalTimes},
     branch as (
       select distinct on (s.journey_id, s.node) s.journey_id, s.node, s.next_node, p.ends_at from person p
       join step s on s.account_id = $1 and s.journey_id = p.journey_id
       where s.node = any ($7::int[]) and s.outcome in (0, 4) order by s.journey_id, s.node, s.revision)
     select p.node, p.next_node target, ${armColumns} from branch p left join goal g on g.journey_id = p.journey_id
     group by p.node, p.next_node order by p.node, p.next_node`,
    [...scopeValues(account, scope, goal), nodes],
  );
