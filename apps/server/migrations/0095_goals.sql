-- What counts as success of a workflow: {kind, windowHours, field?, value?}; null: it has no goal. Versions pin it.
alter table campaign add column goal jsonb;

-- Journeys whose goal is a contact field's value, and when the field got it; null: the contact had the value before.
create table conversion (
  account_id uuid not null,
  journey_id uuid not null,
  at timestamptz,
  primary key (account_id, journey_id)
);
call trunkline_tenant('conversion');
