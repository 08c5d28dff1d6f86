-- Forecasts, alerts of the weather service and messages of meteorologists, as last heard.

create table forecasts (
  -- The grid point that the places around it share.
  point text primary key,
  issued_at timestamptz not null,
  heard_at timestamptz not null,
  forecast jsonb not null
);

create table advisories (
  source text not null,
  id text not null,
  advisory jsonb not null,
  heard_at timestamptz not null,
  -- When the source listed it no more, or it ran out.
  ended_at timestamptz,
  primary key (source, id)
);

create index advisories_standing on advisories (source) where ended_at is null;

-- When each source was last heard, whether or not it had anything to say.
create table advisory_lists (
  source text primary key,
  heard_at timestamptz not null
);

create table proactive_forecasts (
  source text not null,
  id text not null,
  forecast jsonb not null,
  expires_at timestamptz not null,
  primary key (source, id)
);
