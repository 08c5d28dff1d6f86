import pg from 'pg'

/**
 * The role that creates a cluster is a superuser and must stay one. It could read and write any file of PostgreSQL's
 * user and run programs, so the application connects as another role that owns only its own tables.
 */
export const ownerRole = 'skywarden'
export const houseRole = 'skywarden_house'

const quote = pg.escapeIdentifier

/** Everything in a schema that has an owner: tables with their own sequences, views, functions and types. */
const ownedByOthers = `
  select format('alter %s %s owner to ${houseRole}', kind, name) as statement from (
    select case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end as kind,
      c.oid::regclass::text as name, relowner as owner
    from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and not exists (
        select from pg_depend
        where classid = 'pg_class'::regclass and objid = c.oid and relkind = 'S' and deptype in ('a', 'i')
      )
    union all
    select 'routine', oid::regprocedure::text, proowner from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select 'type', oid::regtype::text, typowner from pg_type
    where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r')
  ) as owned
  where owner <> '${houseRole}'::regrole`

/** The only check that needs more rights: whether the files of one time zone exist. */
const timeZoneCheck = `
  create schema if not exists skywarden_checks;
  create or replace function skywarden_checks.has_time_zone_files() returns boolean
    language sql security definer set search_path = pg_catalog as
    $$ select (pg_stat_file(setting || '/timezone/America/Chicago', true)).size is not null
       from pg_config where name = 'SHAREDIR' $$;
  revoke all on function skywarden_checks.has_time_zone_files() from public;
  grant usage on schema skywarden_checks to ${houseRole};
  grant execute on function skywarden_checks.has_time_zone_files() to ${houseRole};`

/**
 * Creates the application's role in a cluster and gives it the tables. In an older cluster, or one that an older
 * version has used since, the tables belong to the cluster's owner. All of this is one transaction, so a process that
 * is killed has changed nothing.
 */
export async function prepareHouseRole(asOwner: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(asOwner)
  client.on('error', () => {}) // a lost connection fails the query in progress
  await client.connect()
  try {
    await client.query('begin')
    const { rowCount } = await client.query(`select from pg_roles where rolname = '${houseRole}'`)
    if (rowCount === 0) await client.query(`create role ${houseRole}`)
    await client.query(
      `alter role ${houseRole} with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls inherit`,
    )
    await client.query(`alter database ${quote(client.database ?? 'postgres')} owner to ${houseRole}`)
    await client.query('alter schema public owner to pg_database_owner')
    const { rows } = await client.query<{ statement: string }>(ownedByOthers)
    for (const { statement } of rows) await client.query(statement)
    await client.query(timeZoneCheck)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** Selects whether the role of a connection is a superuser. */
export const superuserQuery = `select rolsuper as is_superuser from pg_roles where rolname = current_user`
