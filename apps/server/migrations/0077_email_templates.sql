-- E-mails that accounts send over their own mail server. Other providers keep their templates themselves.
create table email_template (
  account_id uuid not null references account on delete cascade,
  template_id uuid not null,
  title text not null,
  subject text not null,
  html text not null,
  text text not null,
  updated timestamptz not null default now(),
  primary key (account_id, template_id)
);
call trunkline_tenant('email_template');
