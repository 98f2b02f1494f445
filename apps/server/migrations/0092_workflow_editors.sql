-- Who has a workflow open in the editor. A row is renewed while the page is shown and counts for less than a minute.
create table workflow_editor (
  account_id uuid not null,
  -- outbound, inbound
  kind text not null,
  -- the id of an outbound workflow, the route tag of an inbound one
  workflow text not null,
  -- the user or the API key
  editor_id uuid not null,
  -- whether there are unsaved changes
  unsaved boolean not null,
  seen timestamptz not null default now(),
  primary key (account_id, kind, workflow, editor_id)
);
call trunkline_tenant('workflow_editor');
