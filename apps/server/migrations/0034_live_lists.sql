-- Live lists: named groups of users that callers are routed to, and the first who takes a caller has the call (spec 3 §3).
create table live_list (
  account_id uuid not null,
  -- lower-case letters, digits and hyphens; it never changes
  list_name text not null,
  created timestamptz not null default now(),
  primary key (account_id, list_name)
);
call trunkline_tenant('live_list');

-- Whoever leaves the account leaves its live lists.
create table live_list_member (
  account_id uuid not null,
  list_name text not null,
  user_id uuid not null,
  primary key (account_id, list_name, user_id),
  foreign key (account_id, list_name) references live_list on delete cascade,
  foreign key (account_id, user_id) references membership on delete cascade
);
create index live_list_member_user on live_list_member (account_id, user_id);
call trunkline_tenant('live_list_member');
