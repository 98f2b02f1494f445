-- Every call in and out: how placing it went (state), and how the call itself went (line). The session is the living call.
create table call (
  account_id uuid not null,
  call_id uuid not null,
  contact_id uuid,
  campaign_id uuid,
  batch_id uuid,
  journey_id uuid,
  node int,
  revision int,
  -- in, out
  direction text not null,
  from_number text not null,
  to_number text not null,
  -- what is to be done when somebody answers: a CallPlan of workflow/voice/script.ts
  plan jsonb not null,
  -- a CallSession of workflow/voice/session.ts while the call lives
  session jsonb,
  -- queued, submitting, accepted, rejected, blocked, in_doubt, unknown, cancelled; received for calls in
  state text not null,
  -- ringing, in_progress, completed, busy, no_answer, failed, cancelled; null until the carrier took it
  line text,
  reason text,
  -- human, machine, fax, unknown
  answered_by text,
  answered timestamptz,
  ended timestamptz,
  duration_seconds int,
  -- every key that was pressed
  keys text not null default '',
  -- the newest recording of it, an asset
  recording_id uuid,
  cost_micros bigint not null default 0,
  carrier text not null default 'simulated',
  carrier_ref text,
  -- not placed before; pacing and back-off move it
  not_before timestamptz not null default now(),
  -- not placed after: the recipient's window closes
  open_until timestamptz,
  attempt smallint not null default 0,
  -- who places it; when that worker dies the call is in doubt
  worker uuid,
  submitted timestamptz,
  updated timestamptz not null default now(),
  primary key (account_id, call_id)
) partition by range (call_id);
create table call_else partition of call default with (fillfactor = 60);
create index call_queue on call (account_id, (case when batch_id is null then account_id else batch_id end), not_before) where state = 'queued';
create index call_under_way on call (account_id, worker) where state in ('submitting', 'in_doubt');
create index call_contact on call (account_id, contact_id, call_id);
create index call_batch on call (account_id, batch_id, call_id);
create index call_journey on call (account_id, journey_id, call_id);
call trunkline_tenant('call');

-- What happened on a call, in the order in which it happened.
create table call_event (
  account_id uuid not null,
  call_id uuid not null,
  event_id uuid not null,
  type text not null,
  data jsonb,
  at timestamptz not null default now(),
  primary key (account_id, call_id, event_id)
) partition by range (call_id);
create table call_event_else partition of call_event default;
call trunkline_tenant('call_event', 'select, insert');

-- What calls ask of other systems: the next script, or that somebody is told. A row lives until it is done.
create table call_task (
  account_id uuid not null,
  task_id uuid not null,
  call_id uuid not null,
  -- fetch, callback
  kind text not null,
  -- {url, method, params, event}
  request jsonb not null,
  not_before timestamptz not null default now(),
  attempt smallint not null default 0,
  primary key (account_id, task_id)
) with (fillfactor = 60);
create index call_task_due on call_task (account_id, not_before);
call trunkline_tenant('call_task');
