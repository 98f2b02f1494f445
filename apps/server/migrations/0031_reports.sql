-- Reports (spec 2 §3.11, §7.4): figures by the quarter of an hour in which a text, a call or a journey was made. Quarters,
-- because every zone is whole quarters from UTC: the days of all of them are exact.

-- Which node's template the text was made from; null where there is none. A reply has that of the text it answers.
alter table message add column template_id uuid;
-- What a text in counts as for its workflow: reply, opt_out.
alter table message add column counts_as text;

-- The quarter of an hour in which a time-ordered id was made.
create function trunkline_quarter(id uuid) returns timestamptz language sql immutable parallel safe as
  $$ select to_timestamp(((('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint) / 900000) * 900) $$;

-- What transactions add to the figures, until the worker folds it into report_count: nobody waits for another's row.
create table report_change (
  account_id uuid not null,
  change_id uuid not null default trunkline_uuid7(),
  quarter timestamptz not null,
  campaign_id uuid,
  template_id uuid,
  number text,
  carrier text,
  node int,
  enrolled bigint not null default 0,
  filtered bigint not null default 0,
  sent bigint not null default 0,
  delivered bigint not null default 0,
  failed bigint not null default 0,
  replies bigint not null default 0,
  opt_outs bigint not null default 0,
  clicks bigint not null default 0,
  calls bigint not null default 0,
  answered bigint not null default 0,
  by_human bigint not null default 0,
  by_machine bigint not null default 0,
  talk_seconds bigint not null default 0,
  segments bigint not null default 0,
  cost_micros bigint not null default 0,
  primary key (account_id, change_id)
) with (autovacuum_vacuum_scale_factor = 0.02);
call trunkline_tenant('report_change');

create table report_count (like report_change including defaults);
alter table report_count add primary key (account_id, change_id);
alter table report_count set (fillfactor = 80);
create unique index report_count_of on report_count (account_id, quarter, campaign_id, template_id, number, carrier, node)
  nulls not distinct;
call trunkline_tenant('report_count');

-- The figures of each source as one text, so that what is written at every change and what is counted here are the same.
do $migration$
declare
  dims constant text := 'account_id, quarter, campaign_id, template_id, number, carrier, node';
  source record;
  figures text;
  sums text;
  moves text;
  body text;
begin
  perform set_config('trunkline.accounts', coalesce((select array_agg(account_id)::text from account), '{}'), true);
  for source in
    select * from (values
      ('message',
       'select account_id, trunkline_quarter(message_id) quarter, campaign_id, template_id,
          case direction when ''out'' then from_number else to_number end as number, carrier, node,
          ((direction = ''out'' and state = ''accepted'') is true)::int as sent,
          ((direction = ''out'' and receipt in (''delivered'', ''read'')) is true)::int as delivered,
          ((direction = ''out'' and (state in (''rejected'', ''blocked'') or receipt in (''undelivered'', ''expired''))) is true)::int as failed,
          ((counts_as = ''reply'') is true)::int as replies, ((counts_as = ''opt_out'') is true)::int as opt_outs,
          case when direction = ''out'' and state = ''accepted'' then segments else 0 end as segments,
          case when direction = ''out'' and state = ''accepted'' then cost_micros else 0 end as cost_micros
        from %s r where state in (''accepted'', ''rejected'', ''blocked'') or receipt is not null or counts_as is not null',
       '{sent,delivered,failed,replies,opt_outs,segments,cost_micros}'::text[]),
      ('call',
       'select account_id, trunkline_quarter(call_id) quarter, campaign_id, null::uuid as template_id,
          case direction when ''out'' then from_number else to_number end as number, carrier, node,
          ((direction = ''out'' and state = ''accepted'') is true)::int as calls,
          ((direction = ''out'' and answered is not null) is true)::int as answered,
          ((direction = ''out'' and answered_by = ''human'') is true)::int as by_human,
          ((direction = ''out'' and answered_by = ''machine'') is true)::int as by_machine,
          case when direction = ''out'' and answered is not null then coalesce(duration_seconds, 0) else 0 end as talk_seconds,
          cost_micros
        from %s r where state in (''accepted'', ''received'') or answered is not null or cost_micros <> 0',
       '{calls,answered,by_human,by_machine,talk_seconds,cost_micros}'),
      ('journey',
       'select account_id, trunkline_quarter(journey_id) quarter, campaign_id, null::uuid as template_id, null::text as number,
          null::text as carrier, null::int as node, 1 as enrolled from %s r',
       '{enrolled}'),
      ('batch_filtered',
       'select r.account_id, date_bin(''15 minutes'', r.at, ''2000-01-01Z'') quarter, b.campaign_id, null::uuid as template_id,
          null::text as number, null::text as carrier, null::int as node, 1 as filtered
        from %s r join batch b on b.account_id = r.account_id and b.batch_id = r.batch_id',
       '{filtered}')) s (name, rows, columns)
  loop
    select string_agg(c, ', '), string_agg(format('sum(%I)', c), ', '), string_agg(format('sum(sign * %I)', c), ', ')
      into figures, sums, moves from unnest(source.columns) c;
    body := format('insert into report_change (%s, %s) select %s, %s from (%s) f group by %s', dims, figures, dims, sums,
                   format(source.rows, 'new_rows'), dims);
    execute format('create function trunkline_report_%s_insert() returns trigger language plpgsql as $f$ begin %s; return null; end $f$',
                   source.name, body);
    execute format('create trigger report_insert after insert on %1$I referencing new table as new_rows for each statement
                    execute function trunkline_report_%1$s_insert()', source.name);
    -- nothing of a journey that is counted ever changes, and its updates are the hottest of all
    if source.name <> 'journey' then
      body := format('insert into report_change (%1$s, %2$s)
                      select %1$s, %3$s from (select 1 as sign, n.* from (%4$s) n union all select -1, o.* from (%5$s) o) f
                      group by %1$s having (%6$s)', dims, figures, moves, format(source.rows, 'new_rows'),
                      format(source.rows, 'old_rows'),
                      (select string_agg(format('sum(sign * %I) <> 0', c), ' or ') from unnest(source.columns) c));
      execute format('create function trunkline_report_%s_update() returns trigger language plpgsql as $f$ begin %s; return null; end $f$',
                     source.name, body);
      execute format('create trigger report_update after update on %1$I referencing new table as new_rows old table as old_rows
                      for each statement execute function trunkline_report_%1$s_update()', source.name);
    end if;
    -- what there is already
    execute format('insert into report_change (%s, %s) select %s, %s from (%s) f group by %s', dims, figures, dims, sums,
                   format(source.rows, source.name), dims);
  end loop;
end $migration$;
