-- Tokens for scripts and dashboards: each acts for one person, within its scope, until it expires or is revoked. Only a
-- hash of it is stored.
create table api_tokens (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  user_id uuid not null references users on delete cascade,
  name text not null,
  token_hash text not null unique,
  may_read boolean not null,
  calls text[] not null,
  created_at timestamptz not null,
  created_by text not null,
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create index api_tokens_of_customer on api_tokens (customer_id);
create index api_tokens_of_person on api_tokens (user_id);
