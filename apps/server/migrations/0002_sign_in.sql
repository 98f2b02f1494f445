-- Who may sign in and to what. Global by name (decisions, Data): a request is recognised before its account is known.
create table auth_user (
  user_id uuid primary key,
  email text not null check (email = lower(email)),
  name text not null,
  -- argon2id in PHC form
  password_hash text not null,
  -- the demo's user while its well-known password is unchanged: it may not sign in from other machines
  demo boolean not null default false,
  created timestamptz not null default now()
);
create unique index auth_user_email on auth_user (email);
grant select, insert, update on auth_user to trunkline_runtime;

-- The token itself is only in the cookie; here is what it hashes to under the master key.
create table auth_session (
  session_id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references auth_user on delete cascade,
  -- the account that the session works in
  account_id uuid references account,
  created timestamptz not null default now(),
  seen timestamptz not null default now(),
  agent text,
  address text
);
create index auth_session_user on auth_session (user_id);
grant select, insert, update, delete on auth_session to trunkline_runtime;

create table membership (
  account_id uuid not null references account,
  user_id uuid not null references auth_user on delete cascade,
  role text not null check (role in ('owner', 'administrator', 'member', 'viewer')),
  privileges text[] not null default '{}',
  created timestamptz not null default now(),
  primary key (account_id, user_id)
);
create index membership_user on membership (user_id);
grant select, insert, update, delete on membership to trunkline_runtime;

-- A one-time link; taken up or withdrawn, its row goes.
create table invitation (
  account_id uuid not null references account,
  invitation_id uuid not null,
  token_hash bytea not null unique,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'administrator', 'member', 'viewer')),
  privileges text[] not null default '{}',
  invited_by text not null,
  created timestamptz not null default now(),
  expires timestamptz not null,
  primary key (account_id, invitation_id)
);
create unique index invitation_email on invitation (account_id, email);
grant select, insert, update, delete on invitation to trunkline_runtime;

create table api_key (
  account_id uuid not null references account,
  api_key_id uuid not null,
  key_hash bytea not null unique,
  name text not null,
  -- how the key begins, so that people recognise it
  prefix text not null,
  role text not null check (role in ('owner', 'administrator', 'member', 'viewer')),
  privileges text[] not null default '{}',
  created timestamptz not null default now(),
  last_used timestamptz,
  primary key (account_id, api_key_id)
);
grant select, insert, update, delete on api_key to trunkline_runtime;

-- One row: what this database was set up with.
create table installation (
  one_row boolean primary key default true check (one_row),
  -- what the master key hashes a fixed word to, so that a wrong key is noticed at start
  key_check bytea not null,
  -- locked while the first account is made
  created timestamptz not null default now()
);
grant select, insert, update on installation to trunkline_runtime;
