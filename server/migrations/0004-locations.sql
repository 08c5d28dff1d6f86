-- Locations of people, and those that their customers define.

alter table users add unique (customer_id, id);

create table organization_locations (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  name text not null,
  address text not null default '',
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  risk_profile_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (customer_id, id)
);

create table organization_location_sites (
  id bigint generated always as identity primary key,
  customer_id bigint not null,
  organization_location_id bigint not null,
  user_group_id bigint not null,
  created_at timestamptz not null,
  unique (organization_location_id, user_group_id),
  foreign key (customer_id, organization_location_id)
    references organization_locations (customer_id, id) on delete cascade,
  foreign key (customer_id, user_group_id) references user_groups (customer_id, id)
);

create table locations (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  -- A person who goes does not take their locations along unseen: whoever deletes the person deletes these first.
  user_id uuid not null,
  organization_location_id bigint,
  label text not null,
  address text not null default '',
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  -- Miles; 0 is a ring that is off.
  radius1 double precision not null check (radius1 > 0 and radius1 <= 50),
  radius2 double precision not null check (radius2 between 0 and 50),
  radius3 double precision not null check (radius3 between 0 and 50),
  radius4 double precision not null check (radius4 between 0 and 50),
  all_clear_minutes integer not null check (all_clear_minutes > 0),
  flags integer not null,
  forecast_location boolean not null,
  -- Given by the customer: its person may neither rename nor delete it.
  is_given boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (customer_id, id),
  foreign key (customer_id, user_id) references users (customer_id, id),
  foreign key (customer_id, organization_location_id) references organization_locations (customer_id, id)
);

create index locations_user on locations (user_id, id);
create unique index locations_stand_for on locations (user_id, organization_location_id)
  where organization_location_id is not null;
create index locations_organization_location on locations (organization_location_id)
  where organization_location_id is not null;
create unique index locations_forecast on locations (user_id) where forecast_location;
