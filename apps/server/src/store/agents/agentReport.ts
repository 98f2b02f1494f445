import type { AgentGrouping } from "@trunkline/contract/agents/agentReport.ts";
import type { Query } from "../database.ts";

/** What an agent did in a time, in seconds. */
export interface AgentLineRow {
  userId: string;
  name: string | null;
  from: Date;
  to: Date;
  availableSeconds: number;
  ringSeconds: number;
  talkSeconds: number;
  wrapUpSeconds: number;
  away: { reasonId: string | null; name: string; seconds: number }[];
  scheduledSeconds: number;
  adherentSeconds: number;
}

const periods: Record<AgentGrouping, string> = {
  agent: `select $2::timestamptz starts, $3::timestamptz ends where $4::text is not null`,
  day: `select d at time zone $4 starts, (d + interval '1 day') at time zone $4 ends
    from generate_series($2::timestamptz at time zone $4, $3::timestamptz at time zone $4 - interval '1 day', interval '1 day') d`,
};

/** The length of what a multirange has in the period `p`. */
const secondsOf = (ranges: string): string =>
  `(select coalesce(sum(extract(epoch from upper(r) - lower(r))), 0)::float8 from unnest(${ranges} * p.during) r)`;

/** From an instant until another one, or nothing. */
const span = (from: string, to: string): string => `tstzrange(${from}, greatest(${from}, ${to}))`;

/**
 * Time per state of each agent, until now. As on the live page, a call on the phone is stronger than a closed phone, a
 * closed phone than a wrap-up, and a wrap-up than what the agent chose.
 */
export const listAgentReport = (
  q: Query,
  account: string,
  { grouping, from, to, zone }: { grouping: AgentGrouping; from: Date; to: Date; zone: string },
): Promise<AgentLineRow[]> =>
  q.rows(
    `with agents as (
       select user_id from membership where account_id = $1
       union select user_id from call_offer where account_id = $1 and at >= $2::timestamptz - interval '1 day' and at < $3::timestamptz),
     calls as (
       select user_id, range_agg(${span("at", "coalesce(answered, ended, now())")}) ring,
         range_agg(${span("answered", "coalesce(ended, now())")}) filter (where answered is not null) talk,
         range_agg(${span("ended", "least(wrapped, now())")}) filter (where answered is not null and ended is not null and wrapped is not null) wrap_up
       from call_offer where account_id = $1 and at >= $2::timestamptz - interval '1 day' and at < $3::timestamptz group by user_id),
     chosen as (
       select a.user_id, s.is_open, s.is_away, s.reason_id, ${span("s.at", "coalesce(s.next, least(now(), $3::timestamptz))")} during
       from agents a cross join lateral (
         select t.*, lead(t.at) over (order by t.at, t.state_id) next from (
           (select * from agent_state where account_id = $1 and user_id = a.user_id and at <= $2::timestamptz
            order by at desc, state_id desc limit 1)
           union all
           (select * from agent_state where account_id = $1 and user_id = a.user_id and at > $2::timestamptz and at < $3::timestamptz)) t) s),
     offline as (select user_id, range_agg(during) ranges from chosen where not is_open group by user_id),
     ready as (select user_id, range_agg(during) ranges from chosen where is_open and not is_away group by user_id),
     shifts as (
       select s.user_id, range_agg(${span("(d + s.starts * interval '1 minute') at time zone s.zone", "least((d + s.ends * interval '1 minute') at time zone s.zone, now())")}) ranges
       from agent_shift s cross join lateral generate_series(
         ($2::timestamptz at time zone s.zone)::date - 1, ($3::timestamptz at time zone s.zone)::date, interval '1 day') d
       where s.account_id = $1 and extract(isodow from d) = s.weekday group by s.user_id),
     calling as (
       select a.user_id, coalesce(c.ring, '{}') - coalesce(c.talk, '{}') ring, coalesce(c.talk, '{}') talk,
         coalesce(c.ring, '{}') + coalesce(c.talk, '{}') busy,
         coalesce(c.wrap_up, '{}') - coalesce(c.ring, '{}') - coalesce(c.talk, '{}') - coalesce(o.ranges, '{}') wrap_up
       from agents a left join calls c using (user_id) left join offline o using (user_id)),
     away as (
       select w.user_id, w.reason_id, coalesce(r.name, '') name, coalesce(r.is_work, false) is_work, w.ranges - k.busy - k.wrap_up ranges
       from (select user_id, reason_id, range_agg(during) ranges from chosen where is_open and is_away group by user_id, reason_id) w
       join calling k using (user_id)
       left join agent_reason r on r.account_id = $1 and r.reason_id = w.reason_id),
     states as (
       select k.user_id, k.ring, k.talk, k.wrap_up, coalesce(e.ranges, '{}') - k.busy - k.wrap_up available,
         coalesce(s.ranges, '{}') scheduled, coalesce(w.ranges, '{}') works
       from calling k left join ready e using (user_id) left join shifts s using (user_id)
       left join (select user_id, range_agg(r) ranges from away cross join lateral unnest(ranges) r where is_work group by user_id) w using (user_id))
     select s.user_id "userId", coalesce(nullif(u.name, ''), u.email) "name", p.starts "from", p.ends "to",
       ${secondsOf("s.available")} "availableSeconds", ${secondsOf("s.ring")} "ringSeconds", ${secondsOf("s.talk")} "talkSeconds",
       ${secondsOf("s.wrap_up")} "wrapUpSeconds", ${secondsOf("s.scheduled")} "scheduledSeconds",
       ${secondsOf("s.scheduled * (s.available + s.ring + s.talk + s.wrap_up + s.works)")} "adherentSeconds",
       coalesce((select jsonb_agg(jsonb_build_object('reasonId', w.reason_id, 'name', w.name, 'seconds', ${secondsOf("w.ranges")})
         order by lower(w.name), w.reason_id) from away w where w.user_id = s.user_id and w.ranges && p.during), '[]') away
     from states s
     cross join (select starts, ends, tstzmultirange(tstzrange(starts, ends)) during from (${periods[grouping]}) p) p
     left join auth_user u on u.user_id = s.user_id
     where (s.available + s.ring + s.talk + s.wrap_up + s.scheduled) && p.during
       or exists (select from away w where w.user_id = s.user_id and w.ranges && p.during)
     order by lower(coalesce(nullif(u.name, ''), u.email)), s.user_id, p.starts`,
    [account, from.toISOString(), to.toISOString(), zone],
  );
