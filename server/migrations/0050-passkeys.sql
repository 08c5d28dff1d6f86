-- Passkeys: each is a second step after the password, and a whole sign-in on its own. Only the public key is here. The
-- counter is that of the last signature: one that goes back is a sign of a copy. Browsers use a passkey only for the host
-- name it was made for.
create table passkeys (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  credential_id text not null unique,
  host text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_person on passkeys (user_id);

-- What a browser has to sign, once. One for each sign-in and for each person who adds a passkey: a new one replaces
-- the old, so that nobody can fill this table.
create table passkey_challenges (
  purpose text not null,
  bound_to text not null,
  challenge text not null,
  expires_at timestamptz not null,
  primary key (purpose, bound_to)
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- A column of its own and not another method: the version before this one knows only the methods of its time.
alter table sign_in_events add column uses_passkey boolean not null default false;

-- Whose account an attempt led to: the address alone may be another person's later. Null for those that led to none.
alter table sso_attempts add column user_id uuid references users on delete cascade;
create index sso_attempts_of_person on sso_attempts (user_id) where user_id is not null;

-- When API tokens were created for a person within the last hour, also those that were revoked since: the owner gets an
-- email for each, and nobody can fill their mailbox.
create table api_token_creations (
  customer_id bigint not null references customers on delete cascade,
  user_id uuid not null references users on delete cascade,
  at timestamptz not null
);
create index api_token_creations_of_person on api_token_creations (user_id, at);

-- The same for passkeys, authenticator apps and recovery codes.
create table factor_additions (
  user_id uuid not null references users on delete cascade,
  at timestamptz not null
);
create index factor_additions_of_person on factor_additions (user_id, at);
