import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { dayMs } from '#server/platform/clock'
import { soleLeader } from '#server/platform/leadership/testing'
import { silentLog } from '#server/platform/log'
import { createSecrets } from '#server/platform/secrets'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { createQueueEmail } from '#server/rooms/notifications/index'
import { StationBook, type StationRow } from '#server/rooms/stations/index'
import { createReportAddresses } from './addresses.ts'
import { buildNext, type BuildDeps } from './engine.ts'
import { drawPdf } from './pdf/index.ts'
import { addCustomer, field, fillHistory, linesOf, nowMs, requestOf, track } from './reports.testing.ts'
import {
  deleteExpiredFiles,
  deleteFilesOf,
  insertReport,
  markDeleted,
  type StoredReport,
} from './store/reports.ts'

let store: TestStore
let customers: number[]
const book = new StationBook()
const secrets = createSecrets('of the tests of reports')
const addresses = createReportAddresses(secrets.keyFor('report addresses'))
let clockMs = nowMs
const clock = { now: () => new Date(clockMs), monotonicMs: () => clockMs++ * 1000 }

const people = [1, 2, 3].map(number => `00000000-0000-4000-8000-00000000000${number}`)

beforeAll(async () => {
  store = await freshStore()
  const one = await addCustomer(store.db, 'One', [field, track])
  const two = await addCustomer(store.db, 'Two', [])
  customers = [one.customerId, two.customerId]
  for (const row of (await sql<StationRow>`select * from stations`.execute(store.db)).rows) book.set(row)
  for (const id of one.ids) await fillHistory(store.db, id, '2026-10-20', '2026-11-14')
})
afterAll(() => store.close())
beforeEach(() => sql`truncate reports, report_files, report_recipients, outbox`.execute(store.db))

/** Replaces drawing, which takes a second, with a few bytes where the result does not matter. */
async function* drawNothing() {
  yield { bytes: Buffer.from('a document'), done: 1 }
}

/** A leader that builds. `during` runs in the middle, when the second station's air quality is requested. */
async function builder(during: () => Promise<unknown> = async () => {}, change: Partial<BuildDeps> = {}) {
  const leadership = change.leadership ?? (await soleLeader(store.db, clock)).leadership
  let calls = 0
  const deps: BuildDeps = {
    db: store.db,
    clock,
    log: silentLog,
    leadership,
    book,
    hourlyAqi: async () => {
      if (++calls === 2) await during()
      return new Map()
    },
    addresses,
    baseUrl: 'https://weather.example.test',
    simulated: false,
    draw: drawNothing,
    queueEmail: createQueueEmail(secrets),
    onLetters: () => {},
    isStopping: () => false,
    ...change,
  }
  return () => buildNext(deps)
}

async function queued(person = 0, customer = 0): Promise<StoredReport> {
  const requestedBy = people[person] as string
  const request = requestOf(requestedBy, {
    filters: { ObservationTypes: { AmbientTemperature: ['avg'], PM10_AQI: ['max'] } },
  })
  const report = {
    customer_id: customers[customer] as number,
    requested_by: requestedBy,
    requester: 'Robin Fields',
    name: `Report of ${person}`,
    request,
    stations: Array.from(book.all(), ({ row }) => ({ id: row.id, name: row.name })),
    requested_at: new Date(nowMs + person),
  }
  return store.db
    .transaction()
    .execute(tx => insertReport(tx, report, [{ user_id: requestedBy, name: 'Robin Fields' }]))
}

const reports = async () =>
  (await sql<StoredReport>`select * from reports order by id`.execute(store.db)).rows
const stateOf = async (id: number) => (await reports()).find(row => row.id === id)?.state

