-- A fact that a consumer fails on is tried a few times and then set aside with its reason: those behind it go on. How
-- often it failed stands with the cursor, so that it is known whichever process tries next, also after one that died.

alter table fact_cursors
  add column failing_number bigint,
  add column failures integer not null default 0,
  add column failing_since timestamptz;

create table facts_set_aside (
  reader text not null,
  number bigint not null,
  customer_id bigint,
  kind text not null,
  subject text not null,
  body jsonb not null,
  reason text not null,
  at timestamptz not null,
  primary key (reader, number)
);

create index facts_set_aside_at on facts_set_aside (at);
