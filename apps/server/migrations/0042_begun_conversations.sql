-- People begin conversations: with a contact who never texted there is no last text of theirs.
alter table conversation alter column last_in drop not null;
-- What nobody has read yet of the open ones: the badge in the navigation.
create index conversation_unread on conversation (account_id, assigned_to)
  where status = 'open' and (read_to is null or read_to < last_in) and last_in is not null;
