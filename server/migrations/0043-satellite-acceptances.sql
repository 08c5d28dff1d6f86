-- A satellite misses flashes: that it sees none proves All Clear only at places for which an administrator has accepted
-- that, in words that are kept here. For a location of the organization it holds for everything that stands there.
create table satellite_acceptances (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  location_id bigint unique references locations on delete cascade,
  organization_location_id bigint unique references organization_locations on delete cascade,
  accepted_by_id text not null,
  accepted_by text not null,
  accepted_at timestamptz not null,
  words text not null,
  -- Where the place was then: for one that is moved, nobody has accepted anything.
  latitude double precision not null,
  longitude double precision not null,
  check (num_nonnulls(location_id, organization_location_id) = 1)
);
