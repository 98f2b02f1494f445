-- Whose stop it is: what the contact itself refused only the contact lifts, what the account stopped only the account.
-- Both may stand for one number and type, so the party is part of the key.
alter table dnc add column party text not null
  generated always as (case when source in ('reply', 'key') then 'contact' else 'account' end) stored;
alter table dnc drop constraint dnc_pkey;
alter table dnc add primary key (account_id, phone, type, party);
