-- How long accounts keep texts, calls and what belongs to them (settings.historyDays): what removing them needs.
grant delete on receipt, call_event, webhook_delivery to trunkline_runtime;

-- A recording goes with its call.
alter table asset add column call_id uuid;
select set_config('trunkline.accounts', (select coalesce(array_agg(account_id), '{}')::text from account), true);
update asset set call_id = substring(file_name from '^call-([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})')::uuid
  where type = 'recording';
select set_config('trunkline.accounts', '', true);
create index asset_call on asset (account_id, call_id) where call_id is not null;
create index voicemail_call on voicemail (account_id, call_id);

-- What the figures of a run hold of texts and calls that were removed.
create table batch_removed (
  account_id uuid not null,
  batch_id uuid not null,
  texts bigint not null default 0,
  segments bigint not null default 0,
  calls bigint not null default 0,
  by_human bigint not null default 0,
  by_machine bigint not null default 0,
  not_answered bigint not null default 0,
  talked bigint not null default 0,
  talk_seconds bigint not null default 0,
  cost_micros bigint not null default 0,
  primary key (account_id, batch_id)
);
call trunkline_tenant('batch_removed');

-- How many were removed so far, and when the last.
create table history_removed (
  account_id uuid not null,
  -- texts, calls, emails, deliveries
  kind text not null,
  removed bigint not null,
  at timestamptz not null default now(),
  primary key (account_id, kind)
);
call trunkline_tenant('history_removed');
