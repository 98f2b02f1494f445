-- The condition of row security reads the list of accounts once per statement, not once per row: looking for the id in the
-- setting's text took half a microsecond of every row that a statement saw or wrote. On a cluster it stays as it was: Citus
-- takes no policy with a subquery.
create or replace procedure trunkline_protect(name text) language plpgsql as $$
declare
  -- written out: a function would be read again for every plan. No index has it as its key, and the planner expects nearly
  -- every row to pass
  once constant text := 'array_position((select nullif(current_setting(''trunkline.accounts'', true), '''')::uuid[]), account_id) is not null';
  listed constant text := 'nullif(position(account_id::text in current_setting(''trunkline.accounts'', true)), 0) is not null';
  allowed constant text := case when to_regprocedure('trunkline_only()') is null then once
    else format('case when trunkline_only() is null then %s else account_id = trunkline_only() end', listed) end;
begin
  execute format('alter policy account on %I using (%s) with check (%s)', name, allowed, allowed);
end $$;

do $$
declare
  one record;
begin
  if to_regprocedure('trunkline_only()') is not null then return; end if;
  for one in select tablename from pg_policies where schemaname = 'public' and policyname = 'account' order by 1 loop
    call trunkline_protect(one.tablename);
  end loop;
end $$;
