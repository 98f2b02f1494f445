-- Requests to publish a workflow: a frozen copy of an author's drawing that another user approves or declines.
create table workflow_approval (
  account_id uuid not null,
  approval_id uuid not null,
  -- outbound, inbound
  kind text not null,
  -- the id of an outbound workflow, the route tag of an inbound one
  workflow text not null,
  -- the user or the API key
  author_id uuid not null,
  -- the published version that the drawing is based on, 0 if there was none
  version int not null,
  -- as a save sends it
  drawing text not null,
  -- of an outbound workflow; null: those of now
  settings jsonb,
  note text not null,
  -- waiting, approved, declined, withdrawn
  state text not null default 'waiting',
  created timestamptz not null default now(),
  decided timestamptz,
  decided_by uuid,
  reason text,
  -- the version that the approval published
  published int,
  primary key (account_id, approval_id)
);
call trunkline_tenant('workflow_approval');
create unique index workflow_approval_waiting on workflow_approval (account_id, kind, workflow, author_id)
  where state = 'waiting';
create index workflow_approval_of_workflow on workflow_approval (account_id, kind, workflow, approval_id);
