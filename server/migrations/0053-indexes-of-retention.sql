-- one by one
-- What is past its retention time, and what is left of people who were deleted, is looked for every hour.
create index if not exists notifications_age on notifications (customer_id, created_at);
create index if not exists outbox_mail_age on outbox (customer_id, settled_at) where notification_id is null;
-- The text replaces the address of a deleted person: rows that have it still need nothing done.
create index if not exists outbox_addressed on outbox (user_id, id) where user_id is not null and recipient <> 'Deleted user';
