-- Texts that answer a person (0) leave before all others (1): replies of workflows, confirmations, texts of agents. Over a
-- connection with a narrow window they would otherwise wait behind thousands that a run has queued.
alter table message add column class smallint not null default 1;
-- The lanes of a carrier that have texts are found by one probe each, from any of them on.
create index message_turn on message
  (account_id, carrier, (case when batch_id is null then account_id else batch_id end), not_before) where state = 'queued';
create index message_answers on message
  (account_id, carrier, (case when batch_id is null then account_id else batch_id end), not_before)
  where state = 'queued' and class = 0;
