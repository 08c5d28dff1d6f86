-- Air sensors, and profiles of heat stress.

create table air_sensors (
  id bigint generated always as identity primary key,
  source text not null,
  source_id text not null,
  name text not null,
  latitude double precision not null,
  longitude double precision not null,
  measures text[] not null,
  unique (source, source_id)
);

-- Means of one hour.
create table air_readings (
  sensor_id bigint not null references air_sensors (id) on delete cascade,
  pollutant text not null,
  hour_at timestamptz not null,
  concentration double precision not null,
  primary key (sensor_id, pollutant, hour_at)
);

-- Profiles of customers; those without one are templates for everybody.
create table risk_profiles (
  id bigint generated always as identity primary key,
  customer_id bigint references customers (id),
  name text not null,
  risk_levels jsonb not null
);

create table work_rest_profiles (
  id bigint generated always as identity primary key,
  customer_id bigint references customers (id),
  name text not null,
  profile jsonb not null
);

create unique index risk_profile_templates on risk_profiles (name) where customer_id is null;
create unique index work_rest_profile_templates on work_rest_profiles (name) where customer_id is null;

alter table organization_locations
  add column work_rest_profile_id bigint references work_rest_profiles (id),
  add foreign key (risk_profile_id) references risk_profiles (id);
