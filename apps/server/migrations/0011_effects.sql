-- What journeys ask of the world besides texts and calls: written with the step that asks, performed by a worker,
-- answered to the journey. Nothing that must not be done twice is.
create table effect (
  account_id uuid not null,
  effect_id uuid not null,
  -- the lane; null: the account's own, for what no batch asks for
  batch_id uuid,
  campaign_id uuid,
  journey_id uuid,
  contact_id uuid,
  node int,
  -- the step that asked: one effect each
  revision int,
  -- callWebhook, sendEmail, askModel …: the `do` of engine/effects.ts
  kind text not null,
  -- the effect as the engine asked for it
  payload jsonb not null default '{}',
  -- queued, under_way, done, failed, in_doubt, cancelled
  state text not null default 'queued',
  -- not performed before; waits between tries move it
  not_before timestamptz not null default now(),
  -- tries begun and not given back
  attempt smallint not null default 0,
  -- who performs it; when that worker dies it is queued again if that does no harm, else it is in doubt
  worker uuid,
  started timestamptz,
  -- why it failed: a reason code with its detail
  reason text,
  updated timestamptz not null default now(),
  primary key (account_id, effect_id)
) partition by range (effect_id);
create table effect_else partition of effect default with (fillfactor = 70);
create index effect_queue on effect (account_id, (case when batch_id is null then account_id else batch_id end), not_before) where state = 'queued';
create index effect_under_way on effect (account_id, worker) where state = 'under_way';
create index effect_journey on effect (account_id, journey_id) where state in ('queued', 'under_way');
call trunkline_tenant('effect');
