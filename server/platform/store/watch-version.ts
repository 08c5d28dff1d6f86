import { secondMs } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import type { Schedule } from '#server/platform/schedule'
import type { Db } from './index.ts'
import { outgrownBy, type Migration } from './migrate.ts'

class Outgrown extends Error {}
const lookEveryMs = 2 * secondMs

export interface VersionWatch {
  readonly db: Db
  readonly log: Log
  readonly schedule: Schedule
  readonly migrations: readonly Migration[]
  /** Called when a newer version has changed the database in a way that requires this one to stop. */
  readonly onOutgrown: ((because: string) => void) | undefined
}

/**
 * Watches whether a newer version has started on this database and removed what this one needs. Returns the readiness
 * check.
 */
export function watchVersion({
  db,
  log,
  schedule,
  migrations,
  onOutgrown,
}: VersionWatch): () => Promise<string> {
  async function check(): Promise<string> {
    const newer = await outgrownBy(db, migrations)
    if (newer.length > 0)
      throw new Outgrown(
        `A newer Skywarden has changed the database (${newer.join(', ')}), and this version cannot use it.`,
      )
    return 'The database is compatible with this version'
  }
  schedule.every('database version', lookEveryMs, async () => {
    await check().catch((error: unknown) => {
      if (!(error instanceof Outgrown)) throw error
      log.fatal(error.message)
      onOutgrown?.(error.message)
    })
  })
  return check
}
