import type { Query } from "./database.ts";

/** A rule that every run must keep (reliability §5), as SQL over one account (`$1`) that answers what breaks it. */
interface Invariant {
  name: string;
  sql: string;
}

/** The invariants that can be asked of the rows; tests and proofs ask all of them after every run. */
const invariants: readonly Invariant[] = [
  {
    name: "I1 revisions of a journey are 1..n without gaps, and its row has the last",
    sql: `select j.journey_id::text as what from journey j
      left join (select journey_id, count(*) n, max(revision) m from step where account_id = $1 group by 1) s using (journey_id)
      where j.account_id = $1 and (coalesce(s.n, 0) <> j.revision or coalesce(s.m, 0) <> j.revision)`,
  },
  {
    name: "I3 each visit of a send node makes at most one message",
    sql: `select journey_id || ' ' || revision as what from message where account_id = $1 and journey_id is not null and direction = 'out'
      group by journey_id, revision having count(*) > 1`,
  },
  {
    name: "I3 every step that asked for a text has its message",
    sql: `select s.journey_id || ' ' || s.revision as what from step s
      where s.account_id = $1 and s.data ? 'messageId'
        and not exists (select from message m where m.account_id = $1 and m.message_id = (s.data->>'messageId')::uuid)`,
  },
  {
    name: "I3 each visit of a node that asks makes at most one effect",
    sql: `select journey_id || ' ' || revision as what from effect where account_id = $1 and journey_id is not null
      group by journey_id, revision having count(*) > 1`,
  },
  {
    name: "I4 the carrier took no message twice",
    sql: `select client_ref::text as what from simulator_message where account_id = $1 and direction = 'to_handset'
      group by client_ref having count(*) > 1`,
  },
  {
    name: "I5 what the carrier took is known here as accepted, under way or in doubt",
    sql: `select m.message_id::text || ' ' || m.state as what from simulator_message s
      join message m on m.account_id = s.account_id and m.message_id = s.client_ref
      where s.account_id = $1 and s.direction = 'to_handset' and m.state in ('queued', 'rejected', 'blocked', 'cancelled')`,
  },
  {
    name: "I5 what is accepted here was taken by the carrier",
    sql: `select m.message_id::text as what from message m
      where m.account_id = $1 and m.carrier = 'simulated' and m.direction = 'out' and m.state = 'accepted'
        and not exists (select from simulator_message s where s.account_id = $1 and s.client_ref = m.message_id)`,
  },
  {
    name: "I4 each visit of a call node makes at most one call, and it rang at most one phone first",
    sql: `select journey_id || ' ' || revision as what from call where account_id = $1 and journey_id is not null and direction = 'out'
      group by journey_id, revision having count(*) > 1
      union all
      select call_id::text from simulator_call where account_id = $1 and parent_id is null group by call_id having count(*) > 1`,
  },
  {
    name: "I5 no phone rang for a call that was refused or never placed",
    sql: `select c.call_id::text || ' ' || c.state as what from simulator_call s join call c on c.account_id = s.account_id and c.call_id = s.call_id
      where s.account_id = $1 and s.parent_id is null and c.state in ('queued', 'rejected', 'blocked', 'cancelled')`,
  },
  {
    // The word is effective with its commit, and a row knows the beginning of its transaction alone. Where the server keeps
    // the instants of commits, as those of tests do, that instant counts, with what passes until a commit is seen by all;
    // elsewhere no word is that long under way.
    name: "I6 no text was handed over after the number had opted out",
    sql: `select m.message_id::text as what from message m
      join dnc d on d.account_id = m.account_id and d.phone = m.to_number and d.type = 'sms'
      where m.account_id = $1 and m.direction = 'out' and m.campaign_id is not null
        and m.state in ('submitting', 'accepted', 'in_doubt', 'unknown')
        and m.submitted > case when current_setting('track_commit_timestamp')::boolean
          then pg_xact_commit_timestamp(d.xmin) + interval '250 milliseconds' else d.created + interval '30 seconds' end`,
  },
  {
    name: "I10 enrolled, started, done and failed equal a recount",
    sql: `select b.batch_id || ' ' || c.enrolled || '/' || j.enrolled || ' ' || c.started || '/' || j.started || ' ' || c.done || '/' || j.done
        || ' ' || c.failed || '/' || j.failed as what
      from batch b
      cross join lateral (select coalesce(sum(enrolled), 0) enrolled, coalesce(sum(started), 0) started, coalesce(sum(done), 0) done,
        coalesce(sum(failed), 0) failed from batch_count c where c.account_id = b.account_id and c.batch_id = b.batch_id) c
      cross join lateral (select count(*) enrolled, count(*) filter (where node is not null or status > 2) started, count(*) filter (where status = 3) done,
        count(*) filter (where status = 4) failed from journey j where j.account_id = b.account_id and j.batch_id = b.batch_id) j
      where b.account_id = $1 and (c.enrolled <> j.enrolled or b.enrolled <> j.enrolled or c.started <> j.started or c.done <> j.done
        or c.failed <> j.failed)`,
  },
  {
    name: "I10 the turned away are counted",
    sql: `select b.batch_id::text as what from batch b
      where b.account_id = $1 and b.kind <> 'node'
        and (select coalesce(sum(filtered), 0) from batch_count c where c.account_id = $1 and c.batch_id = b.batch_id)
          <> (select count(*) from batch_filtered f where f.account_id = $1 and f.batch_id = b.batch_id)`,
  },
  {
    name: "I10 the reasons of a run add up to those it turned away",
    sql: `select b.batch_id::text as what from batch b
      where b.account_id = $1 and b.kind <> 'node'
        and (select coalesce(sum(filtered), 0) from batch_count c where c.account_id = $1 and c.batch_id = b.batch_id)
          <> (select coalesce(sum(n::bigint), 0) from jsonb_each_text(b.filtered_by) r (reason, n))`,
  },
  {
    name: "I10 counts of journeys at a node equal a recount",
    sql: `select n.batch_id || ' ' || n.node || ' ' || n.here || '/' || coalesce(j.here, 0) as what
      from (select batch_id, version, node, sum(here) here from node_count where account_id = $1 group by 1, 2, 3) n
      full join (select batch_id, version, node, count(*) here from journey where account_id = $1 and status < 3 and node is not null
        group by 1, 2, 3) j using (batch_id, version, node)
      where coalesce(n.here, 0) <> coalesce(j.here, 0)`,
  },
  {
    name: "I11 nothing waits that nothing will wake",
    sql: `select j.journey_id::text as what from journey j
      where j.account_id = $1 and j.status < 3 and j.due_at is null and j.inbox is null and not (j.status = 2 and j.listening)
        and not exists (select from message m where m.account_id = $1 and m.journey_id = j.journey_id
          and m.state in ('queued', 'submitting', 'in_doubt'))
        and not exists (select from call c where c.account_id = $1 and c.journey_id = j.journey_id and c.ended is null
          and c.line is distinct from 'busy' and c.state in ('queued', 'submitting', 'in_doubt', 'accepted'))
        and not exists (select from effect e where e.account_id = $1 and e.journey_id = j.journey_id
          and e.state in ('queued', 'under_way'))`,
  },
  {
    name: "I11 a waiting journey is due when its wait ends",
    sql: `select j.journey_id::text as what from journey j
      where j.account_id = $1 and j.status = 2 and j.inbox is null and j.wake_at is distinct from j.due_at`,
  },
  {
    name: "I13 a journey stays on the version of its batch, or on that to which its last move brought it",
    sql: `select j.journey_id::text as what from journey j join batch b using (account_id, batch_id)
      left join lateral (select (s.data->>'toVersion')::int version from step s
        where s.account_id = $1 and s.journey_id = j.journey_id and s.outcome = 6 order by s.revision desc limit 1) m on true
      where j.account_id = $1 and (j.version <> coalesce(m.version, b.version) or j.campaign_id <> b.campaign_id)`,
  },
  {
    name: "I16 a message says what its best receipt said",
    sql: `select m.message_id::text || ' ' || coalesce(m.receipt, '-') as what from message m
      join (select message_id, max(case status when 'read' then 4 when 'delivered' then 3 when 'undelivered' then 2 else 1 end) best
        from receipt where account_id = $1 group by 1) r using (message_id)
      where m.account_id = $1
        and r.best <> coalesce(case m.receipt when 'read' then 4 when 'delivered' then 3 when 'undelivered' then 2 when 'expired' then 1 end, 0)`,
  },
  {
    name: "I21 what workflows cost is what their accepted texts and their calls cost",
    sql: `select c.campaign_id::text as what
      from (select campaign_id, sum(sends) sends, sum(cost_micros) cost from campaign_count where account_id = $1 group by 1) c
      left join (select campaign_id, count(*) sends, sum(cost_micros) cost from message
        where account_id = $1 and direction = 'out' and state = 'accepted' and campaign_id is not null group by 1) m using (campaign_id)
      left join (select campaign_id, sum(cost_micros) cost from call
        where account_id = $1 and campaign_id is not null group by 1) k using (campaign_id)
      where c.sends <> coalesce(m.sends, 0) or c.cost <> coalesce(m.cost, 0) + coalesce(k.cost, 0)`,
  },
  {
    name: "I22 clicks of workflows and of runs are the journeys with a text that counts as clicked, each once",
    sql: `select 'workflow ' || campaign_id as what
      from (select campaign_id, sum(clicks) clicks from campaign_count where account_id = $1 group by 1) c
      left join (select campaign_id, count(distinct journey_id) clicks from message where account_id = $1 and click_counts group by 1) m
        using (campaign_id)
      where c.clicks <> coalesce(m.clicks, 0)
      union all
      select 'run ' || batch_id from (select batch_id, sum(clicks) clicks from batch_count where account_id = $1 group by 1) b
      left join (select batch_id, count(*) clicks from message where account_id = $1 and click_counts group by 1) m using (batch_id)
      where b.clicks <> coalesce(m.clicks, 0)
      union all
      select 'text ' || m.message_id from link l join message m on m.account_id = l.account_id and m.message_id = l.message_id
      where l.account_id = $1 and l.clicked is not null and m.clicked is null`,
  },
  {
    name: "I23 reports count exactly the texts, calls and journeys of the account",
    sql: `with counted as (
        select campaign_id, sum(enrolled) enrolled, sum(sent) sent, sum(delivered) delivered, sum(failed) failed, sum(replies) replies,
          sum(opt_outs) opt_outs, sum(clicks) clicks, sum(calls) calls, sum(abandoned) abandoned, sum(answered) answered,
          sum(talk_seconds) talk_seconds, sum(segments) segments, sum(cost_micros) cost_micros
        from (
          select campaign_id, enrolled, sent, delivered, failed, replies, opt_outs, clicks, calls, abandoned, answered, talk_seconds,
            segments, cost_micros from report_count where account_id = $1
          union all select campaign_id, enrolled, sent, delivered, failed, replies, opt_outs, clicks, calls, abandoned, answered, talk_seconds,
            segments, cost_micros from report_change where account_id = $1) r group by 1),
      stored as (
        select campaign_id, sum(enrolled) enrolled, sum(sent) sent, sum(delivered) delivered, sum(failed) failed, sum(replies) replies,
          sum(opt_outs) opt_outs, sum(clicks) clicks, sum(calls) calls, sum(abandoned) abandoned, sum(answered) answered,
          sum(talk_seconds) talk_seconds, sum(segments) segments, sum(cost_micros) cost_micros
        from (
          select campaign_id, 0 enrolled, (direction = 'out' and state = 'accepted')::int sent,
            (direction = 'out' and (receipt in ('delivered', 'read')) is true)::int delivered,
            (direction = 'out' and (state in ('rejected', 'blocked') or (receipt in ('undelivered', 'expired')) is true))::int failed,
            ((counts_as = 'reply') is true)::int replies, ((counts_as = 'opt_out') is true)::int opt_outs, (click_counts is true)::int clicks,
            0 calls, 0 abandoned, 0 answered, 0 talk_seconds, case when direction = 'out' and state = 'accepted' then segments else 0 end segments,
            case when direction = 'out' and state = 'accepted' then cost_micros else 0 end cost_micros
          from message where account_id = $1
          union all select campaign_id, 0, 0, 0, 0, 0, 0, 0, (direction = 'in' or state = 'accepted')::int,
            (direction = 'in' and (line = 'abandoned') is true)::int, (case direction when 'out' then answered else connected end is not null)::int,
            case when direction = 'out' and answered is not null then coalesce(duration_seconds, 0)
              when direction = 'in' and connected is not null and ended is not null
                then greatest(1, round(extract(epoch from ended - connected))) else 0 end, 0, cost_micros
          from call where account_id = $1
          union all select campaign_id, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 from journey where account_id = $1) r group by 1)
      select campaign_id::text || ': ' || to_jsonb(c) || ' instead of ' || to_jsonb(s) as what
      from counted c full join stored s using (campaign_id)
      where campaign_id is not null and to_jsonb(c) is distinct from to_jsonb(s)`,
  },
  {
    name: "I24 a stay in a queue is open exactly while its caller waits or talks there",
    sql: `select 'stay ' || s.stay_id as what from queue_stay s
      where s.account_id = $1 and (s.outcome is null or s.outcome = 'answered' and s.ended is null)
        and not exists (select from caller k where k.account_id = $1 and k.call_id = s.call_id
          and k.state = case when s.outcome is null then 'waiting' else 'taken' end)
      union all
      select 'caller ' || k.call_id from caller k
      where k.account_id = $1 and k.kind <> 'person' and k.callback_id is null and k.state in ('waiting', 'taken')
        and 1 <> (select count(*) from queue_stay s where s.account_id = $1 and s.call_id = k.call_id
          and case k.state when 'waiting' then s.outcome is null else s.outcome = 'answered' and s.ended is null end)`,
  },
  {
    name: "I25 the sums of reports by the hour add up to those by the quarter",
    sql: `select hour || ' ' || coalesce(campaign_id::text, '') || ' ' || coalesce(channel, '') as what from (
        select hour, campaign_id, channel, enrolled, sent, delivered, failed, replies, calls, segments, cost_micros
        from report_hour where account_id = $1
        union all
        select to_timestamp(extract(epoch from quarter)::int8 / 3600 * 3600), campaign_id, channel, -enrolled, -sent, -delivered, -failed,
          -replies, -calls, -segments, -cost_micros
        from report_count where account_id = $1 and exists (select from report_hour_account where account_id = $1)) r
      group by hour, campaign_id, channel
      having sum(enrolled) <> 0 or sum(sent) <> 0 or sum(delivered) <> 0 or sum(failed) <> 0 or sum(replies) <> 0 or sum(calls) <> 0
        or sum(segments) <> 0 or sum(cost_micros) <> 0`,
  },
];

