-- What was asked for under a key, so that asking again is answered and not done again. One row for each key of a person
-- and call, for a day.
-- No two attempts have the same number, also where a key was given back and taken anew in between.
create sequence idempotency_attempts;

create table idempotency_keys (
  customer_id bigint not null references customers (id) on delete cascade,
  -- The person's id, and the id of support staff acting as them.
  asker text not null,
  call text not null,
  key text not null,
  -- A keyed hash of what was sent: the same key with something else is a mistake.
  request text not null,
  -- Who was given the key may act on it until then. Whoever takes it over has another number, and the one before finds out.
  attempt bigint not null default nextval('idempotency_attempts'),
  reserved_until timestamptz not null,
  -- Set by the first transaction of the act, and so true only once something was done.
  is_begun boolean not null default false,
  status smallint,
  sealed_answer text,
  created_at timestamptz not null,
  primary key (customer_id, asker, call, key)
);

create index idempotency_keys_created on idempotency_keys (created_at);

-- What people edit in forms counts its changes, whoever makes them: an edit says which version it was made from, and is
-- refused if that is not the present one.
alter table users add column version integer not null default 1;
alter table user_groups add column version integer not null default 1;
alter table locations add column version integer not null default 1;
alter table policies add column version integer not null default 1;

create function count_version() returns trigger language plpgsql as $$
begin new.version := old.version + 1; return new; end $$;

create trigger users_version before update on users for each row execute function count_version();
create trigger user_groups_version before update on user_groups for each row execute function count_version();
create trigger locations_version before update on locations for each row execute function count_version();
create trigger policies_version before update on policies for each row execute function count_version();
