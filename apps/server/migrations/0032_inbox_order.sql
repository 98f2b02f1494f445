-- Open and closed conversations together, newest first.
create index conversation_last on conversation (account_id, last_id);
