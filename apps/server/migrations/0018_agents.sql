-- Queues in which contacts wait for an agent (spec 2 §3.3 agentQueue).
create table agent_queue (
  account_id uuid not null,
  queue_id uuid not null,
  name text not null,
  is_open boolean not null default true,
  created timestamptz not null default now(),
  primary key (account_id, queue_id)
);
create unique index agent_queue_name on agent_queue (account_id, lower(name));
call trunkline_tenant('agent_queue');

-- A contact's place in a queue, and what became of it.
create table agent_hold (
  account_id uuid not null,
  hold_id uuid not null,
  queue_id uuid not null,
  contact_id uuid not null,
  campaign_id uuid not null,
  journey_id uuid not null,
  node int not null,
  since timestamptz not null default now(),
  -- the wait ends by itself
  until timestamptz,
  -- waiting, taken, closed, wrapped_up
  state text not null default 'waiting',
  agent text,
  agent_name text,
  taken timestamptz,
  note text,
  primary key (account_id, hold_id)
);
create index agent_hold_waiting on agent_hold (account_id, queue_id, hold_id) where state = 'waiting';
create index agent_hold_taken on agent_hold (account_id, agent, hold_id) where state in ('taken', 'wrapped_up');
create index agent_hold_journey on agent_hold (account_id, journey_id);
call trunkline_tenant('agent_hold');

-- Whether an agent takes contacts now.
create table agent_presence (
  account_id uuid not null,
  agent text not null,
  -- available, away
  status text not null,
  updated timestamptz not null default now(),
  primary key (account_id, agent)
);
call trunkline_tenant('agent_presence');
