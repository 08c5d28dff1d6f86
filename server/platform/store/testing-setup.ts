import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { systemClock } from '#server/platform/clock'
import { createLog, silentLog } from '#server/platform/log'
import { socketFolder } from './data-folder.ts'
import { openStore } from './index.ts'
import { migrate, readMigrations } from './migrate.ts'
import { houseRole } from './house-role.ts'
import { databaseUrl, ownerUrl, templateDatabase } from './testing.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the socket of the PostgreSQL that all test files share. */
    postgresSockets: string
  }
}

/** One PostgreSQL for a whole test run, with a migrated database to copy. */
export default async function startTestPostgres(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'skywarden-tests-'))
  chmodSync(dataDir, 0o755) // when run as root, PostgreSQL runs as another user
  const store = await openStore({ databaseUrl: undefined, dataDir, log: createLog('warn') })
  const sockets = socketFolder(dataDir)
  async function stop() {
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  if (store.kind !== 'embedded PostgreSQL') {
    await stop()
    throw new Error('The tests need the embedded PostgreSQL, which does not run on this machine')
  }

  // It does not need to survive a crash; crash tests use their own clusters.
  const asOwner = await openStore({ databaseUrl: ownerUrl(sockets, 'postgres'), dataDir, log: silentLog })
  for (const setting of ['fsync', 'full_page_writes']) {
    await sql.raw(`alter system set ${setting} = off`).execute(asOwner.db)
  }
  await sql`select pg_reload_conf()`.execute(asOwner.db)
  await sql.raw(`create database ${templateDatabase} owner ${houseRole}`).execute(asOwner.db)
  await asOwner.close()
  const template = await openStore({
    databaseUrl: databaseUrl(sockets, templateDatabase),
    dataDir,
    log: silentLog,
  })
  await migrate(template.db, readMigrations('server/migrations'), systemClock.now())
  await template.close()

  project.provide('postgresSockets', sockets)
  return stop
}
