-- Work groups: users of the account in an order, which calls are offered to and dispositions are given by.
create table work_group (
  account_id uuid not null,
  work_group_id uuid not null,
  name text not null,
  created timestamptz not null default now(),
  primary key (account_id, work_group_id)
);
create unique index work_group_name on work_group (account_id, lower(name));
call trunkline_tenant('work_group');

-- Whoever leaves the account leaves its work groups.
create table work_group_member (
  account_id uuid not null,
  work_group_id uuid not null,
  user_id uuid not null,
  -- the order in which calls try the members
  position int not null,
  -- shares of Weighted Round Robin
  weight int not null default 1,
  primary key (account_id, work_group_id, user_id),
  foreign key (account_id, work_group_id) references work_group on delete cascade,
  foreign key (account_id, user_id) references membership on delete cascade
);
create index work_group_member_user on work_group_member (account_id, user_id);
call trunkline_tenant('work_group_member');
