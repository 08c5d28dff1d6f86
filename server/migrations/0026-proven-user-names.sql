-- A user name belongs to whoever has proven that the address is theirs, by accepting an invitation that was sent there.
-- Until then several organizations may have invited the same person: none of them can keep the others from it.

drop index users_user_name;
create unique index users_user_name on users (lower(user_name)) where activated_at is not null;
create unique index users_user_name_of_customer on users (customer_id, lower(user_name));

-- Answers that are kept for whoever asks again are few for each person: the oldest of them make room.
create index idempotency_keys_asker on idempotency_keys (customer_id, asker, created_at);
