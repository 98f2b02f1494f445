-- The inbox as a place of work (decision 0099): what a workflow handled waits for no one, and a snoozed conversation returns.
-- status: open, snoozed, handled (by a workflow or by the product), closed
alter table conversation
  -- the place in the list: the last text of the contact or of a person, or the end of a snooze
  add column moved_id uuid,
  -- the contact's texts that neither a workflow handled nor a person has replied to, oldest first
  add column unanswered_ids uuid[] not null default '{}',
  -- a person has it: it stays open until a person closes it
  add column by_person boolean not null default true,
  -- who handled the last text: a workflow, or the product (stop, start, help)
  add column handled_by uuid,
  add column handled_word text,
  -- the end of the snooze; it stays until the conversation is answered, closed or snoozed again
  add column snoozed_until timestamptz;
select set_config('trunkline.accounts', (select coalesce(array_agg(account_id), '{}')::text from account), true);
update conversation set moved_id = last_id, unanswered_ids = array(select i from unnest(unread_ids) i order by i);
select set_config('trunkline.accounts', '', true);
alter table conversation alter column moved_id set not null;

drop index conversation_status;
drop index conversation_assigned;
drop index conversation_inbox;
drop index conversation_last;
create index conversation_status on conversation (account_id, status, moved_id);
create index conversation_assigned on conversation (account_id, assigned_to, status, moved_id);
create index conversation_inbox on conversation (account_id, inbox, status, moved_id) where inbox is not null;
create index conversation_handled on conversation (account_id, handled_by, moved_id) where status = 'handled';
create index conversation_last on conversation (account_id, moved_id);

-- Global by name: which conversations a worker must look at, and when, over all accounts. Only a hint: the conversation is
-- read when its time has come.
create table conversation_due (
  account_id uuid not null,
  contact_id uuid not null,
  due_at timestamptz not null,
  primary key (account_id, contact_id)
);
create index conversation_due_at on conversation_due (due_at);
grant select, insert, update, delete on conversation_due to trunkline_runtime;
