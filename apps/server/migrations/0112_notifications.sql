-- What users are notified of (decision 0103): one row for each user who reads it.
create table notification (
  account_id uuid not null,
  user_id uuid not null,
  notification_id uuid not null,
  kind text not null,
  -- done, failed, asks, info
  tone text not null,
  -- one plain sentence
  sentence text not null,
  -- the page that shows more, and what follows the question mark of its address
  path text not null,
  search jsonb not null default '{}',
  -- users who lose this privilege do not see it any longer
  privilege text,
  -- notifications of one topic are one row while it is unread
  topic text,
  count int not null default 1,
  -- its place in the list: the id of its last event
  moved_id uuid not null,
  -- false: it is only mailed
  listed boolean not null,
  read timestamptz,
  primary key (account_id, user_id, notification_id)
);
call trunkline_tenant('notification');
create index notification_place on notification (account_id, user_id, moved_id) where listed;
create index notification_unread on notification (account_id, user_id) where listed and read is null;
create unique index notification_topic on notification (account_id, user_id, topic) where read is null and topic is not null;
create index notification_age on notification (account_id, moved_id);

-- What a user has chosen for a kind; without a row the kind's own default holds.
create table notification_choice (
  account_id uuid not null,
  user_id uuid not null,
  kind text not null,
  listed boolean not null,
  mailed boolean not null,
  primary key (account_id, user_id, kind)
);
call trunkline_tenant('notification_choice');

-- What is wrong now, so that it is notified of once and not at each look.
create table notification_alert (
  account_id uuid not null,
  kind text not null,
  subject text not null,
  since timestamptz not null default now(),
  notified timestamptz,
  primary key (account_id, kind, subject)
);
call trunkline_tenant('notification_alert');

-- Global by name: which users are still to be mailed which notification, over all accounts. What it says stays where it is.
create table notification_mail_due (
  account_id uuid not null,
  user_id uuid not null,
  notification_id uuid not null,
  due timestamptz not null default now(),
  attempt smallint not null default 0,
  primary key (account_id, user_id, notification_id)
);
create index notification_mail_due_next on notification_mail_due (due);
grant select, insert, update, delete on notification_mail_due to trunkline_runtime;
