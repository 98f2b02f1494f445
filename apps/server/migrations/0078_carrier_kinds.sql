-- Connections speak SMPP or a provider's API; contract/carriers has the settings of each kind.
alter table carrier_connection add column kind text not null default 'smpp' check (kind in ('smpp', 'twilio'));
alter table carrier_connection alter column kind drop default;
