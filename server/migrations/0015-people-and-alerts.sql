-- Who is told of what, when and how.

alter table users
  add column email_notifications boolean not null default true,
  -- Text messages. A full user without them is told by push.
  add column sms_notifications boolean not null default false,
  add column opt_out_forecast boolean not null default false,
  add column precipitation_notification boolean not null default true,
  add column severe_weather_notification boolean not null default true,
  add column proactive_forecast_notification boolean not null default true,
  add column alert_times_enabled boolean not null default true,
  add column geofence_alerts_enabled boolean not null default false,
  -- When they asked, by the link in a message, for no more alerts by e-mail.
  add column email_unsubscribed_at timestamptz;

-- A day's alert times, by the clocks of whoever is told. An end that is not after the start is the next day's.
create table group_alert_times (
  customer_id bigint not null,
  user_group_id bigint not null,
  day smallint not null check (day between 0 and 6),
  start_time time not null,
  end_time time not null,
  all_day boolean not null,
  enabled boolean not null,
  primary key (user_group_id, day),
  foreign key (customer_id, user_group_id) references user_groups (customer_id, id) on delete cascade
);

insert into group_alert_times
select customer_id, id, day, '05:00', '23:00', false, true from user_groups, generate_series(0, 6) as day;

-- Those of people who have their own; everybody else has their group's.
create table user_alert_times (
  customer_id bigint not null,
  user_id uuid not null,
  day smallint not null check (day between 0 and 6),
  start_time time not null,
  end_time time not null,
  all_day boolean not null,
  enabled boolean not null,
  primary key (user_id, day),
  foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
);

-- Where people were last, if they agreed to tell.
create table user_positions (
  customer_id bigint not null,
  user_id uuid primary key,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  at timestamptz not null,
  foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
);

create table push_subscriptions (
  id bigint generated always as identity primary key,
  customer_id bigint not null,
  user_id uuid not null,
  endpoint text not null unique,
  sealed_keys text not null,
  created_at timestamptz not null,
  foreign key (customer_id, user_id) references users (customer_id, id) on delete cascade
);

create index push_subscriptions_user on push_subscriptions (user_id);

-- The standard that a policy was made from, if any.
alter table policies add column standard text;

-- What one person was told, or why not. The person may be gone by now.
create table notifications (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  user_id uuid not null,
  -- What it is about ('delay 12'), what happened to it, and which time it is told. Of all events of one topic only the
  -- newest counts ('lightning 7 1': the first ring of location 7).
  event text not null,
  topic text not null,
  kind text not null,
  round integer not null default 0,
  event_type text not null,
  location_id bigint,
  location_label text,
  message text not null,
  correlation_id text,
  told boolean not null,
  because text not null,
  simulated boolean not null,
  created_at timestamptz not null,
  unique (user_id, event, kind, round)
);

create index notifications_of_person on notifications (user_id, id);
create index notifications_of_event on notifications (event);
create index notifications_of_topic on notifications (topic);
create index notifications_created on notifications (created_at);

alter table outbox drop constraint outbox_channel_check;
alter table outbox drop constraint outbox_state_check;
alter table outbox
  add constraint outbox_channel_check check (channel in ('email', 'sms', 'push')),
  add constraint outbox_state_check check (state in
    ('waiting', 'sent', 'kept', 'expired', 'failed', 'superseded', 'delivered', 'undelivered')),
  add column user_id uuid,
  add column notification_id bigint references notifications (id) on delete cascade,
  -- Whom an answer goes to.
  add column reply_to text,
  -- Where a click leads, and how it looks: danger, clear or info.
  add column link text,
  add column tone text not null default 'info',
  -- What the provider calls it, and what it said last.
  add column provider_ref text,
  add column provider_answer text;

create index outbox_notification on outbox (notification_id) where notification_id is not null;
create index outbox_provider_ref on outbox (provider_ref) where provider_ref is not null;

-- Keys of the house that are made once, such as the one that browsers subscribe to push messages with.
create table house_keys (
  name text primary key,
  sealed text not null,
  created_at timestamptz not null
);

create table mass_messages (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  -- Given by whoever sends: the same key again is the same message.
  key uuid not null,
  sender_id uuid not null,
  sender text not null,
  message text not null,
  -- 1 text message, 2 e-mail, 3 both.
  channel smallint not null check (channel between 1 and 3),
  -- People and user groups as they were chosen, to write to them again.
  chosen text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (customer_id, key)
);

create index mass_messages_customer on mass_messages (customer_id, id);

create table consultations (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  user_id uuid not null,
  message text not null,
  preferred_contact text not null check (preferred_contact in ('email', 'phone', 'text')),
  email text,
  phone text,
  copied_emails text[] not null default '{}',
  created_at timestamptz not null
);
