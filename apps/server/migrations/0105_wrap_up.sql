-- Seconds of wrap-up after a call of the queue, work group or live list; null: as the account sets it (decision 0100).
alter table agent_queue add column wrap_up_seconds int;
alter table work_group add column wrap_up_seconds int;
alter table live_list add column wrap_up_seconds int;

-- The disposition that the call gets when its wrap-up is over and the agent has chosen none; null: none, or it was given.
alter table call_offer add column default_outcome text;
create index call_offer_outcome on call_offer (account_id, wrapped) where default_outcome is not null;
