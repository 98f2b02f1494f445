-- The simulated carrier's own memory: what it accepted, what the handsets show, which receipts it owes.
create table simulator_message (
  account_id uuid not null,
  simulator_id uuid not null,
  -- the sender's id: the same one again is the same message
  client_ref uuid not null,
  handset text not null,
  number text not null,
  -- to_handset, from_handset
  direction text not null,
  body text not null,
  media_url text,
  segments smallint not null default 1,
  encoding text not null default 'GSM7',
  status text not null,
  code text,
  at timestamptz not null default now(),
  -- the next receipt or delivery that the carrier owes, when any
  owed_at timestamptz,
  -- how many receipts it has told already
  told smallint not null default 0,
  primary key (account_id, simulator_id)
) with (fillfactor = 70);
-- Whoever hands the same message over again gets the same id: this carrier can be asked what it took.
create unique index simulator_message_ref on simulator_message (account_id, client_ref);
create index simulator_message_handset on simulator_message (account_id, handset, simulator_id);
create index simulator_message_owed on simulator_message (account_id, owed_at) where owed_at is not null;
call trunkline_tenant('simulator_message');
