-- Facts: what has come true, each appended in the transaction that makes it true. Appends come one after the other, so
-- that whoever has read up to a number has read everything before it, whichever process wrote it.

create table facts (
  number bigint generated always as identity primary key,
  at timestamptz not null,
  customer_id bigint,
  kind text not null,
  subject text not null,
  body jsonb not null,
  because text
);

create index facts_at on facts (at);

-- Up to where each reader has acted. It moves in the transaction of the act.
create table fact_cursors (
  reader text primary key,
  number bigint not null,
  moved_at timestamptz not null
);

-- Up to where in the strike log something was done with it. A strike is on record when the cursor of the records is
-- behind it, so nobody has to look whether it is.
create table lightning_cursors (
  reader text primary key,
  position bigint not null
);

insert into lightning_cursors
select 'delay records', coalesce(greatest((select max(position) from strikes), (select max(position) from coverage_spans)), 0);

drop index delay_evidence_strike;

-- Work that one process does for all: who, until when, and how often it has changed hands.
create table leases (
  name text primary key,
  holder text not null,
  epoch bigint not null,
  until timestamptz not null,
  -- Whoever writes holds its epoch as a key: renewing changes none, taking over does.
  unique (name, epoch)
);

-- What feeds delivered, for the processes that run none: the newest of each key, and for some minutes what has none.
create table products (
  position bigint generated always as identity primary key,
  name text not null,
  key text,
  origin text not null,
  simulated boolean not null,
  at timestamptz not null,
  body bytea not null,
  unique (name, key)
);

create index products_at on products (at) where key is null;
