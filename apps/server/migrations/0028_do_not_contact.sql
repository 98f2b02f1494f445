-- Files of numbers that an account stops, and of the federal list: what became of each.
create table dnc_import (
  account_id uuid not null,
  import_id uuid not null,
  -- account, federal
  kind text not null,
  file_name text,
  -- running, done, failed
  status text not null default 'running',
  total bigint not null default 0,
  -- numbers that were not on the list before; of the federal list: numbers
  added bigint not null default 0,
  rejected bigint not null default 0,
  -- the first rejected rows: [{line, reason, text}]
  rejects jsonb not null default '[]',
  area_codes text[] not null default '{}',
  problem text,
  -- in whose name: user:{id}, key:{id}
  created_by text not null,
  created timestamptz not null default now(),
  -- nothing heard of it for a while: it was cut off
  touched timestamptz not null default now(),
  finished timestamptz,
  primary key (account_id, import_id)
);
call trunkline_tenant('dnc_import');

-- The federal list: one bit for each of the ten million numbers of an area code, as a file brought them. Stored plain, so
-- that one byte of it can be read without the others.
create table federal_dnc (
  account_id uuid not null,
  import_id uuid not null,
  area_code text not null,
  bits bytea not null,
  primary key (account_id, import_id, area_code)
);
alter table federal_dnc alter column bits set storage external;
call trunkline_tenant('federal_dnc');

-- Which file an area code is looked up in.
create table federal_dnc_area (
  account_id uuid not null,
  area_code text not null,
  import_id uuid not null,
  numbers int not null,
  loaded timestamptz not null default now(),
  primary key (account_id, area_code)
);
call trunkline_tenant('federal_dnc_area');
