-- What an installation on a Citus cluster needs of every table (decision 0114).

-- Foreign keys from tables of accounts to the account end: on a cluster they make transactions over several nodes wait for
-- each other. Accounts are never deleted; `trunkline doctor` looks for rows without one.
alter table email_template drop constraint email_template_account_id_fkey;

-- The condition of row security. `trunkline distribute` makes the function trunkline_only(), the one account of a transaction
-- that has one: as a constant of each plan it names the node, also in statements that read the account from a parameter list.
create procedure trunkline_protect(name text) language plpgsql as $$
declare
  listed constant text := 'nullif(position(account_id::text in current_setting(''trunkline.accounts'', true)), 0) is not null';
  allowed constant text := case when to_regprocedure('trunkline_only()') is null then listed
    else format('case when trunkline_only() is null then %s else account_id = trunkline_only() end', listed) end;
begin
  execute format('alter policy account on %I using (%s) with check (%s)', name, allowed, allowed);
end $$;

-- On a cluster a new table is distributed at once. A foreign key to another table of accounts is added after this.
create or replace procedure trunkline_tenant(name text, rights text default 'select, insert, update, delete') language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy account on %I using (false) with check (false)', name);
  call trunkline_protect(name);
  execute format('grant %s on %I to trunkline_runtime', rights, name);
  if to_regprocedure('trunkline_only()') is not null then
    -- a shard moves by its log
    execute format('alter table %I set logged', name);
    perform create_distributed_table(name::regclass, 'account_id', colocate_with => 'contact');
  end if;
end $$;

-- The defaults of a new account. A function in plpgsql knows the account when its statement is planned.
do $migration$
declare
  one record;
begin
  for one in select p.oid::regprocedure as name, p.proname, p.prosrc from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname in ('trunkline_default_dispositions', 'trunkline_default_agent_reasons') loop
    execute format('create or replace function %I(account uuid) returns void language plpgsql as %L', one.proname,
      format('begin %s; end', one.prosrc));
  end loop;
end $migration$;
