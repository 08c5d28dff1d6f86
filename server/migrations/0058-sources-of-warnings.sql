-- A warning ends only by the source that reported it or one as near and as direct. The source is not known for the
-- warnings that are open now: any measurement may end them.
alter table warnings add column source jsonb;
-- Since when nothing could end the warning.
alter table warnings add column unsure_at timestamptz;
