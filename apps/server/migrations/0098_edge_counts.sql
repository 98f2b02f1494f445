-- How many contacts went from one node to the next, per version and run (decision 0092). Older runs have not counted them.
create table edge_count (
  account_id uuid not null,
  batch_id uuid not null,
  version int not null,
  node int not null,
  to_node int not null,
  slot smallint not null,
  went bigint not null default 0,
  primary key (account_id, batch_id, version, node, to_node, slot)
) with (fillfactor = 50);
call trunkline_tenant('edge_count');

alter table batch add column counts_edges boolean not null default false;
alter table batch alter column counts_edges set default true;
