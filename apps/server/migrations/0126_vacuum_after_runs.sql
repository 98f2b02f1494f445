-- A run of 700 000 contacts vacuumed the table of journeys four times and analyzed it five times, and each time read all
-- that the run had changed. Pages make room by themselves while journeys move, because their updates are HOT; what is left
-- is one entry in each index for a journey that ends. The table is vacuumed when as many rows are dead as it has.
alter table journey set (autovacuum_vacuum_scale_factor = 1, autovacuum_analyze_scale_factor = 2);
