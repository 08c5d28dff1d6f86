-- A sensor that was restarted may count from one again: the same id at another time or place is another strike. What
-- the source said of the time is kept beside the time that counts, so that a strike that is sent again is found again.
alter table strikes add column reported_at timestamptz;
update strikes set reported_at = at;
alter table strikes alter column reported_at set not null;

alter table strikes drop constraint strikes_pkey;
alter table strikes add primary key (source, id, reported_at, latitude, longitude, position_error_miles);
