-- Callers who wait for users of the account: in an agent queue, for a work group, or for a live list.
create table caller (
  account_id uuid not null,
  call_id uuid not null,
  -- queue, workGroup, liveList
  kind text not null,
  name text not null,
  -- how the work group is rung for this caller, where it is not as the group says
  settings jsonb,
  since timestamptz not null default now(),
  -- waiting, taken, left
  state text not null default 'waiting',
  -- what was tried for them so far
  offering jsonb not null,
  primary key (account_id, call_id)
);
create index caller_waiting on caller (account_id, since) where state = 'waiting';
call trunkline_tenant('caller');

-- A call on the phone that a user has in the browser.
create table call_offer (
  account_id uuid not null,
  offer_id uuid not null,
  call_id uuid not null,
  user_id uuid not null,
  kind text not null,
  name text not null,
  -- ringing, talking, over
  state text not null,
  is_held boolean not null default false,
  at timestamptz not null default now(),
  answered timestamptz,
  ended timestamptz,
  -- the user finishes with the call until then
  wrap_until timestamptz,
  primary key (account_id, offer_id)
);
-- nobody is rung twice at once
create unique index call_offer_live on call_offer (account_id, user_id) where state in ('ringing', 'talking');
create index call_offer_call on call_offer (account_id, call_id);
create index call_offer_user on call_offer (account_id, user_id, offer_id);
call trunkline_tenant('call_offer');

-- When the phone in the browser was last open.
alter table agent_presence add column seen timestamptz;
