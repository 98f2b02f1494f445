import type { Goal } from "@trunkline/workflow/outcome/goal.ts";
import type { Query } from "../database.ts";
import { isCharged } from "../messages/messageList.ts";

/** How far the contacts came who were enrolled in a workflow on some days. */
export interface FunnelRow {
  enrolled: number;
  /** Those of them whose journeys are still stored. The other figures are of them. */
  people: number;
  sent: number;
  delivered: number;
  responded: number;
  replied: number;
  clicked: number;
  converted: number;
}

/** The contacts of a funnel: enrolled in a workflow from one day to another, both included. */
export interface FunnelScope {
  campaignId: string;
  startDate: string;
  endDate: string;
  zone: string;
}

/** The first moment of the first day of $3 to $4 in the zone $5, and the one after the last. Without days: of all. */
const start = "coalesce($3::date::timestamp at time zone $5::text, '-infinity')";
const end = "coalesce(($4::date + 1)::timestamp at time zone $5::text, 'infinity')";
const firstId =
  "coalesce(trunkline_first_id($3::date::timestamp at time zone $5::text), '00000000-0000-0000-0000-000000000000')";
const endId =
  "coalesce(trunkline_first_id(($4::date + 1)::timestamp at time zone $5::text), 'ffffffff-ffff-ffff-ffff-ffffffffffff')";

/** A funnel by quarter of an hour, as table expressions of the account $1, the workflow $2, the days, and the goal $6 within $7 hours. */
const funnel = `person as materialized (
    select j.journey_id, j.starts_at + $7::int * interval '1 hour' ends_at
    from batch b join journey j on j.account_id = b.account_id and j.batch_id = b.batch_id
    where b.account_id = $1 and b.campaign_id = $2 and j.journey_id >= ${firstId} and j.journey_id < ${endId}),
  texts as materialized (
    select m.journey_id, bool_or(m.direction = 'out' and ${isCharged("m")}) sent,
      bool_or(m.direction = 'out' and m.receipt in ('delivered', 'read')) delivered,
      bool_or(m.counts_as = 'reply') replied, bool_or(m.click_counts) clicked,
      bool_or($6::text = 'reply' and m.counts_as = 'reply' and m.message_id < trunkline_first_id(p.ends_at)
        or $6 = 'click' and m.click_counts and m.clicked < p.ends_at) converted
    from person p join message m on m.journey_id = p.journey_id
    where m.account_id = $1 and m.campaign_id = $2 and m.message_id >= ${firstId} group by m.journey_id),
  calls as materialized (
    select c.journey_id, bool_or(c.state = 'accepted') sent, bool_or(c.state = 'accepted' and c.answered is not null) answered,
      bool_or($6 = 'call' and c.answered_by = 'human' and c.answered < p.ends_at) converted
    from person p join call c on c.journey_id = p.journey_id
    where c.account_id = $1 and c.campaign_id = $2 and c.direction = 'out' and c.call_id >= ${firstId} group by c.journey_id),
  fields as materialized (
    select distinct v.journey_id from person p join conversion v on v.journey_id = p.journey_id
    where $6 = 'field' and v.account_id = $1 and v.at < p.ends_at),
  enrolled as (
    select r.quarter, r.enrolled from report_count r
    where r.account_id = $1 and r.campaign_id = $2 and r.quarter >= ${start} and r.quarter < ${end} and r.enrolled <> 0
    union all
    select r.quarter, r.enrolled from report_change r
    where r.account_id = $1 and r.campaign_id = $2 and r.quarter >= ${start} and r.quarter < ${end} and r.enrolled <> 0),
  part as (
    select trunkline_quarter(p.journey_id) quarter, 0 enrolled, count(*) people, count(*) filter (where t.sent or c.sent) sent,
      count(*) filter (where t.delivered or c.answered) delivered, count(*) filter (where t.replied or t.clicked) responded,
      count(*) filter (where t.replied) replied, count(*) filter (where t.clicked) clicked,
      count(*) filter (where t.converted or c.converted or f.journey_id is not null) converted
    from person p left join texts t on t.journey_id = p.journey_id left join calls c on c.journey_id = p.journey_id
    left join fields f on f.journey_id = p.journey_id group by 1
    union all
    select quarter, sum(enrolled), 0, 0, 0, 0, 0, 0, 0 from enrolled group by 1)`;

/** The sums of rows that have the columns of a funnel. */
const sums = `coalesce(sum(enrolled), 0)::int8 enrolled, coalesce(sum(people), 0)::int8 people, coalesce(sum(sent), 0)::int8 sent,
  coalesce(sum(delivered), 0)::int8 delivered, coalesce(sum(responded), 0)::int8 responded, coalesce(sum(replied), 0)::int8 replied,
  coalesce(sum(clicked), 0)::int8 clicked, coalesce(sum(converted), 0)::int8 converted`;

/** Counts a funnel over the contacts, their texts and calls. */
export const countFunnel = (
  q: Query,
  account: string,
  { campaignId, startDate, endDate, zone }: FunnelScope,
  goal: Goal,
): Promise<FunnelRow | null> =>
  q.one(`with ${funnel} select ${sums} from part`, [
    account,
    campaignId,
    startDate,
    endDate,
    zone,
    goal.kind,
    goal.windowHours,
  ]);

/** Counts the funnel of all days in the same way and stores it by quarter of an hour. What is as before is not written. */
export const storeFunnel = (q: Query, account: string, campaignId: string, goal: Goal): Promise<number> =>
  q.run(
    `with ${funnel},
     counted as materialized (select quarter, ${sums} from part group by quarter),
     gone as (
       delete from funnel_count f where f.account_id = $1 and f.campaign_id = $2
         and not exists (select from counted c where c.quarter = f.quarter))
     insert into funnel_count as f
       (account_id, campaign_id, quarter, enrolled, people, sent, delivered, responded, replied, clicked, converted)
     select $1, $2, quarter, enrolled, people, sent, delivered, responded, replied, clicked, converted from counted order by quarter
     on conflict (account_id, campaign_id, quarter) do update set enrolled = excluded.enrolled, people = excluded.people,
       sent = excluded.sent, delivered = excluded.delivered, responded = excluded.responded, replied = excluded.replied,
       clicked = excluded.clicked, converted = excluded.converted
     where (f.enrolled, f.people, f.sent, f.delivered, f.responded, f.replied, f.clicked, f.converted) is distinct from
       (excluded.enrolled, excluded.people, excluded.sent, excluded.delivered, excluded.responded, excluded.replied,
         excluded.clicked, excluded.converted)`,
    [account, campaignId, null, null, null, goal.kind, goal.windowHours],
  );

/** The stored funnel of some days. */
export const sumFunnel = (
  q: Query,
  account: string,
  { campaignId, startDate, endDate, zone }: FunnelScope,
): Promise<FunnelRow | null> =>
  q.one(
    `select ${sums} from funnel_count where account_id = $1 and campaign_id = $2
       and quarter >= $3::date::timestamp at time zone $5::text and quarter < ($4::date + 1)::timestamp at time zone $5::text`,
    [account, campaignId, startDate, endDate, zone],
  );
