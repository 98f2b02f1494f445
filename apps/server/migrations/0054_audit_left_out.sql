-- 0046 was to queue what stood in the audit log already, but set no accounts: to an owner who is no superuser those rows did
-- not show, and stayed without a link. Younger rows are left to the check, which tells those written past the program.
select set_config('trunkline.accounts', (select coalesce(array_agg(account_id), '{}')::text from account), true);
insert into audit_queue (account_id, audit_id)
  select a.account_id, a.audit_id from audit a
  where a.at <= (select applied_at from trunkline_migration where version = 46)
    and not exists (select from audit_link l where l.account_id = a.account_id and l.audit_id = a.audit_id)
  on conflict do nothing;
select set_config('trunkline.accounts', '', true);
