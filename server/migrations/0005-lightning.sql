-- Strikes and coverage as the feeds told them, and what followed from them.

create table strikes (
  source text not null,
  id text not null,
  at timestamptz not null,
  latitude double precision not null,
  longitude double precision not null,
  amp real,
  type smallint not null,
  position_error_miles real not null,
  received_at timestamptz not null,
  -- Its own time lay in the future, so the time when it came counts.
  clamped boolean not null,
  primary key (source, id)
);

create index strikes_at on strikes (at);

-- Spans for which a source has proven that it delivered all it knew of; they neither overlap nor touch.
create table coverage_spans (
  source text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  primary key (source, from_at)
);

-- Other sources that may send strikes; only the hash of a key is kept.
create table feed_keys (
  id bigint generated always as identity primary key,
  name text not null,
  key_hash text not null unique,
  proves_absence boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);

-- One row for each delay of a ring. The location may be gone by now: its label is kept here.
create table delays (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  user_id uuid not null,
  location_id bigint not null,
  location_label text not null,
  ring smallint not null check (ring between 1 and 4),
  radius_miles real not null,
  all_clear_minutes smallint not null,
  opened_at timestamptz not null,
  -- Never moves back while the delay runs, also across restarts.
  ends_at timestamptz not null,
  closed_at timestamptz,
  strikes integer not null default 0
);

create unique index delays_open on delays (location_id, ring) where closed_at is null;
create index delays_location on delays (customer_id, location_id, id);

-- What a delay rests on, each entry chained to the one before it.
create table delay_evidence (
  delay_id bigint not null references delays (id) on delete cascade,
  number integer not null,
  at timestamptz not null,
  kind text not null,
  facts jsonb not null,
  previous_hash text not null,
  hash text not null,
  primary key (delay_id, number)
);
