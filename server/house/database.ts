import type { Config } from '#server/config'
import { addDemoCameras } from '#server/house/demo/cameras'
import { addDemoDevices } from '#server/house/demo/devices'
import { addDemoData, leaveDemo } from '#server/house/demo/index'
import { migrationsFolder } from '#server/migrations-folder'
import { beginKeyedEntries } from '#server/house/keyed-entries'
import { chainKey, useChainKey } from '#server/platform/chain-key'
import { minuteMs, type Clock } from '#server/platform/clock'
import { watchDisk } from '#server/platform/disk-space'
import type { ReadyCheck } from '#server/platform/http/health'
import type { Log } from '#server/platform/log'
import type { Schedule } from '#server/platform/schedule'
import { openSecrets, type Secrets } from '#server/platform/secrets'
import type { Store } from '#server/platform/store/index'
import { migrate, readMigrations } from '#server/platform/store/migrate'
import { watchVersion } from '#server/platform/store/watch-version'
import { countCustomers } from '#server/rooms/customers/index'
import { sealedBefore } from '#server/rooms/identity/index'

const migrations = readMigrations(migrationsFolder)

export interface DatabaseParts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  /** The open database. The process that opened it closes it after the server has stopped. */
  readonly store: Store
  /** Called when a newer version has changed the database in a way that requires this one to stop. */
  readonly onOutgrown?: (because: string) => void
}

interface Prepared {
  readonly secrets: Secrets
  /** Whether there is no customer yet, which means that nobody could sign in. */
  readonly isEmpty: boolean
}

/** Migrates the database, and adds or disables the demo data. */
export async function prepareDatabase({ config, clock, log, store }: DatabaseParts): Promise<Prepared> {
  const { db } = store
  await migrate(db, migrations, clock.now(), log)
  const secrets = openSecrets(config, await sealedBefore(db))
  useChainKey(db, chainKey(secrets))
  if (config.demo) await addDemoData(db, clock.now())
  else await leaveDemo(db, clock.now())
  const isEmpty = (await countCustomers(db, 'system')) === 0
  if (config.demo) {
    await addDemoDevices(db, secrets, clock.now())
    await addDemoCameras(db, clock.now())
  }
  await beginKeyedEntries(db, clock.now())
  return { secrets, isEmpty }
}

/** Checks whether the database and its disk are healthy. */
export function databaseChecks(parts: DatabaseParts, schedule: Schedule): ReadyCheck[] {
  const { config, log, store, onOutgrown } = parts
  const disk = store.kind === 'PostgreSQL' ? undefined : watchDisk(config.dataDir, log)
  if (disk) schedule.every('disk space', minuteMs, disk.look)
  const checkVersion = watchVersion({ db: store.db, log, schedule, migrations, onOutgrown })
  return [
    { name: 'database', check: store.check },
    { name: 'database version', check: checkVersion },
    { name: 'database writes', check: store.checkWrites },
    ...(store.roleWarning ? [{ name: 'database role', check: async () => store.roleWarning ?? '' }] : []),
    ...(store.checkFiles ? [{ name: 'time zones', check: store.checkFiles }] : []),
    ...(disk ? [{ name: 'disk space', check: disk.check }] : []),
  ]
}
