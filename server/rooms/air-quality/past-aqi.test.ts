import { afterAll, beforeAll, expect, it } from 'vitest'
import { dustNowCast } from '#domain/air-quality/nowcast'
import type { AirSensor } from '#domain/air-quality/sensor'
import type { Events } from '#server/events'
import { createBus } from '#server/platform/bus'
import { dayMs, hourMs } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { askForPast } from './ask-for-past.ts'
import { AirBook } from './engine.ts'
import { hourlyAqi } from './past-aqi.ts'
import { listSensors, saveAirMeans, saveSensors } from './store.ts'

const startMs = Date.UTC(2025, 2, 1)
const place = { latitude: 35.2, longitude: -97.44 }
const sensor: AirSensor = {
  id: 'near',
  source: 'test',
  name: 'Near',
  latitude: 35.21,
  longitude: -97.44,
  measures: ['PM2.5'],
}
const farther: AirSensor = { ...sensor, id: 'farther', latitude: 35.3, measures: ['PM2.5', 'PM10'] }

let store: TestStore
const book = new AirBook()
/** Two days of hourly values, some of them missing. */
const values = Array.from({ length: 48 }, (_, hour) =>
  hour % 9 === 4 || (hour > 30 && hour < 36) ? null : 5 + hour,
)

beforeAll(async () => {
  store = await freshStore()
  await saveSensors(store.db, [sensor, farther])
  book.setSensors(await listSensors(store.db))
  const numberOf = (id: string) => book.sensors.find(each => each.id === id)?.number ?? NaN
  const means = values.flatMap((concentration, hour) =>
    concentration === null
      ? []
      : [
          { sensorNumber: numberOf('near'), pollutant: 'PM2.5' as const, concentration },
          { sensorNumber: numberOf('farther'), pollutant: 'PM10' as const, concentration: concentration * 2 },
        ].map(mean => ({ ...mean, hourStartMs: startMs + hour * hourMs })),
  )
  await saveAirMeans(store.db, means)
})
afterAll(() => store.close())

it('is the NowCast of each hour at the nearest sensor that measures it', async () => {
  const found = await hourlyAqi(
    { db: store.db, book },
    place,
    'PM2.5',
    startMs + 20 * hourMs,
    startMs + 48 * hourMs,
  )
  for (let hour = 20; hour < 48; hour++) {
    const newestFirst = Array.from({ length: 12 }, (_, ago) => values[hour - ago] ?? null)
    expect(found.get(startMs + hour * hourMs) ?? null).toBe(dustNowCast('PM2.5', newestFirst)?.aqi ?? null)
  }
  expect(found.get(startMs + 34 * hourMs)).toBeUndefined()
  const coarse = await hourlyAqi({ db: store.db, book }, place, 'PM10', startMs, startMs + 48 * hourMs)
  expect(coarse.size).toBeGreaterThan(30)
})

it('is empty for a place without a sensor within reach', async () => {
  const away = { latitude: 40, longitude: -97.44 }
  const found = await hourlyAqi({ db: store.db, book }, away, 'PM2.5', startMs, startMs + 48 * hourMs)
  expect(found.size).toBe(0)
})

it('requests the missing past of sensors near users’ places, and of no others', async () => {
  const bus = createBus<Events>(silentLog)
  const asked: Events['air-past-wanted'][] = []
  const nowMs = startMs + 100 * dayMs
  const deps = {
    db: store.db,
    clock: { now: () => new Date(nowMs), monotonicMs: () => 0 },
    bus,
    book,
    keeps: { hoursDays: 1830 },
  }
  const places = [{ ...place }] as never[]
  await askForPast({ ...deps, locations: { all: () => places } }) // no source would respond
  bus.subscribe('air-past-wanted', wanted => void asked.push(wanted))
  await askForPast({ ...deps, locations: { all: () => [] } })
  await askForPast({ ...deps, locations: { all: () => places } })
  await askForPast({ ...deps, keeps: { hoursDays: 100 }, locations: { all: () => places } })
  await bus.settled()
  expect(asked).toEqual([{ sensorIds: ['near', 'farther'], fromMs: nowMs - 400 * dayMs, toMs: startMs }])
})
