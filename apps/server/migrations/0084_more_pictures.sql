-- The pictures of an inbound text after the first one, which is in media_url. Null: it has no more.
alter table message add column more_media text[];
