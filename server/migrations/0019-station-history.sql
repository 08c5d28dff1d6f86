-- The history of thousands of stations: readings by month, summaries by quarters of an hour, hours and days.

-- Whether a station's page is open to people who are not signed in.
alter table stations add column is_public boolean not null default false;

-- Adds the part of a table that holds one month (UTC), unless it is there. Made apart and attached, so that whoever reads
-- the table meanwhile is not waited for.
create function add_month(parent text, month date) returns void language plpgsql as $$
declare
  part text := parent || to_char(month, '_YYYY_MM');
  first timestamptz := date_trunc('month', month)::timestamp at time zone 'UTC';
  next timestamptz := (date_trunc('month', month) + interval '1 month')::timestamp at time zone 'UTC';
begin
  if to_regclass(part) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtext(part));
  if to_regclass(part) is not null then return; end if;
  execute format('create table %I (like %I including all)', part, parent);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, first, next);
end $$;

-- A reading that comes again with other values is a correction, and replaces the first.
alter table station_readings rename to station_readings_before;
alter table station_readings_before rename constraint station_readings_pkey to station_readings_before_pkey;
drop index station_readings_at;
create table station_readings (
  station_id bigint not null references stations (id) on delete cascade,
  at timestamptz not null,
  temperature_f real,
  humidity_percent real,
  wind_mph real,
  gust_mph real,
  wind_from_degrees real,
  station_pressure_hpa real,
  solar_watts_per_m2 real,
  cloud_fraction real,
  rain_inches_per_hour real,
  rain_today_inches real,
  visibility_miles real,
  weather_code text,
  -- Worked out when it came in: too much work to be done again for each chart.
  feels_like_f real,
  wbgt_f real,
  heat_index_f real,
  wind_chill_f real,
  primary key (station_id, at)
) partition by range (at);
create index station_readings_at on station_readings (at);

select add_month('station_readings', month::date)
from (select distinct date_trunc('month', at at time zone 'UTC') as month from station_readings_before) months;
insert into station_readings select * from station_readings_before;
drop table station_readings_before;

-- Of the customers' own stations: the quarter of an hour that begins at an instant. Means of an hour are those of its
-- quarters, and means of a day those of its hours, however often a station reports.
create table station_quarters (
  station_id bigint not null references stations (id) on delete cascade,
  start_at timestamptz not null,
  mean_temperature_f real,
  min_temperature_f real,
  max_temperature_f real,
  mean_humidity_percent real,
  min_humidity_percent real,
  max_humidity_percent real,
  mean_wind_mph real,
  min_wind_mph real,
  max_wind_mph real,
  max_gust_mph real,
  mean_station_pressure_hpa real,
  mean_solar_watts_per_m2 real,
  rain_inches real,
  -- What the gauge rose by while the station was silent for more than an hour: it counts for the day, and for no hour of it.
  rain_unplaced_inches real,
  mean_feels_like_f real,
  min_feels_like_f real,
  max_feels_like_f real,
  mean_heat_index_f real,
  max_heat_index_f real,
  mean_wind_chill_f real,
  min_wind_chill_f real,
  mean_wbgt_f real,
  max_wbgt_f real,
  primary key (station_id, start_at)
) partition by range (start_at);

alter table station_hours
  add column min_wind_mph real,
  add column rain_unplaced_inches real,
  add column min_feels_like_f real,
  add column max_feels_like_f real,
  add column mean_heat_index_f real,
  add column max_heat_index_f real,
  add column mean_wind_chill_f real,
  add column min_wind_chill_f real,
  add column mean_wbgt_f real,
  -- As radar corrects it; null where nobody did.
  add column corrected_rain_inches real;

alter table station_days
  add column min_wind_mph real,
  add column rain_unplaced_inches real,
  add column min_feels_like_f real,
  add column max_feels_like_f real,
  add column mean_heat_index_f real,
  add column max_heat_index_f real,
  add column mean_wind_chill_f real,
  add column min_wind_chill_f real,
  add column mean_wbgt_f real,
  add column corrected_rain_inches real;

-- Rain since a station's midnight as radar corrects it, every hour.
create table station_corrected_rain (
  station_id bigint not null references stations (id) on delete cascade,
  through_at timestamptz not null,
  rain_today_inches real not null,
  primary key (station_id, through_at)
);

-- Quarters whose readings have changed since they were last summarized. Appended in the transaction of the readings; a
-- quarter may stand here more than once.
create table station_summaries_due (
  station_id bigint not null,
  start_at timestamptz not null
);

-- What struck near a station is looked up for its snapshots.
create index strikes_place on strikes (latitude, longitude);
