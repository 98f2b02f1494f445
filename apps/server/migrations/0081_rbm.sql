-- Connections to Google RCS Business Messaging. An RCS agent names the connection that its messages are sent through;
-- without one they go through the carrier of the number.
alter table carrier_connection drop constraint carrier_connection_kind_check;
alter table carrier_connection add constraint carrier_connection_kind_check check (kind in ('smpp', 'twilio', 'rbm'));
alter table rcs_agent add column connection_id uuid;
alter table rcs_agent add constraint rcs_agent_connection_fkey
  foreign key (account_id, connection_id) references carrier_connection (account_id, connection_id);
create index rcs_agent_connection on rcs_agent (account_id, connection_id) where connection_id is not null;
