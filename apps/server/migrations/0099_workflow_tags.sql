-- Tags by which users group and filter workflows in the list.
alter table campaign add column tags text[] not null default '{}';
alter table route add column tags text[] not null default '{}';
