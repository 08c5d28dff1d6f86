-- What the camera of a station saw last.
create table station_images (
  station_id bigint primary key references stations (id) on delete cascade,
  taken_at timestamptz not null,
  jpeg bytea not null
);
