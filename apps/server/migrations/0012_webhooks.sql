-- How webhooks authenticate themselves. What must not be read is sealed (src/secrets).
create table connection (
  account_id uuid not null,
  connection_id uuid not null,
  name text not null,
  description text not null default '',
  -- name to sealed value
  auth_headers jsonb not null default '{}',
  headers jsonb not null default '{}',
  -- sealed; requests are signed with it
  signing_secret text,
  updated timestamptz not null default now(),
  primary key (account_id, connection_id)
);
call trunkline_tenant('connection');

create table webhook (
  account_id uuid not null,
  webhook_id uuid not null,
  name text not null,
  enabled boolean not null default true,
  -- null when its connection was deleted
  connection_id uuid,
  method text not null default 'POST',
  url text not null default '',
  content_type text not null default 'JSON',
  event_type text not null default '',
  headers jsonb not null default '{}',
  body_template text not null default '',
  success_path text not null default 'HTTP_OK',
  success_value text not null default '',
  response_mapping jsonb not null default '{}',
  error_response_mapping jsonb not null default '{}',
  retry_strategy text not null default 'none',
  retry_count smallint not null default 1,
  retry_delay_seconds smallint not null default 2,
  updated timestamptz not null default now(),
  primary key (account_id, webhook_id)
);
create index webhook_event on webhook (account_id, event_type);
create index webhook_connection on webhook (account_id, connection_id);
call trunkline_tenant('webhook');

-- Every try of a webhook. Secrets are masked before they come here.
create table webhook_delivery (
  account_id uuid not null,
  delivery_id uuid not null,
  webhook_id uuid,
  event_type text not null,
  -- the webhook-id header: the same for every try
  message_id uuid not null,
  attempt smallint not null,
  elapsed_ms int not null,
  ok boolean not null,
  reason text,
  test boolean not null default false,
  method text not null,
  url text not null,
  request_headers jsonb not null default '{}',
  request_body text not null default '',
  status int,
  answer_headers jsonb not null default '{}',
  answer_body text not null default '',
  contact_id uuid,
  campaign_id uuid,
  journey_id uuid,
  primary key (account_id, delivery_id)
) partition by range (delivery_id);
create table webhook_delivery_else partition of webhook_delivery default;
create index webhook_delivery_webhook on webhook_delivery (account_id, webhook_id, delivery_id);
call trunkline_tenant('webhook_delivery', 'select, insert');
