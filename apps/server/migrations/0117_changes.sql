-- How often something of a kind has changed in an account, so that every process can tell its open pages (decision 0112). Pages
-- that miss a change poll, so the rows need not survive a crash.
create unlogged table account_change (
  account_id uuid not null,
  kind text not null,
  changes bigint not null default 1,
  changed timestamptz not null default clock_timestamp(),
  primary key (account_id, kind)
) with (fillfactor = 50);
call trunkline_tenant('account_change');
