-- When an account's imports were last worked at: workers take the account that has waited longest. Global by name, as the
-- queue of imports is.
create table contact_import_turn (
  account_id uuid primary key,
  served timestamptz not null
);
grant select, insert, update, delete on contact_import_turn to trunkline_runtime;
