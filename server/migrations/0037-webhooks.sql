-- What happens at the places of an organization, told to programs of its own.

-- One row for each word about a place: of all words about a topic ('lightning', 'policy WIND', 'advisory ...') only the
-- newest counts. Kept for customers to whom somebody listens.
create table place_events (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  -- The place may be gone by now.
  organization_location_id bigint not null,
  topic text not null,
  -- Two processes that say the next word at once cannot both be right.
  sequence integer not null,
  type text not null check (type in ('DELAY', 'ALL_CLEAR', 'WARNING', 'CLEAR', 'ADVISORY', 'UNKNOWN')),
  -- Where a watch begins: known, and told to nobody.
  is_baseline boolean not null default false,
  at timestamptz not null,
  -- When it is over by itself; null until the next word.
  holds_until timestamptz,
  because text not null,
  details jsonb not null,
  simulated boolean not null,
  -- The fact that brought it about; null where time alone did.
  fact bigint,
  unique (organization_location_id, topic, sequence)
);

create unique index place_events_fact on place_events (organization_location_id, topic, fact) where fact is not null;
create index place_events_customer on place_events (customer_id, id);
create index place_events_at on place_events (at);

create table webhook_endpoints (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  name text not null,
  url text not null,
  events text[] not null,
  -- Null: every place of the organization.
  organization_location_ids bigint[],
  sealed_secret text not null,
  -- For a day after a rotation both secrets sign.
  previous_sealed_secret text,
  previous_until timestamptz,
  -- 'paused' after days of failure, 'gone' after the receiver said so.
  state text not null default 'on' check (state in ('on', 'off', 'paused', 'gone')),
  state_because text,
  failing_since timestamptz,
  failures integer not null default 0,
  last_success_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);

create index webhook_endpoints_customer on webhook_endpoints (customer_id);

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  endpoint_id bigint not null references webhook_endpoints (id) on delete cascade,
  -- Null for a test.
  event_id bigint references place_events (id) on delete cascade,
  kind text not null check (kind in ('event', 'test', 'replay')),
  -- The header webhook-id: the same however often it is sent.
  message_id text not null,
  type text not null,
  organization_location_id bigint,
  topic text,
  state text not null default 'waiting' check (state in
    ('waiting', 'delivered', 'failed', 'superseded', 'expired')),
  attempts integer not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  settled_at timestamptz,
  last_status integer,
  last_error text,
  leased_until timestamptz,
  leased_by bigint
);

create unique index webhook_deliveries_once on webhook_deliveries (endpoint_id, event_id) where kind = 'event';
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, next_attempt_at) where state = 'waiting';
create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_event on webhook_deliveries (event_id);
create index webhook_deliveries_created on webhook_deliveries (created_at);
