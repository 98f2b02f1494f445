-- Names and notes that users give to versions of workflows. Versions themselves are immutable.
create table version_label (
  account_id uuid not null,
  -- outbound, inbound
  kind text not null,
  -- the id of an outbound workflow, the route tag of an inbound one
  workflow text not null,
  version int not null,
  -- empty without one
  name text not null default '',
  note text not null default '',
  primary key (account_id, kind, workflow, version)
);
call trunkline_tenant('version_label');
