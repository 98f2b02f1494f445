-- The runtime role, row security and the account. Every tenant table is made through trunkline_tenant().
do $$ begin
  if not exists (select from pg_roles where rolname = 'trunkline_runtime') then
    create role trunkline_runtime nologin;
  end if;
exception when duplicate_object or unique_violation then null; -- two databases of one server migrate at once
end $$;
do $$ begin
  execute format('grant trunkline_runtime to %I', current_user);
end $$;
grant usage on schema public to trunkline_runtime;

-- The accounts of the running transaction, set by set_config('trunkline.accounts', …, true); none when unset.
create function trunkline_accounts() returns uuid[] language sql stable parallel safe as
  $$ select coalesce(nullif(current_setting('trunkline.accounts', true), ''), '{}')::uuid[] $$;

-- Time-ordered ids for rows that are made inside the server (PostgreSQL 18 brings its own).
do $$ begin
  if current_setting('server_version_num')::int >= 180000 then
    execute 'create function trunkline_uuid7() returns uuid language sql volatile parallel safe as ''select uuidv7()''';
  else
    execute $f$ create function trunkline_uuid7() returns uuid language sql volatile parallel safe as $s$
      select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6), 52, 1), 53, 1), 'hex')::uuid $s$ $f$;
  end if;
end $$;

-- The smallest id of an instant: partitions of history are ranges of time-ordered ids.
create function trunkline_first_id(at timestamptz) returns uuid language sql immutable parallel safe as
  $$ select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid $$;

-- Row security for a tenant table: the account must be among those of the transaction.
create procedure trunkline_tenant(name text, rights text default 'select, insert, update, delete') language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  -- Not `= any`: an index would take that as its key and search once per account of the transaction, for every row.
  execute format('create policy account on %I using (array_position((select trunkline_accounts())::uuid[], account_id) is not null)
                  with check (array_position((select trunkline_accounts())::uuid[], account_id) is not null)', name);
  execute format('grant %s on %I to trunkline_runtime', rights, name);
end $$;

-- Global by name (decisions, Data): accounts themselves.
create table account (
  account_id uuid primary key,
  name text not null,
  created timestamptz not null default now(),
  -- feature_dnclist_enabled, feature_forth_enabled
  flags jsonb not null default '{}',
  -- legalHours, defaultTimezoneId, prices, spendLimitMicros, killSwitch, stopCoversCalls …: see contract/account.ts
  settings jsonb not null default '{}',
  -- names of the account's custom contact fields, lower case
  custom_fields text[] not null default '{}'
);
grant select, insert, update on account to trunkline_runtime;
