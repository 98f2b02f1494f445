-- How long conversations wait for a person, and how long until they are closed (decision 0099).
alter table conversation
  -- when the present work began; null while it is handled or closed
  add column opened timestamptz,
  -- the contact's first text since then, and the first reply by hand after it, with its user
  add column asked timestamptz,
  add column replied timestamptz,
  add column replied_by uuid;

-- One row for each time that a conversation was worked on, written when it is closed. The id is made then.
create table conversation_work (
  account_id uuid not null,
  work_id uuid not null,
  contact_id uuid not null,
  opened timestamptz not null,
  asked timestamptz,
  replied timestamptz,
  replied_by uuid,
  closed timestamptz not null,
  closed_by uuid,
  work_group_id uuid,
  assigned_to uuid,
  primary key (account_id, work_id)
);
create index conversation_work_opened on conversation_work (account_id, opened);
create index conversation_work_contact on conversation_work (account_id, contact_id);
call trunkline_tenant('conversation_work');
create index conversation_opened on conversation (account_id, opened) where opened is not null;

-- The instant at which a time-ordered id was made.
create function trunkline_time_of(id uuid) returns timestamptz language sql immutable parallel safe as
  $$ select to_timestamp(('x' || left(translate(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) $$;
