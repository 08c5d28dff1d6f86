import { sql, type Kysely } from 'kysely'

/**
 * Throws if the embedded PostgreSQL has lost its time zone files. It reads a file when a zone is first used: a
 * connection that has a zone cached continues, and the next one fails. This checks the file, not the zone.
 */
export async function checkTimeZoneFiles(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ found: boolean }>`
    select skywarden_checks.has_time_zone_files() as found`.execute(db)
  if (rows[0]?.found !== true)
    throw new Error(
      'PostgreSQL cannot find its time zone files because its packages were removed. Restart Skywarden.',
    )
  return 'PostgreSQL has its time zone files'
}