/** Every invariant that an account breaks, with up to five rows that break it; none when all is well. */
export async function listBroken(q: Query, account: string): Promise<string[]> {
  // Tables that have just grown a thousandfold have no statistics yet, and behind row security an id inside JSON finds no index:
  // a row at a time against all rows would never end, so whole sets are compared.
  await q.run("set local enable_nestloop = off");
  const broken: string[] = [];
  for (const { name, sql } of invariants) {
    const rows = await q.rows<{ what: string }>(`${sql} limit 5`, [account]);
    if (rows.length > 0) broken.push(`${name}: ${rows.map((row) => row.what).join(", ")}`);
  }
  return broken;
}

/** One contact's journeys of one workflow begin at least so many days apart (I9); answers the contacts for whom they do not. */
export async function listTooFrequent(q: Query, account: string, campaignId: string, days: number): Promise<string[]> {
  const rows = await q.rows<{ what: string }>(
    `select distinct contact_id::text as what from (
       select contact_id, starts_at - lag(starts_at) over (partition by contact_id order by starts_at) gap
       from journey where account_id = $1 and campaign_id = $2) g
     where gap is not null and ($3 = 0 or gap < $3 * interval '1 day')`,
    [account, campaignId, days],
  );
  return rows.map((row) => row.what);
}
