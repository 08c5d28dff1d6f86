-- one by one
-- What is stored about one person is looked for when they leave, or ask for it.
create index if not exists outbox_person on outbox (user_id, id) where user_id is not null;
create index if not exists outbox_address on outbox (lower(recipient), id) where notification_id is null;
create index if not exists outbox_reply_to on outbox (lower(reply_to)) where reply_to is not null;
create index if not exists consultations_person on consultations (user_id, id);
create index if not exists delays_person on delays (user_id, id);
create index if not exists warnings_person on warnings (user_id, id);
create index if not exists audit_log_actor on audit_log (actor_id, id) where actor_id is not null;
create index if not exists audit_log_acting_as on audit_log (acting_as_id, id) where acting_as_id is not null;
create index if not exists camera_views_person on camera_views (user_id, id) where user_id is not null;
create index if not exists device_commands_person on device_commands (user_id, issued_at) where user_id is not null;
create index if not exists mass_messages_sender on mass_messages (sender_id, id);
create index if not exists widgets_creator on widgets (creator_id) where creator_id is not null;
