-- The second step of a sign-in. Global like the user that it is of (decisions, Data): it comes before any account.
create table auth_totp (
  user_id uuid primary key references auth_user on delete cascade,
  -- sealed for the user
  secret text not null,
  -- null while it is set up
  confirmed timestamptz,
  -- the period of the last code that was taken: a code is taken once
  last_step bigint not null default 0,
  -- wrong codes in a row, and until when codes are refused after too many
  failed int not null default 0,
  locked_until timestamptz
);
grant select, insert, update, delete on auth_totp to trunkline_runtime;

-- What takes the place of a code, once each.
create table auth_recovery_code (
  user_id uuid not null references auth_user on delete cascade,
  code_hash bytea not null,
  used timestamptz,
  primary key (user_id, code_hash)
);
grant select, insert, update, delete on auth_recovery_code to trunkline_runtime;

-- A sign-in whose password was right and whose code is awaited.
create table auth_challenge (
  token_hash bytea primary key,
  user_id uuid not null references auth_user on delete cascade,
  tries int not null default 0,
  expires timestamptz not null
);
create index auth_challenge_user on auth_challenge (user_id);
grant select, insert, update, delete on auth_challenge to trunkline_runtime;
