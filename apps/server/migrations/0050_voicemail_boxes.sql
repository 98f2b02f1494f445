-- Every number has a box that holds so many messages; calls that users place themselves wait in their account's lane.
create index voicemail_box on voicemail (account_id, own_number, voicemail_id);
-- Whose phone waits for a call that its user placed.
create index call_offer_placed on call_offer (account_id, call_id) where kind = 'person' and state = 'ringing';
