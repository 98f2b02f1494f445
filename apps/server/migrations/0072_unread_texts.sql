-- The texts in of a conversation that a person has still to look at, newest first: not those that the product (STOP, START,
-- HELP) or a workflow has answered.
alter table conversation add column unread_ids uuid[] not null default '{}';
select set_config('trunkline.accounts', (select coalesce(array_agg(account_id), '{}')::text from account), true);
update conversation set unread_ids = array[last_in] where last_in is not null and (read_to is null or read_to < last_in);
select set_config('trunkline.accounts', '', true);
-- Unread open conversations: the badge in the navigation.
drop index conversation_unread;
create index conversation_unread on conversation (account_id, assigned_to) where status = 'open' and unread_ids <> '{}';
