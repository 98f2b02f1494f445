-- SMPP connections of the account (docs/carriers.md): how to bind, and how the SMSC wants to be spoken to.
create table carrier_connection (
  account_id uuid not null,
  connection_id uuid not null,
  name text not null,
  host text not null,
  port int not null,
  tls boolean not null,
  system_id text not null,
  -- sealed
  password text not null,
  -- window, pace, alphabet, ids, addresses: contract/carrier.ts
  settings jsonb not null,
  created timestamptz not null default now(),
  primary key (account_id, connection_id)
);
create unique index carrier_connection_name on carrier_connection (account_id, lower(name));
call trunkline_tenant('carrier_connection');

-- Global by name: which process holds the one bind of a connection, over all accounts.
create table carrier_bind (
  connection_id uuid primary key,
  account_id uuid not null,
  -- raised when the connection changes: whoever holds it binds again
  revision int not null default 1,
  worker uuid,
  held_until timestamptz not null default now()
);
grant select, insert, update, delete on carrier_bind to trunkline_runtime;

-- What the holder of a bind sees, written every second or two.
create table carrier_health (
  account_id uuid not null,
  connection_id uuid not null,
  -- connecting, bound, waiting, stopped
  state text not null,
  bound_at timestamptz,
  error text,
  error_at timestamptz,
  throttled_at timestamptz,
  under_way int not null default 0,
  updated timestamptz not null default now(),
  primary key (account_id, connection_id),
  foreign key (account_id, connection_id) references carrier_connection on delete cascade
) with (fillfactor = 50);
call trunkline_tenant('carrier_health');

-- What passed in each minute.
create table carrier_minute (
  account_id uuid not null,
  connection_id uuid not null,
  minute timestamptz not null,
  sent int not null default 0,
  refused int not null default 0,
  receipts int not null default 0,
  texts int not null default 0,
  primary key (account_id, connection_id, minute),
  foreign key (account_id, connection_id) references carrier_connection on delete cascade
) with (fillfactor = 50);
call trunkline_tenant('carrier_minute');

-- The SMSC's ids of what it took: one for each part of a text.
create table smpp_part (
  account_id uuid not null,
  message_id uuid not null,
  number smallint not null,
  total smallint not null,
  connection_id uuid not null,
  carrier_ref text not null,
  -- the id as receipts are compared with it
  key text not null,
  -- delivered, undelivered, expired; null until a receipt says so
  status text,
  reason text,
  code text,
  primary key (account_id, message_id, number)
) with (fillfactor = 70);
create index smpp_part_key on smpp_part (account_id, connection_id, key);
call trunkline_tenant('smpp_part');

-- Receipts whose id nobody knows (yet): the answer to the submit may still be on its way, or was lost.
create table smpp_receipt (
  account_id uuid not null,
  receipt_id uuid not null,
  connection_id uuid not null,
  key text not null,
  status text not null,
  reason text,
  code text not null,
  from_number text not null,
  to_number text not null,
  reference int,
  -- compared with the texts in doubt, and none was it
  judged boolean not null default false,
  at timestamptz not null default now(),
  primary key (account_id, receipt_id)
);
create unique index smpp_receipt_key on smpp_receipt (account_id, connection_id, key, status);
create index smpp_receipt_waiting on smpp_receipt (account_id, connection_id, at) where not judged;
call trunkline_tenant('smpp_receipt');

-- Texts as the SMSC brought them, part by part; kept before they are acknowledged.
create table smpp_inbound (
  account_id uuid not null,
  inbound_id uuid not null,
  connection_id uuid not null,
  session text not null,
  sequence bigint not null,
  digest text not null,
  from_number text not null,
  to_number text not null,
  body text not null,
  -- which part of which text, where it is one
  reference int,
  total smallint,
  number smallint,
  at timestamptz not null default now(),
  -- when it was given to the inbox and the journeys; null while parts are missing
  taken timestamptz,
  primary key (account_id, inbound_id)
);
create index smpp_inbound_waiting on smpp_inbound (account_id, connection_id, inbound_id) where taken is null;
create index smpp_inbound_digest on smpp_inbound (account_id, connection_id, digest);
call trunkline_tenant('smpp_inbound');

-- A worker sends by the carriers that it has: texts of a connection that is down, or that another worker holds, must not
-- stand before others in the queue.
drop index message_queue;
create index message_queue on message
  (account_id, (case when batch_id is null then account_id else batch_id end), carrier, not_before) where state = 'queued';
