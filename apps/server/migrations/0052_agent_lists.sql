-- Years of contacts that agents have taken: what an agent holds, the latest of them, and how many a queue gave are short walks.
create index agent_hold_done on agent_hold (account_id, queue_id) where state in ('taken', 'wrapped_up');
drop index agent_hold_taken;
create index agent_hold_taken on agent_hold (account_id, agent, state, hold_id desc) where state in ('taken', 'wrapped_up');
