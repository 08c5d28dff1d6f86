import { sql, type Kysely } from 'kysely'

/** A zone that every installation has; if its file is gone, so are the others. */
const zone = 'America/Chicago'

/**
 * Throws if the embedded PostgreSQL has lost its time zone files. It reads a file when a zone is first used: a
 * connection that has a zone cached continues, and the next one fails. This checks the file, not the zone.
 */
export async function checkTimeZoneFiles(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ found: boolean }>`
    select (pg_stat_file(setting || '/timezone/' || ${zone}, true)).size is not null as found
    from pg_config where name = 'SHAREDIR'`.execute(db)
  if (rows[0]?.found !== true)
    throw new Error(
      'PostgreSQL cannot find its time zone files because its packages were removed. Restart Skywarden.',
    )
  return 'PostgreSQL has its time zone files'
}
