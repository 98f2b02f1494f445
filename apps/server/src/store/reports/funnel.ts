import type { Goal } from "@trunkline/workflow/outcome/goal.ts";
import type { Query } from "../database.ts";
import { isCharged } from "../messages/messageList.ts";

/** How far the contacts came who were enrolled in a workflow on some days. */
interface FunnelRow {
  /** The contacts that were read. */
  read: number;
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

/**
 * Reads a share of the contacts, picked by the random end of the journeys' ids, and what was sent to each. Their texts are
 * found by the contact's index, so that the time follows the number that is read.
 */
export async function findFunnel(
  q: Query,
  account: string,
  { campaignId, startDate, endDate, zone }: FunnelScope,
  goal: Goal,
  share: number,
): Promise<FunnelRow> {
  const row = await q.one<FunnelRow>(
    {
      name: "report.funnel",
      text: `with picked as materialized (
         select j.journey_id from batch b cross join lateral (
           select j.journey_id from journey j where j.account_id = $1 and j.batch_id = b.batch_id
             and j.journey_id >= trunkline_first_id($3::date::timestamp at time zone $5)
             and j.journey_id < trunkline_first_id(($4::date + 1)::timestamp at time zone $5)
             and get_byte(uuid_send(j.journey_id), 14) * 256 + get_byte(uuid_send(j.journey_id), 15) < $6::int) j
         where b.account_id = $1 and b.campaign_id = $2),
       person as materialized (
         select j.journey_id, j.contact_id, j.starts_at + $8::int * interval '1 hour' ends_at
         from picked p join journey j on j.account_id = $1 and j.journey_id = p.journey_id),
       reached as (
         select p.journey_id, t.sent or c.sent sent, t.delivered or c.answered delivered, t.replied, t.clicked,
           t.converted or c.converted or exists (
             select from conversion v where $7::text = 'field' and v.account_id = $1 and v.journey_id = p.journey_id
               and v.at < p.ends_at) converted
         from person p
         cross join lateral (
           select coalesce(bool_or(m.direction = 'out' and ${isCharged("m")}), false) sent,
             coalesce(bool_or(m.direction = 'out' and m.receipt in ('delivered', 'read')), false) delivered,
             coalesce(bool_or(m.counts_as = 'reply'), false) replied, coalesce(bool_or(m.click_counts), false) clicked,
             coalesce(bool_or($7 = 'reply' and m.counts_as = 'reply' and m.message_id < trunkline_first_id(p.ends_at)
               or $7 = 'click' and m.click_counts and m.clicked < p.ends_at), false) converted
           from message m where m.account_id = $1 and m.contact_id = p.contact_id and m.message_id >= p.journey_id
             and m.journey_id = p.journey_id) t
         cross join lateral (
           select coalesce(bool_or(c.state = 'accepted'), false) sent,
             coalesce(bool_or(c.state = 'accepted' and c.answered is not null), false) answered,
             coalesce(bool_or($7 = 'call' and c.answered_by = 'human' and c.answered < p.ends_at), false) converted
           from call c where c.account_id = $1 and c.journey_id = p.journey_id and c.direction = 'out') c)
       select count(*)::int8 "read", count(*) filter (where sent)::int8 sent, count(*) filter (where delivered)::int8 delivered,
         count(*) filter (where replied or clicked)::int8 responded, count(*) filter (where replied)::int8 replied,
         count(*) filter (where clicked)::int8 clicked, count(*) filter (where converted)::int8 converted
       from reached`,
    },
    [account, campaignId, startDate, endDate, zone, Math.ceil(share * 65_536), goal.kind, goal.windowHours],
  );
  if (row === null) throw new Error("The funnel of a workflow was not counted");
  return row;
}
