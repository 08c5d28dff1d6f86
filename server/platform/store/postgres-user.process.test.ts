import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { silentLog } from '#server/platform/log'
import { openStore } from './index.ts'

const home = mkdtempSync(join(tmpdir(), 'skywarden-user-'))
const dataDir = join(home, 'data')
const folder = join(dataDir, 'postgres')
afterAll(() => rmSync(home, { recursive: true, force: true }))

const warnings: string[] = []
const log = { ...silentLog, warn: (warning: unknown) => void warnings.push(String(warning)) }
const open = () => openStore({ databaseUrl: undefined, dataDir, log })

/** Returns the user id as it is outside any user namespace. */
function postmasterUid(): number {
  const pid = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]
  return Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

const inside = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name))

describe.skipIf(process.getuid?.() !== 0)('PostgreSQL that root starts (only root can test this)', () => {
  test('runs as an unprivileged user', async () => {
    chmodSync(home, 0o755)
    const store = await open()
    await sql`create table kept as select 1 as one`.execute(store.db)
    expect(postmasterUid()).not.toBe(0)
    expect(warnings).toEqual([])
    await store.close()
  })

  test('takes over a cluster that belongs to root from before, also if it was interrupted half-way', async () => {
    for (const path of inside().slice(10)) chownSync(path, 0, 0)
    chownSync(folder, 0, 0)
    const store = await open()
    expect(postmasterUid()).not.toBe(0)
    expect((await sql`select one from kept`.execute(store.db)).rows).toEqual([{ one: 1 }])
    await store.close()
    expect([folder, ...inside()].filter(path => statSync(path).uid === 0)).toEqual([])
  })

  test('still runs where no other user may enter the folder, with a warning', async () => {
    for (const path of [...inside(), folder]) chownSync(path, 0, 0)
    chmodSync(home, 0o700)
    const store = await open()
    await store.check()
    await store.close()
    expect(warnings.join()).toContain("PostgreSQL runs with root's user id")
  })
})
