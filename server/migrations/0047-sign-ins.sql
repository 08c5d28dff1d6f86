-- What happened at the sign-in page, for the person whose account it is: who signed in from where, and what failed.
-- The audit log has the same for administrators.
create table sign_in_events (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  at timestamptz not null,
  kind text not null,
  method text,
  address text not null,
  device text not null,
  -- Known once the browser has returned from the sign-in page.
  session_id text
);
create index sign_in_events_of_person on sign_in_events (user_id, at desc);
create index sign_in_events_of_session on sign_in_events (session_id) where session_id is not null;
create index sign_in_events_at on sign_in_events (at);

-- Acting as another person ends with the session of the one who acts. Null for what began before.
alter table impersonations add column actor_session_id text;

-- The text of a message without its link, which replaces it once the message was sent or the link has expired.
alter table outbox add column sealed_text_without_link text;
create index outbox_with_link on outbox (id) where sealed_text_without_link is not null;

-- Two-step verification: the secret of a person's authenticator app, and codes for when the phone is lost. It counts
-- once it is confirmed. The step of the last code is kept, so that no code works twice.
create table second_factors (
  user_id uuid primary key references users on delete cascade,
  sealed_secret text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
alter table customers add column requires_second_factor boolean not null default false;
