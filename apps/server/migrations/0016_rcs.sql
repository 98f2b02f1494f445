-- RCS: who a contact sees as the sender, what is sent under a key, and what the simulated handsets can show.
create table rcs_agent (
  account_id uuid not null,
  -- what nodes name it by, chosen by people: the_shop_agent
  agent_id text not null,
  name text not null,
  description text not null default '',
  logo_url text,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  primary key (account_id, agent_id)
);
call trunkline_tenant('rcs_agent');

create table rcs_template (
  account_id uuid not null,
  -- the message key
  template_key text not null,
  -- RcsContent of parts/rcsMessage.ts
  content jsonb not null,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  primary key (account_id, template_key)
);
call trunkline_tenant('rcs_template');

-- What an RCS message says; body holds it in plain words. Null for texts.
alter table message add column rcs jsonb;

alter table simulator_message add column channel text not null default 'sms';
alter table simulator_message add column rcs jsonb;

-- Switches of the simulated handsets; without a row the number decides.
create table simulator_handset (
  account_id uuid not null,
  handset text not null,
  rcs boolean not null,
  primary key (account_id, handset)
);
call trunkline_tenant('simulator_handset');
