-- Days that do not begin on an hour of UTC were made from hours of UTC, and had half an hour of their neighbor. They are
-- made anew from their quarters, as far as those are kept: one quarter of each day says that the day is due.
insert into station_summaries_due (station_id, start_at)
select station_id, min(start_at)
from station_quarters join stations on stations.id = station_id
where exists (
  select from generate_series(date '2026-01-01', date '2026-12-01', interval '1 month') month
  where extract(minute from month::timestamp at time zone time_zone at time zone 'UTC') <> 0)
group by station_id, (start_at at time zone time_zone)::date;
