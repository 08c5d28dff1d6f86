-- one by one
-- The mail of one author is looked for when they leave, and that of authors who are gone every hour.
create index if not exists outbox_author on outbox (author_id) where author_id is not null;
