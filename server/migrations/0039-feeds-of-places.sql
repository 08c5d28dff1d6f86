-- What programs fetch or listen to by themselves: a feed of alerts for each place, and the state of all of them by MQTT.

create table cap_feeds (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  organization_location_id bigint not null references organization_locations (id) on delete cascade,
  -- Of the key in the address, which is told once.
  key_hash text not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz
);

create index cap_feeds_customer on cap_feeds (customer_id);

-- One for each customer: whoever has it may listen, and never speak.
create table home_assistant_keys (
  id bigint generated always as identity primary key,
  customer_id bigint not null unique references customers (id),
  key_hash text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
