-- Devices in the field: sirens, weather stations, relay and public-address units.

create table devices (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  -- Its MQTT user name, which its topics bear.
  device text not null unique,
  model text not null check (model in ('OWS', 'WXS', 'OWX', 'RELAY', 'PA')),
  name text not null,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  time_zone text not null,
  ip_address text not null default '',
  organization_location_id bigint,
  -- The siren or station that a relay or public-address unit belongs to.
  unit_id bigint,
  station_id bigint references stations (id),
  after_siren_pa_id bigint,
  default_play_count smallint not null default 1 check (default_play_count between 1 and 5),
  enabled boolean not null default true,
  siren_enabled boolean not null default true,
  sealed_key text not null,
  key_changed_at timestamptz not null,
  -- One in a box: simulated weather sounds no other, and no other weather sounds it.
  is_simulated boolean not null default false,
  -- The counter of the last command: it only ever rises.
  command_counter bigint not null default 0,
  -- What it last said of itself.
  is_online boolean not null default false,
  heard_at timestamptz,
  voltage real,
  firmware text,
  doing text not null default 'nothing',
  is_test boolean not null default false,
  lit_for text,
  disbelieved integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (customer_id, id),
  foreign key (customer_id, organization_location_id) references organization_locations (customer_id, id),
  foreign key (customer_id, unit_id) references devices (customer_id, id) on delete cascade,
  foreign key (customer_id, after_siren_pa_id) references devices (customer_id, id)
);

create unique index devices_address on devices (customer_id, ip_address) where ip_address <> '';
-- The public asks for a siren by its name without blanks.
create unique index devices_public_name on devices (customer_id, lower(regexp_replace(name, '\s', '', 'g')))
  where model in ('OWS', 'OWX');

create table sirens (
  device_id bigint primary key,
  customer_id bigint not null,
  radius_miles double precision not null check (radius_miles > 0 and radius_miles <= 50),
  all_clear_minutes integer not null check (all_clear_minutes > 0),
  duration smallint not null,
  frequency smallint not null,
  all_clear_duration smallint not null,
  all_clear_frequency smallint not null,
  post_warn_message text not null default '',
  post_all_clear_message text not null default '',
  version integer not null default 1,
  foreign key (customer_id, device_id) references devices (customer_id, id) on delete cascade
);

create trigger sirens_version before update on sirens for each row execute function count_version();

-- When it may sound, by the clocks of the place.
create table siren_alert_times (
  customer_id bigint not null,
  device_id bigint not null references sirens (device_id) on delete cascade,
  day smallint not null check (day between 0 and 6),
  start_time time not null,
  end_time time not null,
  all_day boolean not null,
  enabled boolean not null,
  primary key (device_id, day)
);

create table relays (
  id bigint generated always as identity primary key,
  customer_id bigint not null,
  device_id bigint not null,
  name text not null,
  -- The type of policy whose warnings switch it.
  policy_type text,
  -- As it last said.
  toggled boolean,
  -- Set by hand, against what the automation wanted then.
  manual boolean,
  manual_against boolean,
  unique (device_id, name),
  foreign key (customer_id, device_id) references devices (customer_id, id) on delete cascade
);

-- A danger that a siren is to tell of, from its first strike to its end.
create table siren_alarms (
  id bigint generated always as identity primary key,
  customer_id bigint not null,
  device_id bigint not null,
  simulated boolean not null,
  opened_at timestamptz not null,
  because text not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  is_all_clear boolean,
  ended_because text,
  foreign key (customer_id, device_id) references devices (customer_id, id) on delete cascade
);

create unique index siren_alarms_open on siren_alarms (device_id) where ended_at is null;
create index siren_alarms_newest on siren_alarms (device_id, id desc);

-- What devices were told to do, and what they said to that. Written before it is sent, and kept as evidence.
create table device_commands (
  id uuid primary key,
  customer_id bigint not null,
  device_id bigint not null,
  counter bigint not null,
  act jsonb not null,
  is_test boolean not null,
  because text not null,
  user_id uuid,
  alarm_id bigint references siren_alarms (id) on delete cascade,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  state text not null default 'waiting'
    check (state in ('waiting', 'started', 'finished', 'stopped', 'refused', 'unconfirmed')),
  answered_at timestamptz,
  refusal text,
  unique (device_id, counter),
  foreign key (customer_id, device_id) references devices (customer_id, id) on delete cascade
);

create index device_commands_waiting on device_commands (expires_at) where state = 'waiting';
create index device_commands_alarm on device_commands (alarm_id) where alarm_id is not null;
create index device_commands_newest on device_commands (device_id, issued_at desc);

create table stored_messages (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  title text not null,
  message text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create unique index stored_messages_title on stored_messages (customer_id, lower(title));
create trigger stored_messages_version before update on stored_messages for each row execute function count_version();

-- Spoken texts as sound files, each once.
create table recordings (
  text_hash text primary key,
  sha256 text not null unique,
  wav bytea not null,
  created_at timestamptz not null
);
