import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { nothingMeasured } from '#domain/conditions/reading'
import { hourMs, minuteMs } from '#server/platform/clock'
import { middleOfADay } from '#server/platform/clock.testing'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { insertCustomer } from '#server/rooms/customers/index'
import { StationBook } from './known-stations.ts'
import { makeRoom } from './months.ts'
import { StationParticles } from './particles.ts'
import { findStation, giveStation, instrumentSource, type StationRow } from './store/stations.ts'

const startMs = Math.floor(middleOfADay / hourMs) * hourMs
const roof = { latitude: 35.2, longitude: -97.44 }

let store: TestStore
let book: StationBook
let particles: StationParticles
let [customerId, otherId] = [0, 0]
let number = 0

beforeAll(async () => {
  store = await freshStore()
  const customer = (name: string) => ({ name, companyType: 'School', permissions: [] })
  await store.db.transaction().execute(async tx => {
    customerId = await insertCustomer(tx, customer('Own'), new Date(startMs))
    otherId = await insertCustomer(tx, customer('Other'), new Date(startMs))
    await makeRoom(tx, 'station_readings', [new Date(startMs - 48 * hourMs), new Date(startMs + 24 * hourMs)])
  })
})
afterAll(() => store.close())
beforeEach(() => {
  book = new StationBook()
  particles = new StationParticles(store.db, book)
})

/** A station that measures particles now. */
async function station(name: string, owner: number, latitude = roof.latitude): Promise<StationRow> {
  const now = new Date(startMs)
  const row = await store.db.transaction().execute(async tx => {
    const given = { id: `s${++number}`, source: instrumentSource, network: 'station', name } as const
    const at = { ...roof, latitude, elevationFeet: null, timeZone: 'America/Chicago' }
    return findStation(tx, owner, await giveStation(tx, owner, { ...given, ...at }, now))
  })
  if (!row) throw new Error('There is no station')
  measures(row, 12)
  return row
}
function measures(row: StationRow, pm25: number | null) {
  book.hold(book.set(row), { timeMs: startMs, measures: { ...nothingMeasured, pm25 }, olderMs: {} })
}
/** Stores readings at some minutes after a time. */
async function measured({ id }: StationRow, fromMs: number, minutes: readonly number[], pm25: number | null) {
  for (const minute of minutes)
    await sql`
      insert into station_readings (station_id, at, pm25, temperature_f)
      values (${id}, ${new Date(fromMs + minute * minuteMs)}, ${pm25}, 70)`.execute(store.db)
}
const hoursNear = (owner = customerId) =>
  particles.near(roof, owner, 10).map(({ name, hours }) => [name, [...hours.values()]])

it('are hourly means of quarters, if at least three of those have a reading', async () => {
  const row = await station('Roof', customerId)
  await measured(row, startMs - 3 * hourMs, [1, 2, 3, 4, 20, 40], 10)
  await measured(row, startMs - 3 * hourMs, [60], 30) // a reading at the end of the hour belongs to it
  await measured(row, startMs - 2 * hourMs, [10, 20], 50)
  await measured(row, startMs - hourMs, [10, 20, 40], 20)
  await measured(row, startMs - hourMs, [50], null)
  await particles.refresh(startMs + minuteMs)
  expect(hoursNear()).toEqual([['Roof', [15, 20]]])
})

it('are read once after the end of an hour, and forgotten after a day', async () => {
  const row = await station('Yard', customerId)
  await particles.refresh(startMs + minuteMs)
  await measured(row, startMs, [10, 20, 40], 33)
  await particles.refresh(startMs + 59 * minuteMs)
  expect(hoursNear()).toEqual([['Yard', []]])
  await particles.refresh(startMs + 61 * minuteMs)
  expect(hoursNear()).toEqual([['Yard', [33]]])
  measures(row, null)
  await particles.refresh(startMs + 2 * hourMs)
  expect(hoursNear()).toEqual([['Yard', [33]]])
  await particles.refresh(startMs + 30 * hourMs)
  expect(hoursNear()).toEqual([])
})

it('are used only for their own customer’s places nearby, nearest first', async () => {
  await station('Away', customerId, 35.3)
  await station('Here', customerId)
  await station('Far', customerId, 35.5)
  await station('Theirs', otherId)
  await particles.refresh(startMs + minuteMs)
  expect(hoursNear().map(([name]) => name)).toEqual(['Here', 'Away'])
  expect(hoursNear(otherId).map(([name]) => name)).toEqual(['Theirs'])
  expect(particles.near(roof, 987_654, 10)).toEqual([])
})
