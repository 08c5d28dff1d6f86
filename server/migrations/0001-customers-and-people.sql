-- Customers, their user groups and their people.

create table customers (
  id bigint generated always as identity primary key,
  name text not null,
  status text not null default 'ACTIVE',
  company_type text not null default '',
  banner text,
  live_stream_minutes integer not null default 0,
  -- Permissions that the customer's people hold; the numbered feature flags are told from them.
  permissions text[] not null default '{}',
  created_at timestamptz not null
);

create table user_groups (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  name text not null,
  created_at timestamptz not null,
  unique (customer_id, id)
);

create unique index user_groups_name on user_groups (customer_id, lower(name));

create table users (
  id uuid primary key,
  customer_id bigint not null references customers (id),
  user_group_id bigint,
  user_name text not null,
  first_name text not null,
  last_name text not null default '',
  email text,
  phone_number text,
  role text not null,
  -- Permissions granted to this person alone, besides the customer's.
  permissions text[] not null default '{}',
  time_zone text not null default 'CST',
  is_active boolean not null default true,
  declines_notifications boolean not null default false,
  created_at timestamptz not null,
  activated_at timestamptz,
  foreign key (customer_id, user_group_id) references user_groups (customer_id, id)
);

create unique index users_user_name on users (lower(user_name));
create index users_customer on users (customer_id);
