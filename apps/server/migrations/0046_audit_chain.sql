-- The audit log over a million rows: each filter is one walk along one index; what a row is about is the first word of its action.
alter table audit add column subject text generated always as (split_part(action, '.', 1)) stored;
create index audit_subject on audit (account_id, subject, audit_id);
create index audit_actor on audit (account_id, actor, audit_id);

-- Every row of the audit is linked to the one before it by a hash under a key that the database does not hold. Linking
-- comes after the transaction that wrote the row: within it, all changes of an account would wait for each other.
create table audit_link (
  account_id uuid not null,
  -- 1, 2, 3 … without gaps
  position bigint not null,
  audit_id uuid not null,
  -- of the row as it was written and of the link before
  hash bytea not null,
  primary key (account_id, position),
  unique (account_id, audit_id)
);
call trunkline_tenant('audit_link', 'select, insert');

-- Global by name (decisions, Data): which rows wait to be linked, over all accounts.
create table audit_queue (
  account_id uuid not null,
  audit_id uuid not null,
  primary key (account_id, audit_id)
);
grant select, insert, delete on audit_queue to trunkline_runtime;
insert into audit_queue select account_id, audit_id from audit;
