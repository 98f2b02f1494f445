-- A batch is one run of a workflow over a selection, and the lane that its journeys are claimed from.
create table batch (
  account_id uuid not null,
  batch_id uuid not null,
  campaign_id uuid not null,
  version int not null,
  display_name text not null,
  -- runner: made by people or the API; node: fed by workflow nodes; disposition, dtmf … later
  kind text not null default 'runner',
  -- not_started, running, paused, stopped, done
  status text not null default 'not_started',
  period_ms int not null default 1000,
  -- {statements} or {contactIds: true} (the ids lie in batch_contact)
  selection jsonb not null,
  -- {dnc: […]}
  filters jsonb not null default '{}',
  -- enrolment: none, going, done
  enrolment text not null default 'none',
  -- the last contact that enrolment has looked at; a crash or a pause goes on from here
  enrol_cursor uuid,
  -- when the first journey starts; the n-th starts n × period later
  enrol_from timestamptz,
  -- how many were let in so far: the next one is the n-th
  enrolled int not null default 0,
  -- how many the selection holds, counted when enrolment begins
  queued int not null default 0,
  created_by text,
  started timestamptz,
  finished timestamptz,
  primary key (account_id, batch_id)
);
create index batch_campaign on batch (account_id, campaign_id, batch_id);
call trunkline_tenant('batch');

-- Global by name: the directory of what workers look at, one row per batch that runs (its lane), is being cancelled, or
-- sends texts outside any batch (batch_id = account_id). Only a hint: the batch itself is read in every claim.
create table lane (
  account_id uuid not null,
  batch_id uuid not null,
  -- what all journeys of the batch share, so that a claim need not ask; null in the account's own lane
  campaign_id uuid,
  version int,
  -- the workflow's own window does not hold (a campaign node said so)
  ignores_window boolean not null default false,
  -- journeys are still to be made
  enrolling boolean not null default false,
  -- stopped: what is queued is being cancelled, nothing else happens
  cancelling boolean not null default false,
  primary key (account_id, batch_id)
);
grant select, insert, update, delete on lane to trunkline_runtime;

create table batch_contact (
  account_id uuid not null,
  batch_id uuid not null,
  contact_id uuid not null,
  primary key (account_id, batch_id, contact_id)
);
call trunkline_tenant('batch_contact');

-- Who was turned away at enrolment, and why (a reason code of engine/reasons.ts).
create table batch_filtered (
  account_id uuid not null,
  batch_id uuid not null,
  contact_id uuid not null,
  reason text not null,
  at timestamptz not null default now(),
  primary key (account_id, batch_id, contact_id)
);
call trunkline_tenant('batch_filtered');

-- Narrow, updated in place: due_at moves only when it must, so that most updates stay HOT.
create table journey (
  account_id uuid not null,
  journey_id uuid not null,
  batch_id uuid not null,
  campaign_id uuid not null,
  contact_id uuid not null,
  -- null: nothing of it is due
  due_at timestamptz,
  -- when its batch lets it begin; frequency counts from here
  starts_at timestamptz not null,
  -- what the engine waits for; due_at comes back to it when a reply leads nowhere
  wake_at timestamptz,
  since timestamptz,
  version int not null,
  node int,
  revision int not null default 0,
  visits smallint not null default 0,
  -- 0 moving, 1 asking, 2 waiting, 3 done, 4 failed
  status smallint not null default 0,
  -- 0 interactive, 1 timer, 2 bulk: the order of claims inside a lane
  class smallint not null default 2,
  depth smallint not null default 0,
  listening boolean not null default false,
  vars jsonb not null default '{}',
  -- happenings that wait to be taken by the next claim, in order
  inbox jsonb,
  reason text,
  primary key (account_id, journey_id)
) with (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.02);
create index journey_due on journey (account_id, batch_id, class, due_at) where due_at is not null;
create index journey_contact on journey (account_id, contact_id, journey_id);
call trunkline_tenant('journey');

-- History of journeys: append only, partitioned by ranges of the time-ordered journey id.
create table step (
  account_id uuid not null,
  journey_id uuid not null,
  revision int not null,
  node int not null,
  at timestamptz not null,
  -- 0 went, 1 asked, 2 waited, 3 replied, 4 ended, 5 failed
  outcome smallint not null,
  -- where it went, when it did
  next_node int,
  because text,
  data jsonb,
  primary key (account_id, journey_id, revision)
) partition by range (journey_id);
create table step_else partition of step default;
call trunkline_tenant('step', 'select, insert');

-- Counts on the drawn workflow: per version and node; `here` goes up and down.
create table node_count (
  account_id uuid not null,
  batch_id uuid not null,
  version int not null,
  node int not null,
  slot smallint not null,
  entered bigint not null default 0,
  here bigint not null default 0,
  failed bigint not null default 0,
  primary key (account_id, batch_id, version, node, slot)
) with (fillfactor = 50);
call trunkline_tenant('node_count');

create table batch_count (
  account_id uuid not null,
  batch_id uuid not null,
  slot smallint not null,
  enrolled bigint not null default 0,
  filtered bigint not null default 0,
  started bigint not null default 0,
  done bigint not null default 0,
  failed bigint not null default 0,
  primary key (account_id, batch_id, slot)
) with (fillfactor = 50);
call trunkline_tenant('batch_count');

-- What an account's texts cost a day, one row per worker slot, summed when the spend limit is checked.
create table spend (
  account_id uuid not null,
  day date not null,
  slot smallint not null,
  cost_micros bigint not null default 0,
  primary key (account_id, day, slot)
) with (fillfactor = 50);
call trunkline_tenant('spend');

-- Shared limits and pacing: the next free instant of a bucket, moved forward by whoever takes turns from it.
create table bucket (
  account_id uuid not null,
  key text not null,
  free_at timestamptz not null,
  primary key (account_id, key)
) with (fillfactor = 50);
call trunkline_tenant('bucket');

-- Global by name: the workers that live, their slot, and when they were last seen.
create table worker (
  worker_id uuid primary key,
  -- which counter rows are its own
  slot smallint not null unique,
  host text not null,
  started timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
grant select, insert, update, delete on worker to trunkline_runtime;
