-- Where a user takes calls that a browser cannot carry: a phone number or SIP address.
alter table agent_presence add column rings_at text;
