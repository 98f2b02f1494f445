-- Global by name: which owners are still to be mailed which support notification, over all accounts. What it says and
-- their addresses stay where they are.
create table support_mail_due (
  account_id uuid not null,
  notification_id uuid not null,
  user_id uuid not null,
  due timestamptz not null default now(),
  attempt smallint not null default 0,
  primary key (account_id, notification_id, user_id)
);
create index support_mail_due_next on support_mail_due (due);
grant select, insert, update, delete on support_mail_due to trunkline_runtime;
