-- Inbound calls: who answered, since when they talked, and which inbound workflow routed the call. Reports count them.

-- The user or the number that the call was connected with first.
alter table call add column answered_by_name text;
alter table call add column connected timestamptz;
-- The inbound workflow that routed it.
alter table call add column route_tag text;

alter table report_change add column calls_in bigint not null default 0, add column abandoned bigint not null default 0;
alter table report_count add column calls_in bigint not null default 0, add column abandoned bigint not null default 0;

-- The figures of calls in reports; see 0031. `calls` counts both directions. A call in is answered when it is connected with
-- a person, and its talk begins then: the greeting and the wait are no talk.
do $migration$
declare
  dims constant text := 'account_id, quarter, campaign_id, template_id, number, carrier, node';
  columns constant text[] := '{calls,calls_in,abandoned,answered,by_human,by_machine,talk_seconds,cost_micros}';
  talked constant text := 'case direction when ''out'' then answered else connected end is not null';
  rows constant text :=
    'select account_id, trunkline_quarter(call_id) quarter, campaign_id, null::uuid as template_id,
       case direction when ''out'' then from_number else to_number end as number, carrier, node,
       ((direction = ''in'' or state = ''accepted'') is true)::int as calls,
       ((direction = ''in'') is true)::int as calls_in,
       ((direction = ''in'' and line = ''abandoned'') is true)::int as abandoned,
       (' || talked || ')::int as answered,
       ((answered_by = ''human'' and ' || talked || ') is true)::int as by_human,
       ((direction = ''out'' and answered_by = ''machine'') is true)::int as by_machine,
       case when direction = ''out'' and answered is not null then coalesce(duration_seconds, 0)
         when direction = ''in'' and connected is not null and ended is not null
           then greatest(1, round(extract(epoch from ended - connected)))::int else 0 end as talk_seconds,
       cost_micros
     from %s r where direction = ''in'' or state in (''accepted'', ''received'') or answered is not null or cost_micros <> 0';
  figures text;
begin
  perform set_config('trunkline.accounts', coalesce((select array_agg(account_id)::text from account), '{}'), true);

  -- What is known about inbound calls so far. Before the new triggers, which would count each change.
  update call c set route_tag = d.route_tag from route_decision d
    where c.direction = 'in' and d.account_id = c.account_id and d.subject_id = c.call_id;
  update call c set answered_by_name = o.name, connected = o.answered from (
      select distinct on (o.account_id, o.call_id) o.account_id, o.call_id, o.answered, coalesce(nullif(u.name, ''), u.email) as name
      from call_offer o join auth_user u on u.user_id = o.user_id
      where o.answered is not null order by o.account_id, o.call_id, o.answered) o
    where c.direction = 'in' and c.account_id = o.account_id and c.call_id = o.call_id;
  update call c set answered_by_name = e.who, connected = e.at - e.seconds * interval '1 second' from (
      select distinct on (account_id, call_id) account_id, call_id, at, data->>'answeredBy' as who, (data->>'seconds')::float8 as seconds
      from call_event where type = 'dialEnded' and data ? 'answeredBy' order by account_id, call_id, event_id) e
    where c.direction = 'in' and c.connected is null and c.account_id = e.account_id and c.call_id = e.call_id;
  update call c set answered_by = case when connected is not null then 'human' end,
      line = case when line = 'completed' and connected is null
        and exists (select from caller k where k.account_id = c.account_id and k.call_id = c.call_id and k.kind <> 'person')
        and not exists (select from call_event e where e.account_id = c.account_id and e.call_id = c.call_id and e.type = 'leftQueue')
        then 'abandoned' else line end
    where direction = 'in';
  insert into report_change (account_id, quarter, campaign_id, number, carrier, node, calls, calls_in, abandoned, answered, by_human, talk_seconds)
    select account_id, trunkline_quarter(call_id), campaign_id, to_number, carrier, node, count(*), count(*),
      count(*) filter (where line = 'abandoned'), count(connected), count(connected) filter (where answered_by = 'human'),
      coalesce(sum(greatest(1, round(extract(epoch from ended - connected)))) filter (where connected is not null and ended is not null), 0)
    from call where direction = 'in' group by 1, 2, 3, 4, 5, 6;

  select string_agg(c, ', ') into figures from unnest(columns) c;
  execute format('create or replace function trunkline_report_call_insert() returns trigger language plpgsql as $f$ begin
      insert into report_change (%1$s, %2$s) select %1$s, %3$s from (%4$s) f group by %1$s; return null; end $f$',
    dims, figures, (select string_agg(format('sum(%I)', c), ', ') from unnest(columns) c), format(rows, 'new_rows'));
  execute format('create or replace function trunkline_report_call_update() returns trigger language plpgsql as $f$ begin
      insert into report_change (%1$s, %2$s)
        select %1$s, %3$s from (select 1 as sign, n.* from (%4$s) n union all select -1, o.* from (%5$s) o) f
        group by %1$s having (%6$s); return null; end $f$',
    dims, figures, (select string_agg(format('sum(sign * %I)', c), ', ') from unnest(columns) c),
    format(rows, 'new_rows'), format(rows, 'old_rows'),
    (select string_agg(format('sum(sign * %I) <> 0', c), ' or ') from unnest(columns) c));
end $migration$;
