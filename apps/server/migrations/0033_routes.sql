-- Inbound workflows are route tags: a name, the numbers and number sets that it answers, the destinations that calls and
-- messages are led to, and the drawing that they are made from (spec 1 §3.2, §3.3).
create table route (
  account_id uuid not null,
  -- the title in lower case
  route_tag text not null,
  description text not null default '',
  created timestamptz not null default now(),
  -- how often its drawing was saved; 0: never, what its destinations say holds as soon as they are written
  version int not null default 0,
  -- the drawing as JSON text
  workflow text,
  -- the zone of the drawing's start, which destinations take when they name none (decisions, Inbound designer)
  timezone int not null default 0,
  primary key (account_id, route_tag)
);
call trunkline_tenant('route');

-- One route answers a number: its own row here, or that of one of its sets below; both at once only for the same route.
create table route_number (
  account_id uuid not null,
  phone text not null,
  route_tag text not null,
  primary key (account_id, phone),
  foreign key (account_id, phone) references number on delete cascade,
  foreign key (account_id, route_tag) references route on delete cascade
);
create index route_number_tag on route_number (account_id, route_tag);
call trunkline_tenant('route_number');

create table route_number_set (
  account_id uuid not null,
  number_set_id uuid not null,
  route_tag text not null,
  primary key (account_id, number_set_id),
  foreign key (account_id, number_set_id) references number_set on delete cascade,
  foreign key (account_id, route_tag) references route on delete cascade
);
create index route_number_set_tag on route_number_set (account_id, route_tag);
call trunkline_tenant('route_number_set');

-- Where a route leads. `definition` is what was written last; `live` is what answers, so that a save that failed half-way
-- leaves the route as it was: of a drawn route it is taken over with the drawing, of others at once.
create table route_destination (
  account_id uuid not null,
  name text not null,
  route_tag text not null,
  definition jsonb not null,
  live jsonb,
  created timestamptz not null default now(),
  primary key (account_id, name),
  foreign key (account_id, route_tag) references route on delete cascade
);
create index route_destination_tag on route_destination (account_id, route_tag);
call trunkline_tenant('route_destination');

-- "A call from … to … at … goes to …": run on every save of the drawing.
create table route_test (
  account_id uuid not null,
  test_id uuid not null,
  route_tag text not null,
  definition jsonb not null,
  primary key (account_id, test_id),
  foreign key (account_id, route_tag) references route on delete cascade
);
create index route_test_tag on route_test (account_id, route_tag, test_id);
call trunkline_tenant('route_test');
