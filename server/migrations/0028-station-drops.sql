-- When something that a station sent was last dropped, and why: its administrators see it where they see the station.
alter table stations add column dropped_at timestamptz;
alter table stations add column dropped_because text;
