-- What every inserted row pays for row security and reports, made less.

-- A row that is written is judged by a plain comparison. Only rows that are read need array_position: there `= any` would
-- become the index's key (see 0001).
do $migration$
declare
  one record;
begin
  for one in select tablename from pg_policies
    where schemaname = 'public' and policyname = 'account' and with_check like '%array_position%' loop
    execute format('alter policy account on %I with check (account_id = any ((select trunkline_accounts())::uuid[]))', one.tablename);
  end loop;
end $migration$;

create or replace procedure trunkline_tenant(name text, rights text default 'select, insert, update, delete') language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  -- Not `= any`: an index would take that as its key and search once per account of the transaction, for every row.
  execute format('create policy account on %I using (array_position((select trunkline_accounts())::uuid[], account_id) is not null)
                  with check (account_id = any ((select trunkline_accounts())::uuid[]))', name);
  execute format('grant %s on %I to trunkline_runtime', rights, name);
end $$;

-- Nearly every text is inserted as queued and counts for nothing yet: the few that count at once are counted one by one,
-- and no copy is kept of the others.
drop trigger report_insert on message;
drop function trunkline_report_message_insert();
create function trunkline_report_message_insert() returns trigger language plpgsql as $$
begin
  insert into report_change (account_id, quarter, campaign_id, template_id, number, carrier, node,
      sent, delivered, failed, replies, opt_outs, clicks, segments, cost_micros)
    select r.account_id, trunkline_quarter(r.message_id), r.campaign_id, r.template_id,
      case r.direction when 'out' then r.from_number else r.to_number end, r.carrier, r.node,
      ((r.direction = 'out' and r.state = 'accepted') is true)::int,
      ((r.direction = 'out' and r.receipt in ('delivered', 'read')) is true)::int,
      ((r.direction = 'out' and (r.state in ('rejected', 'blocked') or r.receipt in ('undelivered', 'expired'))) is true)::int,
      ((r.counts_as = 'reply') is true)::int, ((r.counts_as = 'opt_out') is true)::int, (r.click_counts is true)::int,
      case when r.direction = 'out' and r.state = 'accepted' then r.segments else 0 end,
      case when r.direction = 'out' and r.state = 'accepted' then r.cost_micros else 0 end
    from (select new.*) r;
  return null;
end $$;
create trigger report_insert after insert on message for each row
  when (new.state in ('accepted', 'rejected', 'blocked') or new.receipt is not null or new.counts_as is not null or new.click_counts)
  execute function trunkline_report_message_insert();
