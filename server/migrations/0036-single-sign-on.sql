-- Single sign-on: the identity provider of a customer, its verified e-mail domains, and who signed in with it.

create table sso_configs (
  customer_id bigint primary key references customers (id),
  idp_type text not null check (idp_type in ('Google', 'Saml2', 'OpenIdConnect')),
  display_name text not null,
  auto_provision boolean not null,
  force_sso boolean not null,
  default_group_id bigint,
  -- The one who may sign in with a password where single sign-on is required.
  break_glass_id uuid references users (id) on delete set null,
  sp_entity_id text,
  idp_entity_id text,
  metadata_url text,
  discovery_url text,
  client_id text,
  sealed_client_secret text,
  created_at timestamptz not null,
  version integer not null default 1,
  foreign key (customer_id, default_group_id) references user_groups (customer_id, id)
    on delete set null (default_group_id)
);
create trigger sso_configs_version before update on sso_configs
  for each row execute function count_version();

-- What the metadata of a SAML provider said when it was last read. Apart from what people edit, so that reading it
-- again overtakes nobody's edit.
create table sso_metadata (
  customer_id bigint primary key references sso_configs (customer_id) on delete cascade,
  metadata jsonb not null,
  read_at timestamptz not null,
  tried_at timestamptz not null,
  -- Why the last try failed; null if it did not.
  error text,
  -- Of which expiry the administrators were told.
  told_of timestamptz
);

create table sso_domains (
  customer_id bigint not null references customers (id),
  domain text not null check (domain = lower(domain)),
  -- What the domain's owner puts into a TXT record.
  token text not null,
  created_at timestamptz not null,
  verified_at timestamptz,
  verified_by text check (verified_by in ('dns', 'support')),
  primary key (customer_id, domain)
);
-- A domain belongs to one customer; many may say so until one has proven it.
create unique index sso_domains_verified on sso_domains (domain) where verified_at is not null;

-- Who somebody is at a customer's identity provider.
create table sso_identities (
  customer_id bigint not null references customers (id),
  provider text not null,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  email_domain text not null,
  linked_at timestamptz not null,
  used_at timestamptz not null,
  primary key (customer_id, provider, subject),
  unique (customer_id, provider, user_id)
);
create index sso_identities_user on sso_identities (user_id);

-- A visit to an identity provider: answered once, handed once to the browser that it began in.
create table sso_requests (
  id text primary key,
  customer_id bigint not null references customers (id),
  config_version integer not null,
  purpose text not null check (purpose in ('sign-in', 'try')),
  -- The sign-in of the browser that it belongs to; a trial belongs to none.
  interaction text,
  nonce text,
  sealed_verifier text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  -- What the provider said of the person, until it was used.
  asserted jsonb,
  finished_at timestamptz
);
create index sso_requests_expiry on sso_requests (expires_at);

-- Assertions that were taken, until they would not be taken any more anyway.
create table sso_assertions (
  customer_id bigint not null references customers (id),
  assertion_hash text not null,
  expires_at timestamptz not null,
  primary key (customer_id, assertion_hash)
);

-- Who tried to sign in this way, and why not.
create table sso_attempts (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  at timestamptz not null,
  email text,
  is_trial boolean not null,
  is_let_in boolean not null,
  because text not null
);
create index sso_attempts_customer on sso_attempts (customer_id, at);
