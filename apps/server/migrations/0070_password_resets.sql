-- One-time links to choose a new password. Global like the users that they belong to (decisions, Data).
create table auth_reset (
  -- the token itself is only in the link
  token_hash bytea primary key,
  user_id uuid not null references auth_user on delete cascade,
  -- the account whose administrator made the link: it works only while the user belongs to no other account.
  -- Null: the link was mailed to the user, or made by the operator
  account_id uuid references account,
  created timestamptz not null default now(),
  expires timestamptz not null
);
create index auth_reset_user on auth_reset (user_id);
create index auth_reset_expires on auth_reset (expires);
grant select, insert, update, delete on auth_reset to trunkline_runtime;

-- Mails about passwords that wait to be sent. A request for an unknown address is queued like any other, so that the
-- answer and its time are the same; the worker drops it.
create table auth_mail_due (
  email text not null check (email = lower(email)),
  kind text not null check (kind in ('reset', 'changed')),
  -- the network address that the request came from
  address text,
  attempt smallint not null default 0,
  due timestamptz not null default now(),
  primary key (email, kind)
);
create index auth_mail_due_next on auth_mail_due (due);
grant select, insert, update, delete on auth_mail_due to trunkline_runtime;
