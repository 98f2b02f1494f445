-- One row for each stay of a call in an agent queue, work group or live list (decision 0097). All rates are counted from it.
create table queue_stay (
  account_id uuid not null,
  stay_id uuid not null,
  call_id uuid not null,
  -- queue, workGroup, liveList
  kind text not null,
  name text not null,
  -- the inbound workflow that routed the call
  route_tag text,
  entered timestamptz not null default now(),
  -- when a phone rang first
  offered timestamptz,
  -- phones that rang until their time was over, or declined
  missed int not null default 0,
  -- when the caller left the wait, and how: answered, abandoned, unanswered (the call ended), released (it continued); null: still waiting
  left_wait timestamptz,
  outcome text,
  answered_by uuid,
  answered_by_name text,
  -- when the talk was over, and by whom: caller, agent, transfer
  ended timestamptz,
  ended_by text,
  -- the end of the wrap-up time
  wrapped timestamptz,
  primary key (account_id, stay_id)
);
create index queue_stay_entered on queue_stay (account_id, entered);
create index queue_stay_waiting on queue_stay (account_id, kind, lower(name)) where outcome is null;
create index queue_stay_call on queue_stay (account_id, call_id);
call trunkline_tenant('queue_stay');

-- The service level to be reached: so many percent answered within so many seconds.
alter table agent_queue add column target_percent int not null default 80;
alter table agent_queue add column target_seconds int not null default 20;
alter table work_group add column target_percent int not null default 80;
alter table work_group add column target_seconds int not null default 20;
alter table live_list add column target_percent int not null default 80;
alter table live_list add column target_seconds int not null default 20;

-- When the agent became available, away or offline, or finished a wrap-up.
alter table agent_presence add column changed timestamptz;

-- Callers who wait or talk now. The accounts of the transaction are all: row security holds for the owner too.
do $$ begin
  perform set_config('trunkline.accounts', coalesce((select array_agg(account_id)::text from account), '{}'), true);
  insert into queue_stay (account_id, stay_id, call_id, kind, name, route_tag, entered, left_wait, outcome, answered_by, answered_by_name)
  select k.account_id, trunkline_uuid7(), k.call_id, k.kind, k.name, c.route_tag, k.since, o.answered,
    case k.state when 'taken' then 'answered' end, o.user_id, c.answered_by_name
  from caller k
  join call c on c.account_id = k.account_id and c.call_id = k.call_id
  left join call_offer o on o.account_id = k.account_id and o.call_id = k.call_id and o.state = 'talking'
  where k.kind <> 'person' and (k.state = 'waiting' or k.state = 'taken' and o.answered is not null);
end $$;
