-- How a work group is rung (spec 1 §3.7, §5.2; telecom-domain §8).
alter table work_group
  -- 1 ring all, 2 first in first out, 3 random, 4 weighted round robin, 7 round robin, 9 sequential
  add column distribution_type int not null default 2,
  -- seconds between two attempts for one caller, and seconds of ringing
  add column delay_next_call int not null default 5,
  add column try_call_timeout int not null default 15,
  -- attempts per caller; only sequential counts them
  add column max_dials int not null default 1,
  add column max_wait_seconds int not null default 600,
  -- where the last pass of round robin stopped, and what weighted round robin owes to whom
  add column last_rung uuid,
  add column credits jsonb not null default '{}';
