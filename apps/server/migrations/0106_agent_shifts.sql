-- When an agent is planned to work on a day of the week, in their time zone (decision 0100).
create table agent_shift (
  account_id uuid not null,
  user_id uuid not null,
  -- 1 Monday to 7 Sunday
  weekday int not null,
  -- minutes since midnight; a shift that ends on the next day ends after 1440
  starts int not null,
  ends int not null,
  zone text not null,
  primary key (account_id, user_id, weekday)
);
call trunkline_tenant('agent_shift');
