-- Global by name: one owner per number over all accounts.
create table number_directory (
  phone text primary key,
  account_id uuid not null
);
grant select, insert, delete on number_directory to trunkline_runtime;

create table number (
  account_id uuid not null,
  phone text not null,
  carrier text not null default 'simulated',
  label text,
  created timestamptz not null default now(),
  primary key (account_id, phone)
);
call trunkline_tenant('number');

create table number_set (
  account_id uuid not null,
  number_set_id uuid not null,
  name text not null,
  created timestamptz not null default now(),
  primary key (account_id, number_set_id)
);
create unique index number_set_name on number_set (account_id, lower(name));
call trunkline_tenant('number_set');

create table number_set_number (
  account_id uuid not null,
  number_set_id uuid not null,
  phone text not null,
  primary key (account_id, number_set_id, phone),
  foreign key (account_id, number_set_id) references number_set on delete cascade,
  foreign key (account_id, phone) references number on delete cascade
);
call trunkline_tenant('number_set_number');

create table sms_template (
  account_id uuid not null,
  template_id uuid not null,
  title text not null,
  text text not null default '',
  media_url text,
  updated timestamptz not null default now(),
  primary key (account_id, template_id)
);
call trunkline_tenant('sms_template');

create table campaign (
  account_id uuid not null,
  campaign_id uuid not null,
  name text not null,
  number_set_id uuid,
  display_type smallint not null default 1,
  -- 0 none, 1 recipient, 3 fixed (spec 1 §3.1)
  protection smallint not null default 0,
  protection_start time,
  protection_end time,
  protection_timezone int,
  frequency_days int not null default -1,
  -- the newest version; 0 until a workflow is saved
  version int not null default 0,
  updated timestamptz not null default now(),
  -- deleted workflows stay for the history of their runs, and are shown nowhere else
  deleted timestamptz,
  primary key (account_id, campaign_id)
);
call trunkline_tenant('campaign');

-- Immutable: a save makes a new one; journeys stay on theirs. `settings` pins the campaign's protection and number set.
create table workflow_version (
  account_id uuid not null,
  campaign_id uuid not null,
  version int not null,
  definition text not null,
  settings jsonb not null,
  created timestamptz not null default now(),
  created_by text,
  primary key (account_id, campaign_id, version)
);
call trunkline_tenant('workflow_version', 'select, insert, delete');

-- Figures of a campaign, one row per worker slot, summed when read.
create table campaign_count (
  account_id uuid not null,
  campaign_id uuid not null,
  slot smallint not null,
  sends bigint not null default 0,
  replies bigint not null default 0,
  opt_outs bigint not null default 0,
  clicks bigint not null default 0,
  cost_micros bigint not null default 0,
  last_used timestamptz,
  primary key (account_id, campaign_id, slot)
) with (fillfactor = 50);
call trunkline_tenant('campaign_count');
