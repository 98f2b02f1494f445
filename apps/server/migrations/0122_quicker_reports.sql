-- How far the contacts of a large workflow came, by the quarter of an hour in which they were enrolled, as it was counted last
-- (decision 0118).
create table funnel_count (
  account_id uuid not null,
  campaign_id uuid not null,
  quarter timestamptz not null,
  -- as reports count them
  enrolled bigint not null,
  -- contacts whose journeys are still stored; the figures after it count these
  people bigint not null,
  sent bigint not null,
  delivered bigint not null,
  responded bigint not null,
  replied bigint not null,
  clicked bigint not null,
  converted bigint not null,
  primary key (account_id, campaign_id, quarter)
) with (fillfactor = 80);
call trunkline_tenant('funnel_count');

-- Of workflows: when their funnel was counted, and the goal of that time in words.
alter table outcome_count add column funnel_as_of timestamptz, add column funnel_goal text;

-- The sums of reports by the hour: a quarter of the rows, for reports in zones whose hours begin with those of UTC.
create table report_hour (
  account_id uuid not null,
  row_id uuid not null default trunkline_uuid7(),
  hour timestamptz not null,
  campaign_id uuid,
  template_id uuid,
  number text,
  carrier text,
  node int,
  channel text,
  enrolled bigint not null default 0,
  filtered bigint not null default 0,
  sent bigint not null default 0,
  delivered bigint not null default 0,
  failed bigint not null default 0,
  replies bigint not null default 0,
  opt_outs bigint not null default 0,
  clicks bigint not null default 0,
  calls bigint not null default 0,
  calls_in bigint not null default 0,
  abandoned bigint not null default 0,
  answered bigint not null default 0,
  by_human bigint not null default 0,
  by_machine bigint not null default 0,
  talk_seconds bigint not null default 0,
  segments bigint not null default 0,
  cost_micros bigint not null default 0,
  emails bigint not null default 0,
  primary key (account_id, row_id)
) with (fillfactor = 80);
create unique index report_hour_of on report_hour
  (account_id, hour, campaign_id, template_id, number, carrier, node, channel) nulls not distinct;
call trunkline_tenant('report_hour');

create table report_region_hour (
  account_id uuid not null,
  row_id uuid not null default trunkline_uuid7(),
  hour timestamptz not null,
  campaign_id uuid,
  channel text,
  region text,
  enrolled bigint not null default 0,
  filtered bigint not null default 0,
  sent bigint not null default 0,
  delivered bigint not null default 0,
  failed bigint not null default 0,
  replies bigint not null default 0,
  opt_outs bigint not null default 0,
  clicks bigint not null default 0,
  calls bigint not null default 0,
  calls_in bigint not null default 0,
  abandoned bigint not null default 0,
  answered bigint not null default 0,
  by_human bigint not null default 0,
  by_machine bigint not null default 0,
  talk_seconds bigint not null default 0,
  segments bigint not null default 0,
  cost_micros bigint not null default 0,
  emails bigint not null default 0,
  primary key (account_id, row_id)
) with (fillfactor = 80);
create unique index report_region_hour_of on report_region_hour (account_id, hour, campaign_id, channel, region) nulls not distinct;
call trunkline_tenant('report_region_hour');

-- Accounts whose sums by the hour are complete: the worker makes them from those by the quarter before it folds into both.
create table report_hour_account (
  account_id uuid primary key,
  made timestamptz not null default now()
);
call trunkline_tenant('report_hour_account');

-- Workers of the version before fold into the sums by the quarter only. While they still work during an upgrade, their deletes
-- find no rows, and what they would have folded is counted unfolded until a worker of this version folds it.
create policy fold on report_change as restrictive for delete using (current_setting('trunkline.folds', true) = 'hours');
