-- How many callers somebody has taken out of a queue: what is left of a caller afterwards does not say it.
alter table agent_queue add column callers_taken bigint not null default 0;
