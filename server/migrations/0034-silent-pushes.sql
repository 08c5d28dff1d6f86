-- Danger that was pushed and of which no browser says that it was shown is told by text message or e-mail as well. When
-- that was looked at: each is looked at once.
alter table outbox add column backed_up_at timestamptz;
create index outbox_danger_by_push on outbox (created_at)
  where channel = 'push' and priority = 0 and backed_up_at is null and state in ('sent', 'waiting', 'failed');
