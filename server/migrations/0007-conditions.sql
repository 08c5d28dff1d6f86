-- Stations, their readings and their history.

create table stations (
  id bigint generated always as identity primary key,
  source text not null,
  source_id text not null,
  network text not null check (network in ('station', 'metar')),
  -- Airports are everybody's.
  customer_id bigint references customers (id) check (network = 'station' or customer_id is null),
  name text not null,
  latitude double precision not null,
  longitude double precision not null,
  elevation_feet real,
  time_zone text not null,
  image_url text,
  -- Up to when the source was asked for the station's past, and how far it has told it.
  past_wanted_to timestamptz,
  past_told_through timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (source, source_id)
);

create index stations_customer on stations (customer_id);

-- What was measured up to an instant; what was not is null. A reading is never changed by another of the same time.
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
  primary key (station_id, at)
);

create index station_readings_at on station_readings (at);

-- Of the customers' own stations: the hour that begins at an instant.
create table station_hours (
  station_id bigint not null references stations (id) on delete cascade,
  start_at timestamptz not null,
  mean_temperature_f real,
  min_temperature_f real,
  max_temperature_f real,
  mean_humidity_percent real,
  min_humidity_percent real,
  max_humidity_percent real,
  mean_wind_mph real,
  max_wind_mph real,
  max_gust_mph real,
  mean_station_pressure_hpa real,
  mean_solar_watts_per_m2 real,
  rain_inches real,
  max_wbgt_f real,
  mean_feels_like_f real,
  primary key (station_id, start_at)
);

-- The same by days of the station's own calendar.
create table station_days (
  station_id bigint not null references stations (id) on delete cascade,
  day date not null,
  mean_temperature_f real,
  min_temperature_f real,
  max_temperature_f real,
  mean_humidity_percent real,
  min_humidity_percent real,
  max_humidity_percent real,
  mean_wind_mph real,
  max_wind_mph real,
  max_gust_mph real,
  mean_station_pressure_hpa real,
  mean_solar_watts_per_m2 real,
  rain_inches real,
  max_wbgt_f real,
  mean_feels_like_f real,
  primary key (station_id, day)
);
