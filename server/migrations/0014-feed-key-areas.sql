-- A key's coverage proves All Clear in its own area alone, and for as long as its own source may be silent.
-- Until now every key spoke for the continental United States, with one limit and one position error for all.

alter table feed_keys
  add column area jsonb not null default '{"kind": "continental-us"}'
    check (coalesce(area ->> 'kind', '') in ('continental-us', 'world', 'box')),
  add column stale_after_seconds integer not null default 20 check (stale_after_seconds between 5 and 300),
  add column position_error_miles double precision not null default 0.3
    check (position_error_miles between 0 and 30),
  add column license text check (license <> '');

alter table feed_keys
  alter column area drop default,
  alter column stale_after_seconds drop default,
  alter column position_error_miles drop default;
