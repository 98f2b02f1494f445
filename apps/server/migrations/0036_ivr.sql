-- IVR menus: what a caller hears and which key leads where (spec 3 §3). The whole form is one document, read and written as one.
create table ivr (
  account_id uuid not null,
  -- in lower case; the route tag has the same name
  ivr_name text not null,
  version int not null default 0,
  definition jsonb not null,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  saved_by text not null,
  primary key (account_id, ivr_name)
);
call trunkline_tenant('ivr');

-- Versions before the one that answers.
create table ivr_archived (
  account_id uuid not null,
  ivr_name text not null,
  version int not null,
  definition jsonb not null,
  saved timestamptz not null,
  saved_by text not null,
  primary key (account_id, ivr_name, version),
  foreign key (account_id, ivr_name) references ivr on delete cascade
);
call trunkline_tenant('ivr_archived');
