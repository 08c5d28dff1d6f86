-- Who did what, each row chained to the one before it of the same customer.

create table audit_log (
  id bigint generated always as identity primary key,
  chain text not null,
  at timestamptz not null,
  customer_id bigint references customers (id),
  actor_id uuid,
  actor text not null,
  acting_as_id uuid,
  acting_as text,
  action text not null,
  target text not null,
  reason text,
  before jsonb,
  after jsonb,
  request_id text,
  previous_hash text not null,
  hash text not null
);

create index audit_log_chain on audit_log (chain, id);
create index audit_log_customer on audit_log (customer_id, id);

-- What leaves the house: one row per person and channel, sent by a worker that leases it.

create table outbox (
  id bigint generated always as identity primary key,
  customer_id bigint references customers (id),
  channel text not null check (channel in ('email')),
  recipient text not null,
  subject text not null,
  sealed_text text not null,
  dedupe_key text unique,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'kept', 'expired', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  expires_at timestamptz not null,
  leased_until timestamptz,
  settled_at timestamptz
);

create index outbox_due on outbox (next_attempt_at) where state = 'waiting';
