-- What people are told of lightning is about a place, and about one of its rings: All Clear for the place is told when
-- every ring that concerns its reader is clear.
alter table notifications add column ring smallint check (ring between 1 and 4);
update notifications
  set ring = split_part(topic, ' ', 3)::smallint, topic = 'lightning ' || split_part(topic, ' ', 2)
  where topic ~ '^lightning \d+ [1-4]$';
-- Of refusals that may pass, those of the last days are looked at every minute.
create index notifications_refused on notifications (created_at) where not told;

-- Whether somebody wants to know of lightning in outer rings that no policy asks anything for.
alter table users add column outer_ring_notification boolean not null default true;
