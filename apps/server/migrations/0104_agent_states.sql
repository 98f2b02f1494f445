-- Why agents are away, as the account names it (decision 0100). A reason is archived, never deleted: old states name it.
create table agent_reason (
  account_id uuid not null,
  reason_id uuid not null,
  name text not null,
  -- the order in which agents choose
  position int not null,
  -- time with this reason is planned work, such as a training
  is_work boolean not null default false,
  archived timestamptz,
  created timestamptz not null default now(),
  primary key (account_id, reason_id)
);
-- an archived name can be used again
create unique index agent_reason_name on agent_reason (account_id, lower(name)) where archived is null;
call trunkline_tenant('agent_reason', 'select, insert, update');

-- The reasons that every account has from the start.
create function trunkline_default_agent_reasons(account uuid) returns void language sql as $$
  insert into agent_reason (account_id, reason_id, name, position, is_work)
  select account, trunkline_uuid7(), name, position, is_work
  from (values ('Break', 1, false), ('Lunch', 2, false), ('Training', 3, true)) d (name, position, is_work)
  on conflict do nothing
$$;
grant execute on function trunkline_default_agent_reasons(uuid) to trunkline_runtime;

-- Why an agent is away; null: no reason was chosen.
alter table agent_presence add column reason_id uuid;

-- What an agent chose and whether their phone was open, from an instant until the next row. With the calls on their phone
-- (call_offer) it is the history of their states.
create table agent_state (
  account_id uuid not null,
  state_id uuid not null,
  user_id uuid not null,
  at timestamptz not null default now(),
  is_open boolean not null,
  is_away boolean not null,
  reason_id uuid,
  primary key (account_id, state_id)
);
create index agent_state_user on agent_state (account_id, user_id, at, state_id);
call trunkline_tenant('agent_state');

-- The end of the wrap-up of a call: planned at first, and when it was over.
alter table call_offer add column wrapped timestamptz;
create index call_offer_at on call_offer (account_id, at);

-- The accounts of the transaction are all: row security holds for the owner too.
do $$
declare
  one uuid;
begin
  perform set_config('trunkline.accounts', coalesce((select array_agg(account_id)::text from account), '{}'), true);
  for one in select account_id from account loop
    perform trunkline_default_agent_reasons(one);
  end loop;
  insert into agent_state (account_id, state_id, user_id, is_open, is_away)
  select account_id, trunkline_uuid7(), substr(agent, 6)::uuid, coalesce(seen >= now() - interval '30 seconds', false), status = 'away'
  from agent_presence where agent like 'user:%';
  update call_offer o set wrapped = s.wrapped from queue_stay s
  where s.account_id = o.account_id and s.call_id = o.call_id and s.answered_by = o.user_id and s.wrapped is not null and o.answered is not null;
  perform set_config('trunkline.accounts', '', true);
end $$;
