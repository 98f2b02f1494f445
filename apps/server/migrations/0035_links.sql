-- Short addresses in texts, and who opened them (decisions, TRUNKLINE_PUBLIC_URL: short links; Reports: clicks).
alter table sms_template add column shorten_links boolean not null default false;

-- What the codes of an account begin with: four letters and digits that no other account has.
create function trunkline_link_key() returns text language plpgsql volatile as $$
declare
  letters constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  key text;
begin
  loop
    select string_agg(substr(letters, 1 + floor(random() * 62)::int, 1), '') into key from generate_series(1, 4);
    exit when not exists (select from account where link_key = key);
  end loop;
  return key;
end $$;
alter table account add column link_key text;
do $$
declare one uuid;
begin
  -- one by one: each sees the keys that were given before
  for one in select account_id from account loop
    update account set link_key = trunkline_link_key() where account_id = one;
  end loop;
end $$;
alter table account alter column link_key set not null, alter column link_key set default trunkline_link_key();
create unique index account_link_key on account (link_key);
-- The account's own host for short addresses, found to lead here; a host is one account's alone.
alter table account add column link_domain text;
create unique index account_link_domain on account (link_domain);

create table link (
  account_id uuid not null,
  -- days since the first of 2026: rows are written and forgotten in this order
  day smallint not null,
  -- the part of the code that nobody can guess
  secret text not null,
  message_id uuid not null,
  target text not null,
  -- the first time that a person opened it
  clicked timestamptz,
  primary key (account_id, day, secret)
) with (fillfactor = 90);
create index link_message on link (account_id, message_id);
call trunkline_tenant('link');

-- When a person first opened an address of the text, and whether it is the one by which its journey counts as a click.
alter table message add column clicked timestamptz;
alter table message add column click_counts boolean;
alter table batch_count add column clicks bigint not null default 0;

-- The figures of texts in reports, now with clicks; see 0031.
do $migration$
declare
  dims constant text := 'account_id, quarter, campaign_id, template_id, number, carrier, node';
  columns constant text[] := '{sent,delivered,failed,replies,opt_outs,clicks,segments,cost_micros}';
  rows constant text :=
    'select account_id, trunkline_quarter(message_id) quarter, campaign_id, template_id,
       case direction when ''out'' then from_number else to_number end as number, carrier, node,
       ((direction = ''out'' and state = ''accepted'') is true)::int as sent,
       ((direction = ''out'' and receipt in (''delivered'', ''read'')) is true)::int as delivered,
       ((direction = ''out'' and (state in (''rejected'', ''blocked'') or receipt in (''undelivered'', ''expired''))) is true)::int as failed,
       ((counts_as = ''reply'') is true)::int as replies, ((counts_as = ''opt_out'') is true)::int as opt_outs,
       (click_counts is true)::int as clicks,
       case when direction = ''out'' and state = ''accepted'' then segments else 0 end as segments,
       case when direction = ''out'' and state = ''accepted'' then cost_micros else 0 end as cost_micros
     from %s r where state in (''accepted'', ''rejected'', ''blocked'') or receipt is not null or counts_as is not null or click_counts';
  figures text;
begin
  select string_agg(c, ', ') into figures from unnest(columns) c;
  execute format('create or replace function trunkline_report_message_insert() returns trigger language plpgsql as $f$ begin
      insert into report_change (%1$s, %2$s) select %1$s, %3$s from (%4$s) f group by %1$s; return null; end $f$',
    dims, figures, (select string_agg(format('sum(%I)', c), ', ') from unnest(columns) c), format(rows, 'new_rows'));
  execute format('create or replace function trunkline_report_message_update() returns trigger language plpgsql as $f$ begin
      insert into report_change (%1$s, %2$s)
        select %1$s, %3$s from (select 1 as sign, n.* from (%4$s) n union all select -1, o.* from (%5$s) o) f
        group by %1$s having (%6$s); return null; end $f$',
    dims, figures, (select string_agg(format('sum(sign * %I)', c), ', ') from unnest(columns) c),
    format(rows, 'new_rows'), format(rows, 'old_rows'),
    (select string_agg(format('sum(sign * %I) <> 0', c), ' or ') from unnest(columns) c));
end $migration$;
