-- How many contacts a run turned away, by reason: counted while it enrols, so that a list of runs need not count their contacts.
alter table batch add column filtered_by jsonb not null default '{}';
select set_config('trunkline.accounts', (select coalesce(array_agg(account_id), '{}')::text from account), true);
update batch b set filtered_by = f.reasons
from (
  select account_id, batch_id, jsonb_object_agg(reason, n) reasons
  from (select account_id, batch_id, reason, count(*) n from batch_filtered group by account_id, batch_id, reason) r
  group by account_id, batch_id
) f
where b.account_id = f.account_id and b.batch_id = f.batch_id;
select set_config('trunkline.accounts', '', true);
