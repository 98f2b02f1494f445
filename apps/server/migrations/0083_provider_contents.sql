-- The content templates that a connection's account has at its provider. They are created when RCS messages first need them.
create table provider_content (
  account_id uuid not null,
  connection_id uuid not null,
  -- a hash of what the template says
  content_key text not null,
  -- the provider's id
  content_ref text not null,
  created timestamptz not null default now(),
  primary key (account_id, connection_id, content_key),
  foreign key (account_id, connection_id) references carrier_connection on delete cascade
);
call trunkline_tenant('provider_content');
