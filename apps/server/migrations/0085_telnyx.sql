-- Connections to Telnyx.
alter table carrier_connection drop constraint carrier_connection_kind_check;
alter table carrier_connection add constraint carrier_connection_kind_check
  check (kind in ('smpp', 'twilio', 'rbm', 'telnyx'));
