-- More of what people edit counts its changes, as 0017 began it.
alter table organization_locations add column version integer not null default 1;
alter table customers add column version integer not null default 1;

create trigger organization_locations_version before update on organization_locations
  for each row execute function count_version();
create trigger customers_version before update on customers for each row execute function count_version();

-- A person's own alert times are rows that come and go, or none at all, so their count stands with the person. It is
-- another one than the person's: whoever saves both their settings and their times does not overtake themselves.
alter table users add column alert_times_version integer not null default 1;

drop trigger users_version on users;
create trigger users_version before update on users for each row
  when (new.alert_times_version = old.alert_times_version) execute function count_version();

create function count_alert_times_version() returns trigger language plpgsql as $$
begin
  update users set alert_times_version = alert_times_version + 1 where id in (select user_id from changed);
  return null;
end $$;

create trigger user_alert_times_inserted after insert on user_alert_times
  referencing new table as changed for each statement execute function count_alert_times_version();
create trigger user_alert_times_updated after update on user_alert_times
  referencing new table as changed for each statement execute function count_alert_times_version();
create trigger user_alert_times_deleted after delete on user_alert_times
  referencing old table as changed for each statement execute function count_alert_times_version();
