-- For how many days a customer keeps what its people leave behind. Null is the usual time.
create table retention_choices (
  customer_id bigint primary key references customers on delete cascade,
  sign_in_days integer,
  alert_days integer,
  mass_message_days integer,
  question_days integer,
  report_days integer,
  camera_view_days integer,
  version integer not null default 1
);
create trigger retention_choices_version before update on retention_choices
  for each row execute function count_version();

-- Who has downloaded whose data within the last day, so that nobody does it too often. The audit log keeps it for good.
create table data_downloads (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  asker_id uuid not null references users on delete cascade,
  user_id uuid not null references users on delete cascade,
  at timestamptz not null
);
create index data_downloads_asker on data_downloads (asker_id, at);
create index data_downloads_user on data_downloads (user_id);
