-- Weather widgets on other people's sites, and pages of sirens for everybody.

create table widgets (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  -- In its address. Nobody guesses it, and it says nothing about how many there are.
  key text not null unique,
  name text not null,
  organization_location_id bigint not null,
  theme smallint not null check (theme in (0, 1)),
  type smallint not null check (type in (0, 1, 2)),
  primary_condition smallint not null,
  conditions smallint[] not null default '{}' check (cardinality(conditions) <= 4),
  forecasts jsonb not null default '[]',
  -- A group that a widget goes by cannot be deleted.
  user_group_id bigint not null,
  header_message text,
  header_message_expires_at timestamptz,
  station_id bigint references stations (id) on delete set null,
  primary_threshold double precision,
  -- Pixels; null is as wide as there is room.
  width integer check (width >= 300),
  allowed_sites text[] not null default '{}',
  creator_id uuid references users (id) on delete set null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (customer_id, id),
  foreign key (customer_id, organization_location_id) references organization_locations (customer_id, id),
  foreign key (customer_id, user_group_id) references user_groups (customer_id, id)
);

create index widgets_customer on widgets (customer_id, lower(name));
create index widgets_user_group on widgets (user_group_id);
create index widgets_organization_location on widgets (organization_location_id);
create trigger widgets_version before update on widgets for each row execute function count_version();

-- Who has sent embed codes, so that nobody sends too many.
create table widget_shares (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  widget_id bigint references widgets (id) on delete set null,
  user_id uuid not null references users (id) on delete cascade,
  recipient text not null,
  created_at timestamptz not null
);

create index widget_shares_user on widget_shares (user_id, created_at);

-- Whether everybody may see what a siren knows.
alter table sirens add column is_page_public boolean not null default false;

-- A customer as public addresses name it: without blanks, in lower case. Of those that were equal so far the oldest has it.
alter table customers add column public_name text;
update customers set public_name = lower(regexp_replace(name, '\s', '', 'g'))
  where not exists (
    select from customers as older
    where older.id < customers.id
      and lower(regexp_replace(older.name, '\s', '', 'g')) = lower(regexp_replace(customers.name, '\s', '', 'g'))
  );
create unique index customers_public_name on customers (public_name);
