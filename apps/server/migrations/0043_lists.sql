-- Lists over a million rows: each filter that people look something up by is one walk along one index.

-- The contact's number of a text or call, on whichever side it stands. CASE, since behind row security an index serves only
-- expressions that cannot tell what they read.
create index message_party on message (account_id, (case when direction = 'in' then from_number else to_number end), message_id);
create index call_party on call (account_id, (case when direction = 'in' then from_number else to_number end), call_id);
create index message_campaign on message (account_id, campaign_id, message_id);
create index call_campaign on call (account_id, campaign_id, call_id);
create index batch_filtered_contact on batch_filtered (account_id, contact_id, batch_id);
create index schedule_recurring on schedule (account_id, recurring, schedule_id);
create index batch_open on batch (account_id, status, batch_id) where status <> 'done';
create index audit_action on audit (account_id, action, audit_id);
create index webhook_delivery_failed on webhook_delivery (account_id, delivery_id) where not ok;
create index webhook_delivery_contact on webhook_delivery (account_id, contact_id, delivery_id) where contact_id is not null;
