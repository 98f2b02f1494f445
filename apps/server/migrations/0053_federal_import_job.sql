-- Files of the federal list are read in whole, and then turned into bits by the worker, piece by piece: what was loaded
-- before answers until the new bits are whole. Files that were on their way before this came must be sent again.
update dnc_import set status = 'failed', problem = 'The file did not arrive whole', finished = now()
  where kind = 'federal' and status = 'running';

-- Numbers of one area code as a file brought them; gone once they were done.
create table federal_dnc_chunk (
  account_id uuid not null,
  import_id uuid not null,
  area_code text not null,
  n int not null,
  -- the last seven digits of each, four bytes, the lowest first
  numbers bytea not null,
  primary key (account_id, import_id, area_code, n)
);
alter table federal_dnc_chunk alter column numbers set storage external;
call trunkline_tenant('federal_dnc_chunk');

-- Global by name: the files under way over all accounts, for the workers to find.
create table federal_dnc_queue (
  account_id uuid not null,
  import_id uuid not null,
  worker uuid,
  seen_at timestamptz not null default now(),
  primary key (account_id, import_id)
);
grant select, insert, update, delete on federal_dnc_queue to trunkline_runtime;
