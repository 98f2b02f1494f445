-- When agents are first offered a contact (spec 2 §3.3 queueWaitTime); null: at once.
alter table agent_hold add column offered_from timestamptz;
