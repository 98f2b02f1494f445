-- The simulated carrier's own memory of calls: one row per phone that rings or talks. A transfer is a leg of its own.
create table simulator_call (
  account_id uuid not null,
  leg_id uuid not null,
  -- the product's id of the call: the same one again is the same call
  call_id uuid not null,
  -- the leg that brought this one to the call
  parent_id uuid,
  handset text not null,
  -- the number that the handset shows
  number text not null,
  -- who the account is on this call, whatever number is shown
  own_number text not null,
  -- to_handset, from_handset
  direction text not null,
  -- ringing, talking, ended
  state text not null,
  -- a Line of carriers/simulated/line.ts
  line jsonb not null,
  -- what was heard and done, for the handset
  log jsonb not null default '[]',
  at timestamptz not null default now(),
  answered timestamptz,
  ended timestamptz,
  -- when something happens on this line by itself
  owed_at timestamptz,
  primary key (account_id, leg_id)
) with (fillfactor = 60);
-- Whoever hands the same call over again gets the same leg: this carrier can be asked what it took.
create unique index simulator_call_ref on simulator_call (account_id, call_id) where parent_id is null;
create index simulator_call_legs on simulator_call (account_id, call_id, leg_id);
create index simulator_call_handset on simulator_call (account_id, handset, leg_id);
create index simulator_call_owed on simulator_call (account_id, owed_at) where owed_at is not null;
call trunkline_tenant('simulator_call');
