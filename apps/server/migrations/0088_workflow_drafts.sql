-- Unsaved changes to workflows, one row per workflow and user or API key. They are never checked and never live.
create table workflow_draft (
  account_id uuid not null,
  -- the user or the API key
  author_id uuid not null,
  -- outbound, inbound
  kind text not null,
  -- the id of an outbound workflow, the route tag of an inbound one
  workflow text not null,
  -- the version that the changes are based on
  version int not null,
  -- as the editor keeps it
  draft text not null,
  saved timestamptz not null default now(),
  primary key (account_id, author_id, kind, workflow)
);
call trunkline_tenant('workflow_draft');
create index workflow_draft_of_workflow on workflow_draft (account_id, kind, workflow);
