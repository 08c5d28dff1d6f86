-- Weather policies of customers, and the warnings that came of them.

create table policies (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  type text not null,
  threshold double precision not null,
  all_clear_minutes integer not null check (all_clear_minutes > 0),
  re_alert_minutes integer not null default 10 check (re_alert_minutes > 0),
  -- For every user group of the customer, those to come included. Otherwise the groups are listed below; a policy
  -- without any counts for nobody.
  all_groups boolean not null,
  notification_actions jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (customer_id, id)
);

create table policy_groups (
  customer_id bigint not null,
  policy_id bigint not null,
  user_group_id bigint not null,
  primary key (policy_id, user_group_id),
  foreign key (customer_id, policy_id) references policies (customer_id, id) on delete cascade,
  foreign key (customer_id, user_group_id) references user_groups (customer_id, id) on delete cascade
);

-- One row for each warning of a location. Location and policy may be gone by now: their names are kept here.
create table warnings (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  user_id uuid not null,
  location_id bigint not null,
  location_label text not null,
  policy_id bigint not null,
  policy_type text not null,
  threshold double precision not null,
  all_clear_minutes integer not null,
  started_at timestamptz not null,
  last_alert_at timestamptz not null,
  looked_at timestamptz not null,
  value double precision not null,
  -- When the value left the breach, while that is being counted.
  left_at timestamptz,
  unsure text,
  ended_at timestamptz,
  end_because text
);

create unique index warnings_open on warnings (location_id, policy_type) where ended_at is null;
create index warnings_customer on warnings (customer_id, location_id, id);
