-- Work on all contacts that a filter picks, done in the background: archived, brought back, stopped.
create table contact_job (
  account_id uuid not null,
  job_id uuid not null,
  -- archive, unarchive, dnc
  action text not null,
  -- {search, statements, archived}
  selection jsonb not null,
  -- of dnc: {types, reason}
  options jsonb not null default '{}',
  -- queued, running, done, failed, cancelled
  status text not null default 'queued',
  -- contacts that the filter picked when the work began; null: not counted yet
  total bigint,
  -- of them so many were come to, and so many were changed by it
  done bigint not null default 0,
  changed bigint not null default 0,
  -- the last contact that was looked at
  place uuid,
  problem text,
  -- in whose name: user:{id}, key:{id}
  created_by text not null,
  created timestamptz not null default now(),
  finished timestamptz,
  primary key (account_id, job_id)
);
call trunkline_tenant('contact_job');

-- Global by name: the jobs under way over all accounts, for the workers to find.
create table contact_job_queue (
  account_id uuid not null,
  job_id uuid not null,
  -- who works at it; when that worker has not been seen for a while, another goes on
  worker uuid,
  seen_at timestamptz not null default now(),
  primary key (account_id, job_id)
);
grant select, insert, update, delete on contact_job_queue to trunkline_runtime;
