-- What was told is forgotten by age, which the time-ordered id of the text knows.
create index inbound_message on inbound (account_id, message_id);
create index invitation_expires on invitation (expires);
create index auth_session_seen on auth_session (seen);
