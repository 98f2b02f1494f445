-- Rules that assign conversations to the members of work groups (decision 0099). The first one that fits decides.
create table assignment_rule (
  account_id uuid not null,
  rule_id uuid not null,
  position int not null,
  name text not null,
  is_on boolean not null default true,
  -- what must hold; null or empty: anything
  number text,
  campaign_id uuid,
  tag text,
  keywords text[] not null default '{}',
  work_group_id uuid not null,
  -- roundRobin, leastOpen
  method text not null,
  -- who got the last conversation by turns
  last_user uuid,
  created timestamptz not null default now(),
  primary key (account_id, rule_id),
  foreign key (account_id, work_group_id) references work_group
);
create index assignment_rule_group on assignment_rule (account_id, work_group_id);
call trunkline_tenant('assignment_rule');

alter table conversation
  -- the work group that a rule assigned it to
  add column work_group_id uuid,
  -- the rule, its work group by name and how the member was chosen; null once a person has assigned it
  add column assigned_because jsonb;
create index conversation_group on conversation (account_id, work_group_id, status, moved_id) where work_group_id is not null;
