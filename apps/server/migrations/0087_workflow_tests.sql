-- Tests of outbound workflows: a contact, its events, and what is expected.
create table workflow_test (
  account_id uuid not null,
  test_id uuid not null,
  campaign_id uuid not null,
  -- as in docs/tests.md
  definition jsonb not null,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  created_by text not null,
  primary key (account_id, test_id)
);
call trunkline_tenant('workflow_test');
create index workflow_test_of_campaign on workflow_test (account_id, campaign_id, test_id);

-- whether a save that fails tests is refused
alter table campaign add column tests_must_pass boolean not null default false;
