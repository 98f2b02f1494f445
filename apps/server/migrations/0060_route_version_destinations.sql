-- What a version of an inbound drawing led to when it was saved, so that restoring it brings back what only calls can set:
-- callback addresses and rules of which one is enough. Null: saved before this was kept.
alter table route_version add column destinations jsonb;
