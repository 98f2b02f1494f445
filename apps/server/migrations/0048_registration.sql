-- Brands as the carriers' registry knows them (spec 1 §3.8).
create table brand (
  account_id uuid not null,
  brand_id uuid not null,
  -- what is filed: contract/brand.ts
  details jsonb not null,
  -- the account's own reference; unique where it is given
  reference_id text,
  -- DRAFT until it is filed, PENDING until the registry has looked, then as the registry says
  status text not null default 'DRAFT',
  -- the registry's id of it
  registry_id text,
  score smallint,
  -- none, pending, done, failed
  vetting text not null default 'none',
  -- what the registry found wrong
  feedback text[] not null default '{}',
  -- what the registry is still to be told: file, update, vet
  wanted text,
  -- why it could not be told
  problem text,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  primary key (account_id, brand_id)
);
create unique index brand_reference on brand (account_id, lower(reference_id));
call trunkline_tenant('brand');

-- Registrations of what is sent, with their numbers (spec 1 §2.4, §3.8).
create table tendlc_campaign (
  account_id uuid not null,
  tendlc_id uuid not null,
  brand_id uuid not null,
  -- what is filed: contract/tenDlcCampaign.ts
  details jsonb not null,
  number_set_id uuid not null,
  -- PENDING, DECLINED, ACCEPTED, EXPIRED
  status text not null default 'PENDING',
  registry_id text,
  reason text,
  -- what each carrier says, and what it allows
  carriers jsonb not null default '{}',
  terms jsonb not null default '[]',
  -- file, update, remove
  wanted text,
  problem text,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  primary key (account_id, tendlc_id),
  foreign key (account_id, brand_id) references brand
);
-- one registration a set, over all that are not over
create unique index tendlc_campaign_set on tendlc_campaign (account_id, number_set_id) where status <> 'EXPIRED';
create index tendlc_campaign_brand on tendlc_campaign (account_id, brand_id);
call trunkline_tenant('tendlc_campaign');

-- What happened to a brand or 10DLC campaign, in the registry's order.
create table registration_event (
  account_id uuid not null,
  event_id uuid not null,
  subject_id uuid not null,
  words text not null,
  primary key (account_id, event_id)
);
create index registration_event_subject on registration_event (account_id, subject_id, event_id);
call trunkline_tenant('registration_event', 'select, insert, delete');

-- Global by name: what the registry is to be told or asked next, over all accounts.
create table registration_due (
  account_id uuid not null,
  subject_id uuid not null,
  -- brand, campaign
  kind text not null,
  due timestamptz not null default now(),
  attempt smallint not null default 0,
  primary key (account_id, subject_id)
);
create index registration_due_next on registration_due (due);
grant select, insert, update, delete on registration_due to trunkline_runtime;

-- The memory of the simulated registry.
create table registry_record (
  account_id uuid not null,
  registry_id text not null,
  reference uuid not null,
  record jsonb not null,
  primary key (account_id, registry_id)
);
create unique index registry_record_reference on registry_record (account_id, reference);
call trunkline_tenant('registry_record');

-- Segments that a brand sent to a carrier on one day of the Pacific coast: carriers cap them over all of its campaigns.
create table brand_day (
  account_id uuid not null,
  brand_id uuid not null,
  network text not null,
  day date not null,
  segments int not null default 0,
  primary key (account_id, brand_id, network, day)
) with (fillfactor = 50);
call trunkline_tenant('brand_day');

-- The network of a number, as a look-up told it.
create table phone_network (
  account_id uuid not null,
  phone text not null,
  network text not null,
  at timestamptz not null default now(),
  primary key (account_id, phone)
);
call trunkline_tenant('phone_network');

-- What is told the account's own people: a 10DLC campaign was filed (spec 1 §7, support notification).
create table support_notification (
  account_id uuid not null,
  notification_id uuid not null,
  type text not null,
  payload text not null,
  primary key (account_id, notification_id)
);
call trunkline_tenant('support_notification', 'select, insert, delete');