async function fileOf(id: number, format: string): Promise<Buffer> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select bytes from report_files join reports on reports.id = report_id and reports.attempt = report_files.attempt
    where report_id = ${id} and format = ${format} order by part`.execute(store.db)
  return Buffer.concat(rows.map(({ bytes }) => bytes))
}
const attemptsKept = async () =>
  (await sql<{ attempt: number }>`select distinct attempt from report_files`.execute(store.db)).rows

it('builds a table and a document, once', async () => {
  const { id } = await queued()
  const build = await builder(async () => {}, { draw: drawPdf })
  expect(await build()).toBe(true)
  expect(await build()).toBe(false)
  const [row] = await reports()
  // Five days, one of which has 25 hours.
  expect(row).toMatchObject({ state: 'Ready', progress: 100, row_count: 2 * 121, attempt: 1 })
  const lines = linesOf(gunzipSync(await fileOf(id, 'csv')).toString())
  expect(lines.length).toBe(1 + 2 * 121)
  expect(lines[0]).toEqual([
    'Station',
    'Hardware ID',
    'Start (UTC)',
    'Start (local)',
    'Local offset',
    'Temperature, average (°F)',
    'PM10 AQI, maximum (AQI)',
  ])
  expect(lines[1]?.slice(0, 5)).toEqual([
    'Łódź Field, north',
    'WXS-1',
    '2026-10-30 05:00',
    '2026-10-30 00:00',
    'UTC-05:00',
  ])
  const pdf = (await fileOf(id, 'pdf')).toString('latin1')
  expect(pdf.startsWith('%PDF-1.')).toBe(true)
  expect(pdf.trimEnd().endsWith('%%EOF')).toBe(true)
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBe(3)
})

it('restarts after the process died midway, and leaves nothing of the first attempt', async () => {
  const { id } = await queued()
  class Killed extends Error {}
  const dying = await builder(
    async () => {
      // A process that has died catches, records and cleans up nothing.
      throw new Killed()
    },
    { leadership: (await dyingLeader()).leadership },
  )
  await expect(dying()).rejects.toThrow()
  expect(await stateOf(id)).toBe('Building')
  expect(await (await builder())()).toBe(true)
  expect((await reports())[0]).toMatchObject({ state: 'Ready', attempt: 2, failures: 0 })
  expect(await attemptsKept()).toEqual([{ attempt: 2 }])
})

/** A leader that can start and write, but whose process dies before it records the result. */
async function dyingLeader() {
  const { leadership } = await soleLeader(store.db, clock)
  let transactions = 0
  return {
    leadership: {
      commit: ((work: never) => {
        if (++transactions > 1) throw new Error('The process is gone')
        return leadership.commit(work)
      }) as typeof leadership.commit,
    },
  }
}

it('a replaced leader writes nothing more, and the next one builds the report', async () => {
  const { id } = await queued()
  let next: () => Promise<boolean> = async () => false
  const replaced = await builder(async () => {
    next = await builder()
    expect(await next()).toBe(true)
  })
  expect(await replaced()).toBe(false)
  expect((await reports())[0]).toMatchObject({ id, state: 'Ready', attempt: 2 })
  expect(await attemptsKept()).toEqual([{ attempt: 2 }])
})

it('retries once, then gives up with a reason', async () => {
  const { id } = await queued()
  const failing = await builder(async () => {}, {
    hourlyAqi: async () => {
      throw new Error('the disk is full')
    },
  })
  expect(await failing()).toBe(true)
  expect(await stateOf(id)).toBe('Waiting')
  expect(await failing()).toBe(true)
  const [row] = await reports()
  expect(row).toMatchObject({ state: 'Failed', failures: 2 })
  expect(row?.because).toContain('Something went wrong on our side.')
  expect(row?.because).not.toContain('disk')
  expect(await failing()).toBe(false)
  expect(await attemptsKept()).toEqual([])
})

it('gives up on a report that repeatedly crashes the process', async () => {
  await queued()
  await sql`update reports set attempt = 5, state = 'Building'`.execute(store.db)
  await (
    await builder()
  )()
  expect((await reports())[0]).toMatchObject({
    state: 'Failed',
    because: 'It was interrupted too many times.',
  })
})

it('gives up on a report that was deleted in the meantime, and leaves no files', async () => {
  const { id, customer_id, requested_by } = await queued()
  const build = await builder(() =>
    store.db.transaction().execute(async tx => {
      await markDeleted(tx, customer_id, requested_by, id, clock.now())
      await deleteFilesOf(tx, customer_id, id)
    }),
  )
  expect(await build()).toBe(true)
  expect(await stateOf(id)).toBe('Building')
  expect(await build()).toBe(false)
  expect(await attemptsKept()).toEqual([])
})

it('leaves an unfinished report to the next process when the server stops', async () => {
  const { id } = await queued()
  let isStopping = false
  const build = await builder(async () => void (isStopping = true), { isStopping: () => isStopping })
  expect(await build()).toBe(false)
  expect(await stateOf(id)).toBe('Building')
})

it('alternates between customers, however many reports one of them has requested', async () => {
  const [first, second] = [await queued(0, 0), await queued(1, 0)]
  const other = await queued(2, 1)
  const build = await builder()
  const order: number[] = []
  for (let built = 0; built < 3; built++) {
    await build()
    clockMs += 1000
    order.push(
      ...(await reports()).filter(row => row.state === 'Ready' && !order.includes(row.id)).map(row => row.id),
    )
  }
  expect(order).toEqual([first.id, other.id, second.id])
})

it('deletes only files past their retention', async () => {
  await queued()
  await (
    await builder()
  )()
  expect(await deleteExpiredFiles(store.db, 'system', new Date(clockMs + 29 * dayMs))).toBe(false)
  expect(await deleteExpiredFiles(store.db, 'system', new Date(clockMs + 31 * dayMs))).toBe(true)
  expect(await attemptsKept()).toEqual([])
})
