-- What was counted over the contacts and texts of a large run, or of a workflow with all its runs, and when (decision 0115).
create table outcome_count (
  account_id uuid not null,
  -- the run, or the workflow itself
  subject_id uuid not null,
  campaign_id uuid not null,
  counted jsonb not null,
  as_of timestamptz not null,
  took_ms int not null,
  -- the first request since then that found it old
  asked timestamptz,
  primary key (account_id, subject_id)
);
call trunkline_tenant('outcome_count');

-- Runs of which a count is kept.
create index batch_large on batch (account_id, batch_id) where enrolled > 20000;
