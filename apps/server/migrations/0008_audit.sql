-- Who changed what, when, from where. Append only: the runtime role may not change or remove a row.
create table audit (
  account_id uuid not null,
  audit_id uuid not null,
  at timestamptz not null default now(),
  -- user:{id}, key:{id}, worker, setup
  actor text not null,
  -- campaign.save, contact.import, batch.pause …
  action text not null,
  -- the thing's id or name
  target text,
  -- ok, refused
  outcome text not null default 'ok',
  data jsonb,
  primary key (account_id, audit_id)
);
create index audit_target on audit (account_id, target, audit_id);
call trunkline_tenant('audit', 'select, insert');

-- A write that was answered: the same Idempotency-Key gets the same answer again.
create table idempotency (
  account_id uuid not null,
  key text not null,
  request_hash text not null,
  status int,
  answer text,
  created timestamptz not null default now(),
  primary key (account_id, key)
);
create index idempotency_created on idempotency (account_id, created);
call trunkline_tenant('idempotency');
