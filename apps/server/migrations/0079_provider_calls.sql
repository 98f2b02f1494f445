-- The line of a call at a provider that asks for one document after another.
create table provider_call (
  account_id uuid not null,
  call_id uuid not null,
  connection_id uuid not null,
  -- the provider's id; null until the provider has named it
  call_ref text,
  -- a TwilioLine of carriers/twilio/twilioLine.ts
  line jsonb not null,
  primary key (account_id, call_id)
) with (fillfactor = 60);
-- A request that is repeated, or comes without our id, finds its call.
create unique index provider_call_ref on provider_call (account_id, connection_id, call_ref) where call_ref is not null;
call trunkline_tenant('provider_call');
