-- The supervisor of the call that a user has, and how they take part: listen, whisper, join.
alter table call_offer add column supervisor_id uuid;
alter table call_offer add column supervisor_name text;
alter table call_offer add column supervision text;
