-- Files of the account's own do-not-contact list are read in whole, and then stopped by the worker piece by piece.
-- status: receiving, running, done, failed, cancelled; files of the federal list are running while they come.
alter table dnc_import add column done bigint not null default 0;

-- What a file asks for, a few thousand rows a piece; gone once it was done.
create table dnc_import_chunk (
  account_id uuid not null,
  import_id uuid not null,
  n int not null,
  -- [[phone, type, reason]]
  rows jsonb not null,
  primary key (account_id, import_id, n)
);
call trunkline_tenant('dnc_import_chunk');

create table dnc_import_reject (
  account_id uuid not null,
  import_id uuid not null,
  line int not null,
  reason text not null,
  text text not null,
  primary key (account_id, import_id, line)
);
call trunkline_tenant('dnc_import_reject');

-- Global by name: the files under way over all accounts, for the workers to find.
create table dnc_import_queue (
  account_id uuid not null,
  import_id uuid not null,
  worker uuid,
  seen_at timestamptz not null default now(),
  primary key (account_id, import_id)
);
grant select, insert, update, delete on dnc_import_queue to trunkline_runtime;
