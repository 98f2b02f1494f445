-- A brand's day as a report shows it: the carrier's cap of that day, and segments that had to wait for the next one.
alter table brand_day add column cap int, add column held int not null default 0;
