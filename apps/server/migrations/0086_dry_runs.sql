-- Dry runs: a whole audience played against a workflow, with nothing sent. Saved for 30 days.
create table dry_run (
  account_id uuid not null,
  dry_run_id uuid not null,
  campaign_id uuid not null,
  -- the saved version that is played; null: the drawing in `workflow`
  version int,
  workflow text,
  -- of a drawing: the campaign's settings when it was asked
  settings jsonb,
  -- {statements} or {contactIds: true}, whose ids are in dry_run_audience
  selection jsonb not null,
  -- {dnc}
  filters jsonb not null default '{}',
  period_ms int not null,
  starts_at timestamptz not null,
  -- what is assumed of contacts and carriers
  assumptions jsonb not null,
  -- queued, running, done, failed, cancelled
  status text not null default 'queued',
  -- contacts that are selected; null: not counted yet
  total bigint,
  played bigint not null default 0,
  started timestamptz,
  result jsonb,
  problem text,
  created_by text not null,
  created timestamptz not null default now(),
  finished timestamptz,
  primary key (account_id, dry_run_id)
);
call trunkline_tenant('dry_run');
create index dry_run_of_campaign on dry_run (account_id, campaign_id, dry_run_id);

-- Contacts that were picked by their ids.
create table dry_run_audience (
  account_id uuid not null,
  dry_run_id uuid not null,
  contact_id uuid not null,
  primary key (account_id, dry_run_id, contact_id)
);
call trunkline_tenant('dry_run_audience');

-- The first contacts of each figure of a result.
create table dry_run_contact (
  account_id uuid not null,
  dry_run_id uuid not null,
  list text not null,
  place int not null,
  contact_id uuid not null,
  primary key (account_id, dry_run_id, list, place)
);
call trunkline_tenant('dry_run_contact');

-- Global by name: the dry runs under way over all accounts, for the workers to find.
create table dry_run_queue (
  account_id uuid not null,
  dry_run_id uuid not null,
  -- who works at it; when that worker has not been seen for a while, another begins again
  worker uuid,
  seen_at timestamptz not null default now(),
  primary key (account_id, dry_run_id)
);
grant select, insert, update, delete on dry_run_queue to trunkline_runtime;
