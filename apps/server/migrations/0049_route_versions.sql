-- Every saved drawing of an inbound workflow, so that it can be read and restored: immutable, as workflow_version is.
create table route_version (
  account_id uuid not null,
  route_tag text not null,
  version int not null,
  -- the drawing as JSON text
  workflow text not null,
  created timestamptz not null default now(),
  created_by text,
  primary key (account_id, route_tag, version),
  foreign key (account_id, route_tag) references route on delete cascade
);
-- what was saved before there were versions is the first of them that is known
insert into route_version (account_id, route_tag, version, workflow)
  select account_id, route_tag, version, workflow from route where workflow is not null;
call trunkline_tenant('route_version', 'select, insert, delete');
