-- The journeys of a run are listed newest first: without this an older run's page walks over every journey made since.
create index journey_batch on journey (account_id, batch_id, journey_id);
