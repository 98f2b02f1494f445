-- While a run of a million was under way, a seventh of the processor's time went into vacuuming and analyzing these tables
-- again every ten seconds. Most updates of a journey are HOT and leave no entry in an index behind, and what changes in a
-- journey or comes to a history says nothing new about its columns.
alter table journey reset (autovacuum_vacuum_scale_factor);
alter table journey set (autovacuum_analyze_scale_factor = 0.5);

do $$
declare
  one record;
begin
  for one in select inhrelid::regclass as partition from pg_inherits where inhparent in ('step'::regclass, 'message'::regclass) loop
    execute format('alter table %s set (autovacuum_analyze_scale_factor = 0.5)', one.partition);
  end loop;
end $$;
