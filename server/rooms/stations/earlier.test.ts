import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Reading, Station } from '#domain/conditions/reading'
import { mild } from '#domain/conditions/reading.testing'
import { minuteMs } from '#server/platform/clock'
import type { Store } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import { ConditionsAt } from '#server/rooms/conditions/index'
import { openTestEngine } from './engine.testing.ts'

let store: Store
beforeAll(async () => void (store = await freshStore()))
afterAll(() => store.close())

const nowMs = Date.UTC(2026, 10, 15, 12, 34)
const clock = { now: () => new Date(nowMs), monotonicMs: () => nowMs }
const airport: Station = {
  id: 'KOUN',
  source: 'test',
  network: 'metar',
  name: 'Norman',
  latitude: 35.3,
  longitude: -97.44,
  elevationFeet: 1170,
  timeZone: 'America/Chicago',
}
const place = { latitude: 35.2, longitude: -97.44, customerId: 1 }
const fullMs = nowMs - 50 * minuteMs
/** A short report between two full ones. */
const short: Reading = {
  ...mild,
  stationId: airport.id,
  source: airport.source,
  timeMs: nowMs - 5 * minuteMs,
  temperatureF: null,
  earlier: { temperatureF: { value: 61, timeMs: fullMs } },
}

async function open() {
  const { book, engine } = openTestEngine(store.db, clock)
  await engine.start()
  await engine.knowStations([airport])
  return { engine, at: new ConditionsAt(book, () => undefined) }
}

it('uses an earlier measurement of a station, with its age', async () => {
  const { engine, at } = await open()
  await engine.receive([short])
  const now = at.conditionsAt(place, nowMs).facets
  expect(now.temperature).toMatchObject({ fresh: true, observedMs: fullMs })
  expect(now.temperature?.observation.measures.temperatureF).toBe(61)
  expect(now.wind).toMatchObject({ fresh: true, observedMs: short.timeMs })
  // The value is stale by its own time, although the report that included it is fresh.
  expect(at.conditionsAt(place, nowMs + 30 * minuteMs).facets).toMatchObject({
    temperature: { fresh: false },
    wind: { fresh: true },
  })
})

it('does not store it, and uses it again when it is received again after a restart', async () => {
  const { engine, at } = await open()
  const temperature = () =>
    at.conditionsAt(place, nowMs).facets.temperature?.observation.measures.temperatureF
  expect(temperature()).toBeUndefined()
  await engine.receive([short])
  expect(temperature()).toBe(61)
})
