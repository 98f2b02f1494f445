-- What Citus demands of distributed tables: policies without subqueries, no triggers, the account first in every key.

-- The list of accounts is compared as text. An array would be parsed again for every row without the subquery, and
-- `account_id = any (…)` would become an index's key. `is not null` keeps the planner's estimate: nearly every row passes.
do $migration$
declare
  one record;
  allowed constant text := 'nullif(position(account_id::text in current_setting(''trunkline.accounts'', true)), 0) is not null';
begin
  for one in select tablename from pg_policies where schemaname = 'public' and policyname = 'account' loop
    execute format('alter policy account on %I using (%s) with check (%s)', one.tablename, allowed, allowed);
  end loop;
end $migration$;

create or replace procedure trunkline_tenant(name text, rights text default 'select, insert, update, delete') language plpgsql as $$
declare
  allowed constant text := 'nullif(position(account_id::text in current_setting(''trunkline.accounts'', true)), 0) is not null';
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy account on %I using (%s) with check (%s)', name, allowed, allowed);
  execute format('grant %s on %I to trunkline_runtime', rights, name);
end $$;

-- The statements that change messages, calls, journeys and filtered contacts count for reports themselves.
drop trigger report_insert on message;
drop trigger report_update on message;
drop trigger report_insert on call;
drop trigger report_update on call;
drop trigger report_insert on journey;
drop trigger report_insert on batch_filtered;
drop trigger report_update on batch_filtered;
drop function trunkline_report_message_insert(), trunkline_report_message_update(), trunkline_report_call_insert(),
  trunkline_report_call_update(), trunkline_report_journey_insert(), trunkline_report_batch_filtered_insert(),
  trunkline_report_batch_filtered_update();

-- A connection is its account's. number_directory remains by number: it holds one owner per number over all accounts.
alter table carrier_bind drop constraint carrier_bind_pkey, add primary key (account_id, connection_id);
