-- What public sources need to remember across restarts, and across the processes that take turns asking them: cursors,
-- shapes of zones, which office forecasts for a place.
create table feed_memory (
  source text not null,
  key text not null,
  value jsonb not null,
  kept_until timestamptz not null,
  primary key (source, key)
);
create index feed_memory_kept_until on feed_memory (kept_until);

-- Sources that an administrator has paused: nothing is asked of them until they are resumed.
create table feed_pauses (
  source text primary key,
  paused_by text not null,
  paused_at timestamptz not null
);
