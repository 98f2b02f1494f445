-- Texts that users insert into replies of the inbox (decision 0099). Variables are filled from the contact.
create table saved_reply (
  account_id uuid not null,
  reply_id uuid not null,
  title text not null,
  body text not null,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  primary key (account_id, reply_id)
);
create unique index saved_reply_title on saved_reply (account_id, lower(title));
call trunkline_tenant('saved_reply');
