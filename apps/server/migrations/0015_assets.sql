-- Pictures, sounds and documents: bytes live in the database, content-addressed and in chunks, so that any machine serves them.
create table asset_content (
  account_id uuid not null,
  sha256 bytea not null,
  bytes int not null,
  created timestamptz not null default now(),
  primary key (account_id, sha256)
);
call trunkline_tenant('asset_content');

create table asset_chunk (
  account_id uuid not null,
  sha256 bytea not null,
  -- where in the content it begins is n times the size of a chunk
  n int not null,
  data bytea not null,
  primary key (account_id, sha256, n),
  foreign key (account_id, sha256) references asset_content on delete cascade
);
-- Pictures and sounds are packed already.
alter table asset_chunk alter column data set storage external;
call trunkline_tenant('asset_chunk');

create table asset (
  account_id uuid not null,
  asset_id uuid not null,
  -- mms-image, meme-image, audio, inboundxml, recording
  type text not null,
  file_name text not null,
  content_type text not null,
  sha256 bytea not null,
  width int,
  height int,
  -- what makes its public address unguessable
  secret text not null,
  created_by text,
  primary key (account_id, asset_id),
  foreign key (account_id, sha256) references asset_content
);
create unique index asset_secret on asset (account_id, secret);
-- A meme names its picture by file name.
create unique index asset_file_name on asset (account_id, type, file_name);
create index asset_sha256 on asset (account_id, sha256);
call trunkline_tenant('asset');
