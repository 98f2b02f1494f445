create table contact (
  account_id uuid not null,
  contact_id uuid not null,
  phone text,
  email text,
  first_name text,
  last_name text,
  address text,
  city text,
  state text,
  postal_code text,
  country text,
  -- the contact's own time zone (an id of parts/timezones.ts), when set
  timezone int,
  -- what the zones resolved to at import or edit, and from what (parts/recipientZones.ts)
  zones text[] not null default '{}',
  zones_from text not null default 'unknown',
  tags text[] not null default '{}',
  extdata jsonb not null default '{}',
  -- bits of parts/dnc.ts; kept equal to the dnc table by store/dnc.ts alone
  dnc smallint not null default 0,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  archived timestamptz,
  -- Lists sort by these and searches begin them; bytewise order, so that one index serves both. Columns and not
  -- expressions: behind row security an index is asked only by functions that leak nothing, and lower() is none.
  first_key text collate "C" generated always as (lower(first_name)) stored,
  last_key text collate "C" generated always as (lower(last_name)) stored,
  email_key text collate "C" generated always as (lower(email)) stored,
  primary key (account_id, contact_id)
) with (fillfactor = 85);
create unique index contact_phone on contact (account_id, phone);
create index contact_last_key on contact (account_id, last_key, contact_id);
create index contact_first_key on contact (account_id, first_key, contact_id);
create index contact_email_key on contact (account_id, email_key, contact_id);
create index contact_no_phone on contact (account_id, contact_id) where phone is null;
create index contact_archived on contact (account_id, contact_id) where archived is not null;
call trunkline_tenant('contact');

-- Do not contact: one row per number and type; the truth that every send is checked against.
create table dnc (
  account_id uuid not null,
  phone text not null,
  type text not null check (type in ('call', 'sms', 'rcs')),
  -- reply, key, api, page, import, node
  source text not null,
  reason text,
  created timestamptz not null default now(),
  primary key (account_id, phone, type)
);
call trunkline_tenant('dnc');

-- Every change of a number's consent, for ever: who, how, when.
create table consent (
  account_id uuid not null,
  consent_id uuid not null,
  phone text not null,
  type text not null,
  action text not null check (action in ('out', 'in')),
  source text not null,
  reason text,
  at timestamptz not null default now(),
  primary key (account_id, consent_id)
);
create index consent_phone on consent (account_id, phone, consent_id);
call trunkline_tenant('consent', 'select, insert');

create table contact_import (
  account_id uuid not null,
  import_id uuid not null,
  file_name text,
  -- receiving, queued, running, done, failed
  status text not null,
  -- update or skip a contact that is there already
  duplicates text not null default 'update',
  -- [{header, field, added}], in the order of the file; field is null for a column that is left out
  columns jsonb not null default '[]',
  -- {delimiter, newline, dataFrom, line}: how the file is read, and where the rows begin
  format jsonb not null default '{}',
  bytes bigint not null default 0,
  -- how far each of the two lanes has come: [{part, bytes, line}], written in the transaction of its rows
  lanes jsonb not null default '[]',
  total int not null default 0,
  imported int not null default 0,
  updated int not null default 0,
  skipped int not null default 0,
  rejected int not null default 0,
  problem text,
  -- in whose name: user:{id}, key:{id}
  created_by text,
  created timestamptz not null default now(),
  finished timestamptz,
  primary key (account_id, import_id)
);
call trunkline_tenant('contact_import');

-- Global by name: the imports under way over all accounts, for the workers to find.
create table contact_import_queue (
  account_id uuid not null,
  import_id uuid not null,
  -- the file has arrived whole
  ready boolean not null default false,
  -- who reads it; when that worker has not been seen for a while, another goes on
  worker uuid,
  seen_at timestamptz not null default now(),
  primary key (account_id, import_id)
);
grant select, insert, update, delete on contact_import_queue to trunkline_runtime;

create table contact_import_chunk (
  account_id uuid not null,
  import_id uuid not null,
  part int not null,
  bytes bytea not null,
  primary key (account_id, import_id, part)
);
alter table contact_import_chunk alter column bytes set storage external;
call trunkline_tenant('contact_import_chunk');

create table contact_import_reject (
  account_id uuid not null,
  import_id uuid not null,
  line int not null,
  reason text not null,
  text text not null,
  primary key (account_id, import_id, line)
);
call trunkline_tenant('contact_import_reject');
