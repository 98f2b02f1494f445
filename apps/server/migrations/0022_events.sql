-- Calls a minute are counted by when a call was handed over or came in (event type call_threshold).
create index call_submitted on call (account_id, submitted) where submitted is not null;

-- Whether an account makes and takes more calls a minute than its threshold; a row once it did for the first time.
create table call_load (
  account_id uuid primary key,
  is_over boolean not null,
  since timestamptz not null default now()
);
call trunkline_tenant('call_load');

-- What became of a number's texts, by the hour in which the carrier said so; one row per worker slot.
create table number_outcome (
  account_id uuid not null,
  phone text not null,
  hour timestamptz not null,
  slot smallint not null,
  delivered bigint not null default 0,
  failed bigint not null default 0,
  primary key (account_id, phone, hour, slot)
) with (fillfactor = 50);
create index number_outcome_hour on number_outcome (account_id, hour);
call trunkline_tenant('number_outcome');

-- unknown until enough texts were decided on, then good or low; since: when it last became so
alter table number add column reputation text not null default 'unknown', add column reputation_since timestamptz;

-- An RCS message whose journey goes on when it is delivered, or is not within so many seconds; null: when the carrier took it
alter table message add column success_within int;
