-- Global by name: which users are still to be mailed news of which request for approval, over all accounts. What it
-- says and their addresses stay where they are.
create table approval_mail_due (
  account_id uuid not null,
  approval_id uuid not null,
  user_id uuid not null,
  due timestamptz not null default now(),
  attempt smallint not null default 0,
  primary key (account_id, approval_id, user_id)
);
create index approval_mail_due_next on approval_mail_due (due);
grant select, insert, update, delete on approval_mail_due to trunkline_runtime;
