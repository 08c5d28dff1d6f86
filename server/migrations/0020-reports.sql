-- Reports of past weather: asked for by people, built in the background by the keeper.

create table reports (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  requested_by uuid not null,
  requester text not null,
  name text not null,
  -- As it was asked for.
  request jsonb not null,
  -- Their ids, and their names of then, in the order of the request.
  stations jsonb not null,
  state text not null default 'Waiting' check (state in ('Waiting', 'Building', 'Ready', 'Failed')),
  progress smallint not null default 0,
  because text,
  requested_at timestamptz not null,
  -- Each beginning has a number, which its files bear: those of one that was broken off are never served.
  attempt integer not null default 0,
  failures integer not null default 0,
  began_at timestamptz,
  finished_at timestamptz,
  -- Until when the files are kept.
  files_until timestamptz,
  row_count integer,
  csv_parts integer,
  pdf_parts integer,
  -- A report that was deleted still counts for how many may be asked for in an hour.
  deleted_at timestamptz
);

-- One at a time for each person, however many requests arrive at once.
create unique index reports_unfinished on reports (requested_by)
  where state in ('Waiting', 'Building') and deleted_at is null;
create index reports_customer on reports (customer_id, requested_at);

create table report_recipients (
  report_id bigint not null references reports (id) on delete cascade,
  user_id uuid not null,
  -- As they were called then: people leave.
  name text not null,
  primary key (report_id, user_id)
);
create index report_recipients_user on report_recipients (user_id);

-- In parts, so that neither whoever builds nor whoever downloads holds a whole file.
create table report_files (
  report_id bigint not null references reports (id) on delete cascade,
  attempt integer not null,
  format text not null check (format in ('csv', 'pdf')),
  part integer not null,
  bytes bytea not null,
  primary key (report_id, attempt, format, part)
);
-- Packed already.
alter table report_files alter column bytes set storage external;

-- Hours of one sensor over years are read for reports.
create index air_readings_hour on air_readings (hour_at);
