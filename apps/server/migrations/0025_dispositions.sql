-- Dispositions: what came of a contact or a call, in the account's own words (spec 2 §3.8).
create table disposition (
  account_id uuid not null,
  disposition_id uuid not null,
  -- its name, unique whatever its case
  key text not null,
  description text not null,
  -- agents may choose it
  selectable boolean not null default true,
  tags text[] not null default '{}',
  -- the workflow in which it enrols whom it is given to
  triggered_campaign_id uuid,
  -- inbound, outbound, both
  direction text not null default 'both',
  -- one of the default ones, which cannot be deleted
  is_system boolean not null default false,
  created timestamptz not null default now(),
  primary key (account_id, disposition_id)
);
create unique index disposition_key on disposition (account_id, lower(key));
call trunkline_tenant('disposition');

-- Which work groups choose it; none: everybody does.
create table disposition_work_group (
  account_id uuid not null,
  disposition_id uuid not null,
  work_group_id uuid not null,
  primary key (account_id, disposition_id, work_group_id),
  foreign key (account_id, disposition_id) references disposition on delete cascade,
  foreign key (account_id, work_group_id) references work_group
);
create index disposition_work_group_of on disposition_work_group (account_id, work_group_id);
call trunkline_tenant('disposition_work_group');

-- What was given to whom, by whom, on what, for good: it stays when its disposition is deleted.
create table given_disposition (
  account_id uuid not null,
  given_id uuid not null,
  contact_id uuid not null,
  key text not null,
  -- page, call, queue
  source text not null,
  call_id uuid,
  hold_id uuid,
  note text,
  -- user:{id}, key:{id}
  actor text not null,
  actor_name text not null,
  -- the workflow that it was to start, and why it did not
  campaign_id uuid,
  reason text,
  at timestamptz not null default now(),
  -- a column and not an expression: behind row security an index is asked only by functions that leak nothing
  key_key text collate "C" generated always as (lower(key)) stored,
  primary key (account_id, given_id)
);
create index given_disposition_contact on given_disposition (account_id, contact_id, given_id);
create index given_disposition_call on given_disposition (account_id, call_id, given_id) where call_id is not null;
create index given_disposition_key on given_disposition (account_id, key_key, contact_id);
call trunkline_tenant('given_disposition', 'select, insert');

-- The default dispositions of an account; they are there from its beginning.
create function trunkline_default_dispositions(account uuid) returns void language sql as $$
  insert into disposition (account_id, disposition_id, key, description, tags, direction, is_system)
  select account, trunkline_uuid7(), key, description, tags, direction, true
  from (values
    ('Answered', 'Somebody answered and was spoken to', '{contacted}'::text[], 'both'),
    ('Interested', 'The contact wants to know more', '{contacted,positive}', 'both'),
    ('Sale', 'The contact bought or agreed', '{contacted,positive,sale}', 'both'),
    ('Not interested', 'The contact said no, and may be asked again later', '{contacted,negative}', 'both'),
    ('Callback requested', 'The contact asked to be called at another time', '{contacted,callback}', 'both'),
    ('Transferred', 'The call was handed on to somebody else', '{contacted,transfer}', 'both'),
    ('Do not contact', 'The contact asked not to be called or written to any more', '{contacted,dnc}', 'both'),
    ('No answer', 'It rang, and nobody answered', '{not-contacted}', 'outbound'),
    ('Busy', 'The line was busy', '{not-contacted}', 'outbound'),
    ('Voicemail left', 'A machine answered, and a message was left', '{not-contacted,voicemail}', 'outbound'),
    ('Wrong number', 'The number belongs to somebody else', '{wrong-number}', 'both'),
    ('Disconnected', 'The number is not in service', '{wrong-number}', 'outbound')
  ) d (key, description, tags, direction)
  on conflict do nothing
$$;
grant execute on function trunkline_default_dispositions(uuid) to trunkline_runtime;

do $$
declare
  one uuid;
begin
  for one in select account_id from account loop
    perform set_config('trunkline.accounts', format('{%s}', one), true);
    perform trunkline_default_dispositions(one);
  end loop;
  perform set_config('trunkline.accounts', '', true);
end $$;
