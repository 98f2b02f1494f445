-- When a drawn picture was last handed to a journey: those that nobody needs any more are forgotten.
alter table asset add column used timestamptz not null default now();
create index asset_drawn on asset (account_id, used) where type = 'meme';
create index message_media on message (account_id, message_id) where media_url is not null;
