-- Attempts at a password, counted for each e-mail whatever address and process they came to. Unknown e-mails are counted
-- as well, so that a refusal says nothing about who is a user.
create table auth_attempt (
  -- a hash under the key of tokens: what people type by mistake is not stored
  name_hash bytea primary key,
  attempts int not null default 1,
  -- when counting starts again
  ends timestamptz not null
);
create index auth_attempt_ends on auth_attempt (ends);
grant select, insert, update, delete on auth_attempt to trunkline_runtime;
