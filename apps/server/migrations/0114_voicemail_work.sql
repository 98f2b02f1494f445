-- Voicemail as work (decision 0109): the shape of its sound, who deals with it, and its text.
-- the loudest sample of each part of a recording, from 0 to 255
alter table asset add column peaks bytea;

alter table voicemail
  add column assigned_to uuid,
  add column work_group_id uuid,
  add column handled timestamptz,
  add column handled_by text,
  -- null: no speech service was set
  add column transcript_state text check (transcript_state in ('waiting', 'done', 'failed')),
  add column transcript text,
  -- why the last attempt failed
  add column transcript_problem text;
select set_config('trunkline.accounts', (select coalesce(array_agg(account_id), '{}')::text from account), true);
-- until now a message that was heard was dealt with
update voicemail set handled = heard, handled_by = heard_by where heard is not null;
select set_config('trunkline.accounts', '', true);
create index voicemail_unhandled on voicemail (account_id, voicemail_id) where handled is null;

-- Global by name: which voicemails a worker must have transcribed, and when, over all accounts.
create table transcript_queue (
  account_id uuid not null,
  voicemail_id uuid not null,
  attempt int not null default 0,
  due_at timestamptz not null default now(),
  primary key (account_id, voicemail_id)
);
create index transcript_queue_due on transcript_queue (due_at);
grant select, insert, update, delete on transcript_queue to trunkline_runtime;
