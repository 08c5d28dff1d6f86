-- What signing in needs. Secrets at rest are hashed or sealed.

create table passwords (
  user_id uuid primary key references users (id) on delete cascade,
  hash text not null,
  changed_at timestamptz not null
);

create table signing_keys (
  id text primary key,
  sealed_jwk text not null,
  created_at timestamptz not null
);

-- Everything that the OpenID Connect provider has to remember: sessions, grants, codes, interactions.
create table oidc_records (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  account_id text,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (model, id)
);

create index oidc_records_grant on oidc_records (grant_id) where grant_id is not null;
create index oidc_records_uid on oidc_records (uid) where uid is not null;
create index oidc_records_account on oidc_records (account_id) where account_id is not null;
create index oidc_records_expiry on oidc_records (expires_at);

-- Single-use links sent by e-mail; only their hash is kept.
create table account_links (
  token_hash text primary key,
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('invite', 'reset')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index account_links_user on account_links (user_id, purpose, created_at);

-- Failed sign-ins, counted by a key that names the account and how well we know the device.
create table sign_in_failures (
  key text primary key,
  failures integer not null,
  last_failure_at timestamptz not null
);

create table impersonations (
  grant_id text primary key,
  actor_id uuid not null references users (id),
  user_id uuid not null references users (id),
  reason text not null,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
