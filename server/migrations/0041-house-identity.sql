-- What this house is known by, so that a restored or copied one is recognized: it is a rehearsal, and nothing leaves it,
-- until an administrator says that it is the real one.
create table house_identity (
  is_only_row boolean primary key default true check (is_only_row),
  id uuid not null default gen_random_uuid(),
  -- Of the database server, the database, the data folder and the address; null until a start has found them.
  marks jsonb,
  rehearsal_since timestamptz,
  rehearsal_because text,
  made_real_at timestamptz,
  check ((rehearsal_since is null) = (rehearsal_because is null))
);
