-- What the last look before sending needs: what a message about the weather replaces, until when it may be believed, in
-- which time zones it says so, and the rings that it says are clear. Null for other messages.
alter table outbox add column about jsonb;
