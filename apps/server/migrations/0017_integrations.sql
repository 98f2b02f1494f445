-- Connections of the account to other providers (spec 3 §3): one row per key, secrets sealed.
create table external_config (
  account_id uuid not null,
  provider text not null,
  -- api_key, domain, loginId, client_id, client_secret, metadata
  key text not null,
  -- what is no secret
  value text,
  -- what is: opened only to be used
  sealed text,
  updated timestamptz not null default now(),
  primary key (account_id, provider, key)
);
call trunkline_tenant('external_config');

-- Every e-mail that a journey sent, or would have sent: the outbox.
create table email (
  account_id uuid not null,
  email_id uuid not null,
  contact_id uuid,
  campaign_id uuid,
  batch_id uuid,
  journey_id uuid,
  node int,
  -- hubspot, mailgun, sendgrid
  provider text not null,
  -- nothing left the machine: the account has no provider
  simulated boolean not null,
  from_email text not null,
  from_name text not null,
  to_email text not null,
  to_name text not null,
  cc jsonb not null default '[]',
  bcc jsonb not null default '[]',
  subject text not null,
  template_id text not null,
  replacements jsonb not null default '{}',
  -- submitting, accepted, rejected, in_doubt
  state text not null,
  reason text,
  -- the provider's words about a refusal
  words text,
  provider_ref text,
  updated timestamptz not null default now(),
  primary key (account_id, email_id)
) partition by range (email_id);
create table email_else partition of email default with (fillfactor = 70);
create index email_contact on email (account_id, contact_id, email_id);
create index email_journey on email (account_id, journey_id);
call trunkline_tenant('email');
