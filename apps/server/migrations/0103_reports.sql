-- Reports by channel and by the contact's state, failures by reason, e-mails, and saved reports (decision 0098).
alter table report_change
  add column channel text,
  -- the state of the contact's address; folded into report_region only
  add column region text,
  -- why a text failed; only of failed_for, which is folded into report_failure
  add column reason text,
  add column emails bigint not null default 0,
  add column failed_for bigint not null default 0;

alter table report_count add column channel text, add column emails bigint not null default 0;
drop index report_count_of;
create unique index report_count_of on report_count
  (account_id, quarter, campaign_id, template_id, number, carrier, node, channel) nulls not distinct;

create table report_region (
  account_id uuid not null,
  region_id uuid not null default trunkline_uuid7(),
  quarter timestamptz not null,
  campaign_id uuid,
  channel text,
  -- null: the contact has none, or there is no contact
  region text,
  -- journeys have no state; these stay 0
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
  primary key (account_id, region_id)
) with (fillfactor = 80);
create unique index report_region_of on report_region (account_id, quarter, campaign_id, channel, region) nulls not distinct;
call trunkline_tenant('report_region');

create table report_failure (
  account_id uuid not null,
  failure_id uuid not null default trunkline_uuid7(),
  quarter timestamptz not null,
  campaign_id uuid,
  template_id uuid,
  channel text,
  reason text,
  failed_for bigint not null default 0,
  primary key (account_id, failure_id)
) with (fillfactor = 80);
create unique index report_failure_of on report_failure (account_id, quarter, campaign_id, template_id, channel, reason)
  nulls not distinct;
call trunkline_tenant('report_failure');

-- What was counted without a channel moves to its own; rows that data retention has removed stay without one.
do $migration$
begin
  perform set_config('trunkline.accounts', coalesce((select array_agg(account_id)::text from account), '{}'), true);

  insert into report_change (account_id, quarter, campaign_id, template_id, number, carrier, node, channel, region,
      sent, delivered, failed, replies, opt_outs, clicks, segments, cost_micros)
    select m.account_id, trunkline_quarter(m.message_id), m.campaign_id, m.template_id,
      case m.direction when 'out' then m.from_number else m.to_number end, m.carrier, m.node,
      case when s.sign > 0 then case when m.channel = 'rcs' then 'rcs' when m.media_url is not null then 'mms' else 'sms' end end,
      case when s.sign > 0 then nullif(btrim(c.state), '') end,
      sum(s.sign * (m.direction = 'out' and m.state = 'accepted')::int),
      sum(s.sign * ((m.direction = 'out' and m.receipt in ('delivered', 'read')) is true)::int),
      sum(s.sign * ((m.direction = 'out' and (m.state in ('rejected', 'blocked') or m.receipt in ('undelivered', 'expired'))) is true)::int),
      sum(s.sign * ((m.counts_as = 'reply') is true)::int), sum(s.sign * ((m.counts_as = 'opt_out') is true)::int),
      sum(s.sign * (m.click_counts is true)::int),
      sum(case when m.direction = 'out' and m.state = 'accepted' then s.sign * m.segments else 0 end),
      sum(case when m.direction = 'out' and m.state = 'accepted' then s.sign * m.cost_micros else 0 end)
    from message m left join contact c on c.account_id = m.account_id and c.contact_id = m.contact_id
    cross join (values (1), (-1)) s (sign)
    where m.state in ('accepted', 'rejected', 'blocked') or m.receipt is not null or m.counts_as is not null or m.click_counts
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9;

  insert into report_change (account_id, quarter, campaign_id, number, carrier, node, channel, region,
      calls, calls_in, abandoned, answered, by_human, by_machine, talk_seconds, cost_micros)
    select l.account_id, trunkline_quarter(l.call_id), l.campaign_id,
      case l.direction when 'out' then l.from_number else l.to_number end, l.carrier, l.node,
      case when s.sign > 0 then 'call' end, case when s.sign > 0 then nullif(btrim(c.state), '') end,
      sum(s.sign * (l.direction = 'in' or l.state = 'accepted')::int), sum(s.sign * (l.direction = 'in')::int),
      sum(s.sign * ((l.direction = 'in' and l.line = 'abandoned') is true)::int), sum(s.sign * t.talked),
      sum(s.sign * t.talked * ((l.answered_by = 'human') is true)::int),
      sum(s.sign * ((l.direction = 'out' and l.answered_by = 'machine') is true)::int),
      sum(s.sign * case when l.direction = 'out' and l.answered is not null then coalesce(l.duration_seconds, 0)
        when l.direction = 'in' and l.connected is not null and l.ended is not null
          then greatest(1, round(extract(epoch from l.ended - l.connected)))::int else 0 end),
      sum(s.sign * l.cost_micros)
    from call l left join contact c on c.account_id = l.account_id and c.contact_id = l.contact_id
    cross join lateral (select (case l.direction when 'out' then l.answered else l.connected end is not null)::int talked) t
    cross join (values (1), (-1)) s (sign)
    where l.direction = 'in' or l.state = 'accepted' or l.answered is not null or l.cost_micros <> 0
    group by 1, 2, 3, 4, 5, 6, 7, 8;

  insert into report_change (account_id, quarter, campaign_id, template_id, channel, reason, failed_for)
    select account_id, trunkline_quarter(message_id), campaign_id, template_id,
      case when channel = 'rcs' then 'rcs' when media_url is not null then 'mms' else 'sms' end, reason, count(*)
    from message where direction = 'out' and (state in ('rejected', 'blocked') or receipt in ('undelivered', 'expired'))
    group by 1, 2, 3, 4, 5, 6;

  insert into report_change (account_id, quarter, campaign_id, node, channel, region, emails)
    select e.account_id, trunkline_quarter(e.email_id), e.campaign_id, e.node, 'email', nullif(btrim(c.state), ''), count(*)
    from email e left join contact c on c.account_id = e.account_id and c.contact_id = e.contact_id
    where e.state = 'accepted' group by 1, 2, 3, 4, 6;
end $migration$;

-- Reports that users saved, with what they show and when they are mailed.
create table saved_report (
  account_id uuid not null,
  report_id uuid not null,
  name text not null,
  settings jsonb not null,
  schedule jsonb,
  last_mail timestamptz,
  mail_problem text,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  primary key (account_id, report_id)
);
create unique index saved_report_by_name on saved_report (account_id, lower(name));
call trunkline_tenant('saved_report');

-- Global by name: which users are mailed which report next, over all accounts. What it says stays where it is.
create table report_mail_due (
  account_id uuid not null,
  report_id uuid not null,
  user_id uuid not null,
  -- how often, when and in which zone
  timing jsonb not null,
  slot timestamptz not null,
  due timestamptz not null,
  attempt smallint not null default 0,
  primary key (account_id, report_id, user_id)
);
create index report_mail_due_next on report_mail_due (due);
grant select, insert, update, delete on report_mail_due to trunkline_runtime;
