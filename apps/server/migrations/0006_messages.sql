-- Every text in and out. Two facts: how sending went (state), and what receipts said (receipt).
create table message (
  account_id uuid not null,
  message_id uuid not null,
  contact_id uuid,
  campaign_id uuid,
  batch_id uuid,
  journey_id uuid,
  node int,
  revision int,
  channel text not null default 'sms',
  -- in, out
  direction text not null,
  from_number text not null,
  to_number text not null,
  body text not null default '',
  media_url text,
  segments smallint not null default 1,
  encoding text not null default 'GSM7',
  -- queued, submitting, accepted, rejected, blocked, in_doubt, unknown, cancelled; received for texts in
  state text not null,
  -- delivered, read, undelivered, expired; null until a receipt says so
  receipt text,
  reason text,
  cost_micros bigint not null default 0,
  carrier text not null default 'simulated',
  carrier_ref text,
  -- not sent before; pacing and back-off move it
  not_before timestamptz not null default now(),
  -- not sent after: the recipient's window closes
  open_until timestamptz,
  attempt smallint not null default 0,
  -- who submits it; when that worker dies the message is in doubt
  worker uuid,
  submitted timestamptz,
  updated timestamptz not null default now(),
  primary key (account_id, message_id)
) partition by range (message_id);
create table message_else partition of message default with (fillfactor = 70);
-- A text outside any batch (a confirmation) waits in the account's own lane.
create index message_queue on message (account_id, coalesce(batch_id, account_id), not_before) where state = 'queued';
create index message_under_way on message (account_id, worker) where state in ('submitting', 'in_doubt');
create index message_contact on message (account_id, contact_id, message_id);
create index message_batch on message (account_id, batch_id, message_id);
call trunkline_tenant('message');

-- Raw happenings of a message as the carrier told them, in the order they came; order and repetition change nothing.
create table receipt (
  account_id uuid not null,
  message_id uuid not null,
  receipt_id uuid not null,
  status text not null,
  code text,
  at timestamptz not null default now(),
  primary key (account_id, message_id, receipt_id)
) partition by range (message_id);
create table receipt_else partition of receipt default;
call trunkline_tenant('receipt', 'select, insert');

-- What the carriers brought in, so that a happening told twice is taken once.
create table inbound (
  account_id uuid not null,
  carrier text not null,
  carrier_ref text not null,
  message_id uuid not null,
  primary key (account_id, carrier, carrier_ref)
);
call trunkline_tenant('inbound');
