-- Single sign-on by SAML. Somebody whom an account's identity provider vouches for, and nobody else, is a user of that
-- account alone: the e-mail is the provider's word, and gives nothing of anybody who has the same e-mail elsewhere.
alter table auth_user add column of_account uuid references account;
alter table auth_user alter column password_hash drop not null;
alter table auth_user add check (password_hash is not null or of_account is not null);
drop index auth_user_email;
create unique index auth_user_email on auth_user (email) where of_account is null;
create unique index auth_user_email_of on auth_user (of_account, email) where of_account is not null;

-- The account whose identity provider vouched: a session is good there and nowhere else. Null: by password.
alter table auth_session add column vouched_by uuid references account;

-- Users other than owners reach this account by single sign-on alone. Here, because it is judged with every call.
alter table account add column sign_on_required boolean not null default false;

-- The identity provider of an account, read from its metadata.
create table saml_provider (
  account_id uuid primary key,
  entity_id text not null,
  -- where a sign-in that begins here is sent
  sign_on_url text not null,
  -- sign-ins that begin at the identity provider are taken
  unsolicited boolean not null default true,
  -- whoever signs in for the first time becomes a user
  create_users boolean not null default true,
  default_role text not null default 'viewer' check (default_role in ('administrator', 'member', 'viewer')),
  default_privileges text[] not null default '{}',
  -- the last sign-in that worked with this identity provider
  worked timestamptz,
  updated timestamptz not null default now()
);
call trunkline_tenant('saml_provider');

-- What answers may be signed with. Several at once: a new certificate is taken before the old one goes.
create table saml_certificate (
  account_id uuid not null,
  -- SHA-256 of the certificate, in hexadecimal digits
  fingerprint text not null,
  -- PEM
  certificate text not null,
  subject text not null,
  ends timestamptz not null,
  -- it stands in the metadata that was uploaded last
  in_metadata boolean not null,
  added timestamptz not null default now(),
  -- the last sign-in that it signed
  used timestamptz,
  primary key (account_id, fingerprint)
);
call trunkline_tenant('saml_certificate');

-- What was used up: ids of assertions and of requests, as hashes. A second use finds the row.
create table saml_used (
  account_id uuid not null,
  id_hash bytea not null,
  expires timestamptz not null,
  primary key (account_id, id_hash)
);
create index saml_used_expires on saml_used (account_id, expires);
call trunkline_tenant('saml_used');

-- A sign-in that the identity provider has vouched for and that the browser takes up at once.
create table saml_ticket (
  account_id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  -- the request that it answers; null where it began at the identity provider
  request_id text,
  -- a path of the product
  target text not null,
  -- what the log of attempts says of it
  attempt jsonb not null,
  expires timestamptz not null,
  primary key (account_id, token_hash)
);
create index saml_ticket_expires on saml_ticket (account_id, expires);
call trunkline_tenant('saml_ticket');

-- The log of attempts: what came of each.
create table saml_attempt (
  account_id uuid not null,
  attempt_id uuid not null,
  -- null: somebody was let in; else a word of the contract
  refused text,
  -- what it was about: which audience, which time
  detail text,
  -- begun here, or at the identity provider; null where that is not known
  solicited boolean,
  -- as the signed assertion names them; null before a signature was right
  email text,
  issuer text,
  fingerprint text,
  address text,
  agent text,
  primary key (account_id, attempt_id)
);
call trunkline_tenant('saml_attempt');
