-- Runs for more contacts than the account allows one user to start: another user decides.
create table run_approval (
  account_id uuid not null,
  batch_id uuid not null,
  -- the run is for more contacts than this
  above int not null,
  -- the user or the API key who asked for the start; null: a schedule whose author is not known
  author_id uuid,
  -- waiting, approved, declined
  state text not null default 'waiting',
  created timestamptz not null default now(),
  decided timestamptz,
  decided_by uuid,
  reason text,
  primary key (account_id, batch_id)
);
call trunkline_tenant('run_approval');
create index run_approval_waiting on run_approval (account_id, created) where state = 'waiting';
