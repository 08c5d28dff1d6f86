import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { startProcess } from '#server/house/process.testing'
import { freshStore } from '#server/platform/store/testing'

const folder = mkdtempSync(join(tmpdir(), 'skywarden-back-'))
const store = await freshStore()
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const environment = {
  DATABASE_URL: store.url,
  DATA_DIR: folder,
  SKYWARDEN_DEMO: 'off',
  SKYWARDEN_SECRET: 'a secret that is used by tests alone',
}

/** Leaves the database as a newer version would. */
async function migrateBeyond(name: string, breaksOlder: boolean) {
  await sql`insert into schema_migrations (name, hash, applied_at, breaks_older)
    values (${name}, 'of a newer version', now(), ${breaksOlder})`.execute(store.db)
}

it('stops, and does not start again, when a newer version has removed what it needs', async () => {
  const server = await startProcess({ environment })
  await expect.poll(() => server.output(), { timeout: 60_000 }).toContain('Skywarden is ready')

  await migrateBeyond('9998-more.sql', false)
  const again = await startProcess({ environment })
  await expect.poll(() => again.output(), { timeout: 60_000 }).toContain('Skywarden is ready')
  await again.stop()
  expect(server.child.exitCode).toBeNull()

  await migrateBeyond('9999-less.sql', true)
  expect(await server.ended).toBe(2)
  expect(server.errors()).toContain(
    'Skywarden has stopped. A newer Skywarden has changed the database (9999-less.sql)',
  )

  const refused = await startProcess({ environment })
  expect(await refused.ended).toBe(2)
  expect(refused.errors()).toContain('Skywarden cannot start. The data was written by a newer Skywarden')
}, 180_000)
