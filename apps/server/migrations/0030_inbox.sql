-- One row per contact that texted the account: what the inbox is listed, searched and ordered by. Kept by texts in and by
-- replies of people; what workflows send is read from the messages, so that the sending path writes nothing here.
create table conversation (
  account_id uuid not null,
  contact_id uuid not null,
  -- open, closed
  status text not null default 'open',
  -- the account's number that the contact texted last, and the way the text came: a reply goes out so
  number text not null,
  channel text not null default 'sms',
  assigned_to uuid,
  -- the last text of the contact or of a person
  last_id uuid not null,
  last_in uuid not null,
  -- the last text in that somebody has seen
  read_to uuid,
  primary key (account_id, contact_id)
);
create index conversation_status on conversation (account_id, status, last_id);
create index conversation_assigned on conversation (account_id, assigned_to, status, last_id);
call trunkline_tenant('conversation');

-- Who wrote a text by hand: user:{id}, key:{id}; null: a workflow, or the product itself.
alter table message add column sent_by text;

-- what was texted before there was an inbox stands in it as well
select set_config('trunkline.accounts', (select coalesce(array_agg(account_id), '{}')::text from account), true);
insert into conversation (account_id, contact_id, number, channel, last_id, last_in, read_to)
  select distinct on (account_id, contact_id) account_id, contact_id, to_number, channel, message_id, message_id, message_id
  from message where direction = 'in' and contact_id is not null order by account_id, contact_id, message_id desc;
select set_config('trunkline.accounts', '', true);
