-- Customers' own instruments of any make: who may send in their name, where they stand, and what they last sent.
create table instruments (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  make text not null,
  name text not null,
  latitude double precision not null,
  longitude double precision not null,
  time_zone text not null,
  elevation_feet double precision,
  organization_location_id bigint references organization_locations on delete set null,
  -- Its readings are those of this weather station; null if it measures only lightning.
  station_id bigint references stations,
  -- What its sender gives with every message, and the hash of the key beside it.
  sender_id text not null unique,
  key_hash text not null unique,
  key_changed_at timestamptz not null,
  address text,
  serial text,
  sealed_api_key text,
  wind_height_feet double precision,
  raises_delays boolean not null default true,
  calibration jsonb not null default '[]',
  mapping jsonb not null default '[]',
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index instruments_customer on instruments (customer_id, id);
-- A unit that broadcasts only its serial number belongs to one customer.
create unique index instruments_serial on instruments (make, serial) where serial is not null;
create trigger instruments_version before update on instruments for each row execute function count_version();

-- What an instrument last sent, written together for all that sent meanwhile.
create table instrument_reports (
  instrument_id bigint primary key references instruments on delete cascade,
  first_heard_at timestamptz,
  heard_at timestamptz,
  received jsonb,
  health jsonb,
  lightning jsonb,
  -- By its own account, or as observed.
  interval_seconds double precision,
  -- What the next message is compared with: the gauge's last total, values that do not change.
  memory jsonb,
  refused_at timestamptz,
  refused_because text
);

-- How many messages an instrument sent on a day in its calendar, and how many are missing by its own interval.
create table instrument_days (
  instrument_id bigint not null references instruments on delete cascade,
  day date not null,
  messages integer not null,
  missed integer not null,
  primary key (instrument_id, day)
);

-- Strikes that only one customer's rings count: its own sensors and networks report them. They share the order of the
-- strike log. A version before this one does not read them.
create table customer_strikes (
  position bigint not null default nextval('lightning_positions'),
  customer_id bigint not null references customers on delete cascade,
  source text not null,
  id text not null,
  reported_at timestamptz not null,
  at timestamptz not null,
  latitude double precision not null,
  longitude double precision not null,
  -- The strike was this far from the point, in an unknown direction; null if it was at the point.
  circle_miles double precision,
  position_error_miles double precision not null,
  amp double precision,
  type smallint not null,
  received_at timestamptz not null,
  clamped boolean not null,
  primary key (source, id, reported_at)
);
create index customer_strikes_position on customer_strikes (position);
create index customer_strikes_at on customer_strikes (customer_id, at);
