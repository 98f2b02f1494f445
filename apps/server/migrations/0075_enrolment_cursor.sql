-- How far the contacts that a run selects have been counted. Counting goes through them in parts, as enrolling does, so
-- that a stop of the program repeats at most one part.
alter table batch add column count_cursor uuid;
alter table batch add column is_counted boolean not null default false;
