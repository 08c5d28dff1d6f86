import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { systemClock } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import { freshStore } from '#server/platform/store/testing'
import { beginRehearsal, endRehearsal, isRehearsal, openRehearsal } from './index.ts'
import { readIdentity } from './store.ts'

const store = await freshStore()
const { db } = store
afterAll(() => store.close())
beforeEach(async () => {
  await sql`delete from house_identity`.execute(db)
  await sql`delete from leases`.execute(db)
})

const tasks = new Map<string, () => Promise<void>>()
const schedule = { every: (name: string, _: number, task: () => Promise<void>) => void tasks.set(name, task) }
const open = (baseUrl = 'https://a.example.org') =>
  openRehearsal({
    db,
    clock: systemClock,
    log: silentLog,
    schedule,
    config: { databaseUrl: store.url, dataDir: '/nowhere', baseUrl },
    watchMs: 300,
  })
const changeMark = (name: string, value: string) =>
  sql`update house_identity set marks = jsonb_set(marks, ${`{${name}}`}::text[], ${JSON.stringify(value)}::jsonb)`.execute(
    db,
  )
const lease = () =>
  sql`insert into leases (name, holder, epoch, until) values ('keeper', 'other', 1, clock_timestamp() + interval '8 s')
    on conflict (name) do update set until = excluded.until`.execute(db)

it('does not begin on a fresh server, nor on a restart', async () => {
  expect((await open()).state()).toBeNull()
  expect((await open()).state()).toBeNull()
  expect((await readIdentity(db, 'system'))?.marks).toMatchObject({
    system: expect.stringMatching(/^\d+$/) as string,
    database: expect.stringMatching(/^\d+$/) as string,
    address: 'https://a.example.org',
  })
})

it.each([
  ['system', 'The database was restored to another PostgreSQL server.'],
  ['database', 'The database is a copy made on the same PostgreSQL server.'],
])('begins when the %s has changed, and stays until it is ended', async (mark, because) => {
  await open()
  await changeMark(mark, '1')
  expect((await open()).state()).toMatchObject({ because })
  expect((await open()).state()).toMatchObject({ because })
  expect(await isRehearsal(db)).toBe(true)
  await db.transaction().execute(tx => endRehearsal(tx, { by: 'system' }, systemClock.now()))
  expect((await open()).state()).toBeNull()
  expect((await open()).state()).toBeNull()
})

it('begins at another address, and on a copy made a moment ago', async () => {
  await open()
  await lease() // left by the copied server, with no process to renew it
  expect((await open('https://b.example.org')).state()?.because).toContain('from https://a.example.org')
})

it('never silences running processes: one that is configured differently joins them', async () => {
  await open()
  await lease()
  const renewing = setInterval(() => void lease(), 50)
  try {
    expect((await open('https://b.example.org')).state()).toBeNull()
  } finally {
    clearInterval(renewing)
  }
  // The next start compares with the newest setting.
  await sql`delete from leases`.execute(db)
  expect((await open('https://b.example.org')).state()).toBeNull()
})

it('does not begin after the database server was upgraded under a running process', async () => {
  await open()
  await changeMark('system', '1')
  await tasks.get('house identity')?.()
  expect((await open()).state()).toBeNull()
})

it('is noticed by every process on its next check', async () => {
  const [one, other] = [await open(), await open()]
  await db.transaction().execute(tx => beginRehearsal(tx, 'A test.', systemClock.now()))
  await Promise.all([one.look(), other.look()])
  expect([one.state()?.because, other.state()?.because]).toEqual(['A test.', 'A test.'])
})
