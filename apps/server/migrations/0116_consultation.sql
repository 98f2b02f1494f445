-- Transfer with consultation (decision 0111).
-- whom the user consults while the contact is on hold: name, userId of a user, state (ringing, talking, joined, ended)
alter table call_offer add column consult jsonb;
-- this user is consulted by the user of this name
alter table call_offer add column consulted_by text;
