-- Callers who wait can ask to be called back (decision 0110).
-- null: as the account sets it
alter table work_group add column callback_offer boolean;
alter table live_list add column callback_offer boolean;
-- the caller left the queue to be called back
alter table queue_stay add column called_back boolean not null default false;
-- this caller is not on the line: a call that is placed when a user answers
alter table caller add column callback_id uuid;

create table queue_callback (
  account_id uuid not null,
  callback_id uuid not null,
  -- the call in which it was asked for
  call_id uuid not null,
  contact_id uuid,
  -- workGroup or liveList
  kind text not null,
  name text not null,
  phone text not null,
  own_number text not null,
  -- when the caller began to wait, which is their place
  since timestamptz not null,
  asked timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'dialing', 'done', 'gaveUp')),
  -- why it was given up
  reason text,
  attempts int not null default 0,
  -- the call of this or the last attempt
  out_call_id uuid not null,
  -- who answered for it last
  user_id uuid,
  user_name text,
  -- not offered to anyone before
  due_at timestamptz not null default now(),
  ended timestamptz,
  primary key (account_id, callback_id)
);
-- one callback for each caller and place
create unique index queue_callback_open on queue_callback (account_id, kind, lower(name), phone) where state in ('waiting', 'dialing');
create index queue_callback_call on queue_callback (account_id, call_id);
create index queue_callback_out on queue_callback (account_id, out_call_id);
call trunkline_tenant('queue_callback');
