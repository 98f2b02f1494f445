-- A keyed request whose effect is in this database writes key, effect and answer in one transaction. A request that acts
-- elsewhere too holds its key by a lease: `holder` renews `lease_until` while it runs, and `acted` says that it may have
-- taken effect. A request without an answer whose lease has ended was cut off.
alter table idempotency
  add column route text,
  add column holder uuid,
  add column lease_until timestamptz,
  -- Rows of programs before this migration: what they did is unknown.
  add column acted boolean not null default true;
