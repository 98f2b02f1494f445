-- The lane of a text as CASE: behind row security an index serves only expressions that cannot tell what they read, and
-- PostgreSQL does not count COALESCE among them. With it, every claim sorted the account's whole queue.
drop index message_queue;
create index message_queue on message (account_id, (case when batch_id is null then account_id else batch_id end), not_before)
  where state = 'queued';
