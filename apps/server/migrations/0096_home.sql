-- When a user dismissed the checklist of a new account on the home page. Null shows it.
alter table membership add column checklist_dismissed timestamptz;
