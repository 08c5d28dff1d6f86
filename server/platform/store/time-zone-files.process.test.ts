import { chmodSync, cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { silentLog } from '#server/platform/log'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { chooseLaunch, findPostgres } from './postgres-binaries.ts'
import { checkTimeZoneFiles } from './time-zone-files.ts'

const home = mkdtempSync(join(tmpdir(), 'skywarden-zones-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('a PostgreSQL whose time zone files were removed is unhealthy, although connections that have them cached continue', async () => {
  const installed = findPostgres()
  if (!installed) throw new Error('No PostgreSQL runs on this machine')
  chmodSync(home, 0o755)
  const native = join(home, 'native')
  cpSync(dirname(dirname(installed.postgres)), native, { recursive: true, verbatimSymlinks: true })
  const binaries = { postgres: join(native, 'bin/postgres'), initdb: join(native, 'bin/initdb') }
  const launch = chooseLaunch(binaries)
  if (!launch) throw new Error('No PostgreSQL runs on this machine')
  const dataDir = join(home, 'data')
  mkdirSync(join(dataDir, 'run'), { recursive: true })
  chmodSync(dataDir, 0o777)
  const server = await startEmbeddedPostgres({
    binaries,
    launch,
    dataDir,
    log: silentLog,
    leaveSurvivor: false,
  })
  const pool = new pg.Pool({ ...server.connection, max: 1 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const askZone = () => sql`select now() at time zone 'America/Chicago'`.execute(db)

  expect(await checkTimeZoneFiles(db)).toBe('PostgreSQL has its time zone files')
  await askZone()
  const zones = join(native, 'share/postgresql/timezone')
  renameSync(zones, `${zones}-away`)
  await askZone()
  await expect(checkTimeZoneFiles(db)).rejects.toThrow('PostgreSQL cannot find its time zone files')
  renameSync(`${zones}-away`, zones)
  expect(await checkTimeZoneFiles(db)).toBe('PostgreSQL has its time zone files')
  await db.destroy()
  await server.stop()
})
