-- A search for both names asks one index: the other name stands behind the id, so that the order of the lists stays as it was.
create index contact_first_then_last on contact (account_id, first_key, contact_id, last_key);
drop index contact_first_key;
alter index contact_first_then_last rename to contact_first_key;
create index contact_last_then_first on contact (account_id, last_key, contact_id, first_key);
drop index contact_last_key;
alter index contact_last_then_first rename to contact_last_key;
