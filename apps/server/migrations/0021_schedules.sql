-- A run that is to come, once or again and again (spec 2 §3.9).
create table schedule (
  account_id uuid not null,
  schedule_id uuid not null,
  campaign_id uuid not null,
  -- 1 scheduled, 0 paused, -1 cancelled, -2 over: nothing can be done with it any more (spec 2 §4.7)
  status smallint not null default 1,
  recurring boolean not null,
  -- an id of parts/timezones.ts
  timezone_id int not null,
  -- recurring alone: days as a bitmask, HH:mm on the wall clock of the zone, and nothing begins after `expire`
  day_of_week smallint,
  time_of_day text,
  expire timestamptz,
  -- once, skip: a slot that passed while nobody was there
  missed text not null default 'once',
  -- what the batch is made of: displayName, periodMs, start, filters, statements
  request jsonb not null,
  -- the contacts lie in schedule_contact, this many; null: by statements
  contacts int,
  -- the slot that comes next: its name is local date and time, its instant follows from the rules of the zone
  next_slot text,
  next_at timestamptz,
  created_by text,
  primary key (account_id, schedule_id)
);
create index schedule_campaign on schedule (account_id, campaign_id, schedule_id);
call trunkline_tenant('schedule');

create table schedule_contact (
  account_id uuid not null,
  schedule_id uuid not null,
  contact_id uuid not null,
  primary key (account_id, schedule_id, contact_id)
);
call trunkline_tenant('schedule_contact');

-- One row per slot that has come: whoever writes it first has fired it, and nobody fires it again.
create table schedule_firing (
  account_id uuid not null,
  schedule_id uuid not null,
  slot text not null,
  -- when the slot was due, and when it was judged
  due_at timestamptz not null,
  at timestamptz not null default now(),
  -- fired, skipped (missed), failed
  outcome text not null,
  late boolean not null default false,
  batch_id uuid,
  -- why it failed
  reason text,
  primary key (account_id, schedule_id, slot)
);
call trunkline_tenant('schedule_firing');

-- Global by name: which schedules wait, and until when, over all accounts. Only a hint: the schedule itself is read
-- when it is fired.
create table schedule_due (
  account_id uuid not null,
  schedule_id uuid not null,
  due_at timestamptz not null,
  primary key (account_id, schedule_id)
);
create index schedule_due_at on schedule_due (due_at);
grant select, insert, update, delete on schedule_due to trunkline_runtime;

-- Which schedule made a run, and whether it came late.
alter table batch add column schedule_id uuid, add column late boolean not null default false;
