-- What callers said after the beep: the recording itself is an asset and stands with its call.
create table voicemail (
  account_id uuid not null,
  voicemail_id uuid not null,
  call_id uuid not null,
  contact_id uuid,
  -- who spoke, and the account's number that they spoke to
  phone text not null,
  own_number text not null,
  asset_id uuid not null,
  seconds int not null,
  heard timestamptz,
  heard_by text,
  primary key (account_id, voicemail_id)
);
create index voicemail_unheard on voicemail (account_id, voicemail_id) where heard is null;
call trunkline_tenant('voicemail');
