-- The carrier connections whose calls a user's browser takes with sound, while its phone is open.
alter table agent_presence add column in_browser uuid[] not null default '{}';
