-- Cameras that people of a customer watch live. What opens a camera is sealed, and never shown again.
create table cameras (
  id integer generated always as identity primary key,
  customer_id integer not null references customers (id),
  name text not null,
  kind text not null check (kind in ('rtsp', 'mjpeg', 'hls', 'simulated')),
  address text not null,
  user_name text,
  sealed_password text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index cameras_name on cameras (customer_id, lower(name));
create trigger cameras_version before update on cameras for each row execute function count_version();

-- How much of a month's allowance is used or promised to somebody who is watching.
create table camera_usage (
  customer_id integer not null references customers (id),
  month date not null,
  used_seconds integer not null default 0 check (used_seconds >= 0),
  primary key (customer_id, month)
);

-- One row for each time that somebody watched a camera: the camera logs. The names are those of that time, since
-- cameras and people go and the log stays.
create table camera_views (
  id bigint generated always as identity primary key,
  customer_id integer not null references customers (id),
  camera_id integer references cameras (id) on delete set null,
  camera_name text not null,
  user_id uuid references users (id) on delete set null,
  user_name text not null,
  started_at timestamptz not null,
  -- What it has been granted of the allowance; when it has ended, what it has used.
  seconds integer not null default 0,
  -- The month that the last slice was taken from.
  month date not null,
  -- Its process says so every few seconds. A process that died does not.
  alive_until timestamptz not null,
  ended_at timestamptz,
  because text
);
create index camera_views_of_month on camera_views (customer_id, started_at);
create index camera_views_live on camera_views (user_id) where ended_at is null;

-- Which process fetches the video of a camera, for all who watch it in any process, and until when it is wanted.
create table camera_streams (
  camera_id integer primary key references cameras (id) on delete cascade,
  customer_id integer not null references customers (id),
  wanted_until timestamptz not null,
  holder text,
  held_since timestamptz not null,
  held_until timestamptz not null,
  status text,
  next_sequence bigint not null default 0
);

-- The last minute of video. Worth nothing after a crash.
create unlogged table camera_segments (
  camera_id integer not null references cameras (id) on delete cascade,
  customer_id integer not null,
  sequence bigint not null,
  seconds real not null,
  starts_anew boolean not null,
  bytes bytea not null,
  made_at timestamptz not null,
  primary key (camera_id, sequence)
);
