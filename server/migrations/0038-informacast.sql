-- The connection of an organization to Singlewire InformaCast, and what is triggered there.

create table informacast_connections (
  id bigint generated always as identity primary key,
  customer_id bigint not null unique references customers (id),
  sealed_token text not null,
  -- Of the provider in a box: nobody is reached by it.
  simulated boolean not null,
  verified_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table scenario_mappings (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  connection_id bigint not null references informacast_connections (id) on delete cascade,
  organization_location_id bigint not null references organization_locations (id) on delete cascade,
  user_group_id bigint not null references user_groups (id) on delete cascade,
  singlewire_site_id text not null,
  singlewire_site_name text not null,
  singlewire_scenario_id text not null,
  singlewire_scenario_name text not null,
  created_at timestamptz not null,
  unique (organization_location_id, user_group_id, singlewire_site_id, singlewire_scenario_id)
);

create index scenario_mappings_customer on scenario_mappings (customer_id);

-- One row for each occasion: from the first warning of a kind at the place until the last one has ended.
create table scenario_firings (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  -- The trigger may be deleted by now; what it did stays.
  mapping_id bigint not null,
  policy_type text not null,
  -- The fact that set it off.
  fact bigint not null,
  location_name text not null,
  group_name text not null,
  site_id text not null,
  site_name text not null,
  scenario_id text not null,
  scenario_name text not null,
  because text not null,
  simulated boolean not null,
  -- 'unknown': it may have gone out, and nobody knows.
  state text not null default 'pending' check (state in
    ('pending', 'delivering', 'delivered', 'failed', 'expired', 'unknown')),
  attempts integer not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  expires_at timestamptz not null,
  settled_at timestamptz,
  last_error text,
  provider_ref text,
  leased_by bigint,
  occasion_ended_at timestamptz,
  unique (mapping_id, policy_type, fact)
);

-- Whichever process finds it first: one occasion is fired once.
create unique index scenario_firings_occasion on scenario_firings (mapping_id, policy_type)
  where occasion_ended_at is null;
create index scenario_firings_customer on scenario_firings (customer_id, id);
create index scenario_firings_open on scenario_firings (next_attempt_at) where state in ('pending', 'delivering');
