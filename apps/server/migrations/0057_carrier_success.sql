-- When the carrier last took a text: what failed since says little without it.
alter table carrier_health add column success_at timestamptz;
