-- Saved filters over contacts, which runs and schedules name by their id.
create table audience (
  account_id uuid not null,
  audience_id uuid not null,
  name text not null,
  statements jsonb not null,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  primary key (account_id, audience_id)
);
create unique index audience_by_name on audience (account_id, lower(name));
call trunkline_tenant('audience');

-- The runs and schedules of an audience, for the list of its users.
create index batch_by_audience on batch (account_id, (selection ->> 'audienceId')) where selection ? 'audienceId';
create index schedule_by_audience on schedule (account_id, (request ->> 'audienceId')) where request ? 'audienceId';
