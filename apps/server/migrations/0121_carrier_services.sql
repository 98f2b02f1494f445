-- What a connection's carrier takes and what it refuses: texts can work while calls fail.
create table carrier_service (
  account_id uuid not null,
  connection_id uuid not null,
  -- texts or calls
  service text not null,
  -- when the carrier last took one
  worked timestamptz,
  -- since the first refusal after it; null: it took the last one
  failing_since timestamptz,
  -- refusals since then
  failures int not null default 0,
  -- of the last refusal: the reason, and the carrier's own code
  reason text,
  code text,
  primary key (account_id, connection_id, service)
) with (fillfactor = 50);
call trunkline_tenant('carrier_service');
alter table carrier_service add foreign key (account_id, connection_id) references carrier_connection on delete cascade;
