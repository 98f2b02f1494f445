-- Moves of contacts on their way to the published version of their workflow (decision 0087).
create table journey_move (
  account_id uuid not null,
  move_id uuid not null,
  campaign_id uuid not null,
  -- the published version that it moves to
  version int not null,
  -- one run only; null: all runs of the workflow
  batch_id uuid,
  -- [{version, node, action: move | leave, to, reason}]; node 0: not started yet
  choices jsonb not null,
  -- simulating, ready, running, paused, done, cancelled, undoing, undone, failed
  status text not null default 'simulating',
  -- how far the simulation has come: {batchId, journeyId}
  cursor jsonb,
  -- of each choice what the simulation has found
  result jsonb,
  -- journeys that are named in journey_move_entry
  total bigint not null default 0,
  moved bigint not null default 0,
  left_workflow bigint not null default 0,
  -- they had continued before the move came to them
  gone_on bigint not null default 0,
  undone bigint not null default 0,
  -- they had taken a step before the undo came to them
  too_late bigint not null default 0,
  -- since it was last started or continued, and what was done by then: for the time that is left
  paced_from timestamptz,
  paced_done bigint not null default 0,
  problem text,
  created_by text not null,
  by_name text not null,
  created timestamptz not null default now(),
  finished timestamptz,
  primary key (account_id, move_id)
);
call trunkline_tenant('journey_move');
create index journey_move_of_campaign on journey_move (account_id, campaign_id, move_id);

-- The journeys of a move, exactly those that it was simulated on.
create table journey_move_entry (
  account_id uuid not null,
  move_id uuid not null,
  journey_id uuid not null,
  -- its place in choices
  choice smallint not null,
  -- 0 planned, 1 moved, 2 left the workflow, 3 gone on before, 4 undone, 5 too late to undo
  state smallint not null default 0,
  -- nodes of the new version that would send again what the contact has had; null: none
  again int[],
  -- the revision that the move gave it: while the journey has it, the move can be undone
  revision int,
  -- the columns of the journey before the move
  was jsonb,
  primary key (account_id, move_id, journey_id)
);
call trunkline_tenant('journey_move_entry');
create index journey_move_planned on journey_move_entry (account_id, move_id, journey_id) where state = 0;
create index journey_move_again on journey_move_entry (account_id, move_id, choice, journey_id) where again is not null;

-- Global by name: the moves under way over all accounts, for the workers to find.
create table journey_move_queue (
  account_id uuid not null,
  move_id uuid not null,
  -- who works at it; when that worker has not been seen for a while, another continues
  worker uuid,
  seen_at timestamptz not null default now(),
  -- journeys in the middle of a step are waited for until then
  due_at timestamptz not null default now(),
  primary key (account_id, move_id)
);
grant select, insert, update, delete on journey_move_queue to trunkline_runtime;
