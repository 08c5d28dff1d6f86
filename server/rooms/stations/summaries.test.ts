import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Station } from '#domain/conditions/reading'
import { nothingMeasured } from '#domain/conditions/reading'
import { dayMs, hourMs, minuteMs } from '#server/platform/clock'
import type { Store } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import type { StationEngine } from './engine.ts'
import { openTestEngine } from './engine.testing.ts'
import { listEtHours } from './store/gather.ts'
import { listDays, listHours, listQuarters, type SpanColumns } from './store/history.ts'
import { dropMonthsBefore } from './months.ts'
import { summarizeSome } from './summaries.ts'
import { recompute, type PlainReading, type PlainSpan } from './summaries.testing.ts'

const station: Station = {
  id: 'one',
  source: 'test',
  network: 'station',
  name: 'One',
  latitude: 35.2,
  longitude: -97.4,
  elevationFeet: 1170,
  timeZone: 'America/Chicago',
}
const nowMs = Date.UTC(2026, 11, 1)
const clock = { now: () => new Date(nowMs), monotonicMs: () => nowMs }

let store: Store
let engine: StationEngine
let stationId: number

beforeAll(async () => void (store = await freshStore()))
afterAll(() => store.close())
beforeEach(() => anew())

/** Each test and each property run has its own station: emptying the tables would take longer than most of them. */
let stations = 0
let stationName = ''

async function anew(timeZone = station.timeZone) {
  stationName = `station ${++stations}`
  const opened = openTestEngine(store.db, clock)
  engine = opened.engine
  await engine.knowStations([{ ...station, id: stationName, timeZone }])
  stationId = opened.book.named('test', stationName)?.row.id ?? 0
}

const hear = (readings: readonly PlainReading[]) =>
  engine.receive(
    readings.map(({ atMs, temperatureF, windMph, gustMph, gaugeInches }) => ({
      ...nothingMeasured,
      stationId: stationName,
      source: 'test',
      timeMs: atMs,
      temperatureF,
      windMph,
      gustMph,
      rainTodayInches: gaugeInches,
    })),
  )

async function summarize() {
  while (await store.db.transaction().execute(summarizeSome));
}

const near = (value: number | null) => (value === null ? null : Math.round(value * 1000) / 1000 || 0)
const rounded = (span: PlainSpan) =>
  Object.fromEntries(
    Object.entries(span).map(([name, value]: [string, number | null]) => [name, near(value)]),
  )
const spanOf = (row: SpanColumns): PlainSpan => ({
  meanF: row.mean_temperature_f,
  minF: row.min_temperature_f,
  maxF: row.max_temperature_f,
  meanWind: row.mean_wind_mph,
  maxGust: row.max_gust_mph,
  rain: row.rain_inches,
  unplaced: row.rain_unplaced_inches,
})

const byTime = (row: SpanColumns & { start_at: Date }) =>
  [row.start_at.getTime(), rounded(spanOf(row))] as const

async function summarized() {
  const [from, to] = [new Date(0), new Date(nowMs)]
  const { db } = store
  return {
    quarters: (await listQuarters(db, 'system', stationId, from, to)).map(byTime),
    hours: (await listHours(db, 'system', stationId, from, to)).map(byTime),
    days: (await listDays(db, 'system', stationId, '2000-01-01', '2100-01-01')).map(
      row => [row.day, rounded(spanOf(row))] as const,
    ),
  }
}

function expected(readings: readonly PlainReading[], timeZone: string) {
  const { quarters, hours, days } = recompute(readings, timeZone)
  const plain = <Key>(spans: ReadonlyMap<Key, PlainSpan>) =>
    Array.from(spans, ([key, span]) => [key, rounded(span)])
  return { quarters: plain(quarters), hours: plain(hours), days: plain(days) }
}

/** Around the nights when clocks change, including the turn of a month. */
const nights = [Date.UTC(2026, 10, 1, 5), Date.UTC(2026, 2, 8, 6)] as const
/** Including zones whose midnight is not on a UTC hour; on Lord Howe Island clocks change by half an hour. */
const nightsOfZones = [
  ...nights.map(nightMs => ({ timeZone: 'America/Chicago', nightMs })),
  { timeZone: 'Asia/Kolkata', nightMs: Date.UTC(2026, 5, 30, 18, 30) },
  { timeZone: 'Asia/Kathmandu', nightMs: Date.UTC(2026, 5, 30, 18, 15) },
  { timeZone: 'Pacific/Chatham', nightMs: Date.UTC(2026, 8, 26, 11, 15) },
  // Clocks change at midnight: it is missing in spring, and occurs twice in fall.
  { timeZone: 'America/Havana', nightMs: Date.UTC(2026, 2, 8, 5) },
  { timeZone: 'America/Havana', nightMs: Date.UTC(2026, 10, 1, 4) },
  { timeZone: 'Africa/Cairo', nightMs: Date.UTC(2026, 3, 23, 22) },
  { timeZone: 'Africa/Cairo', nightMs: Date.UTC(2026, 9, 29, 22) },
  { timeZone: 'Australia/Adelaide', nightMs: Date.UTC(2026, 3, 4, 13, 30) },
  { timeZone: 'Australia/Adelaide', nightMs: Date.UTC(2026, 9, 3, 14, 30) },
  { timeZone: 'America/St_Johns', nightMs: Date.UTC(2026, 10, 1, 2, 30) },
  { timeZone: 'America/St_Johns', nightMs: Date.UTC(2026, 2, 8, 3, 30) },
  { timeZone: 'Australia/Lord_Howe', nightMs: Date.UTC(2026, 3, 4, 13) },
  { timeZone: 'Australia/Lord_Howe', nightMs: Date.UTC(2026, 9, 3, 13, 30) },
  { timeZone: 'Australia/Lord_Howe', nightMs: Date.UTC(2026, 9, 4, 13) },
] as const

const measured = (most: number) =>
  fc.option(
    fc.integer({ min: 0, max: most * 4 }).map(value => value / 4),
    { freq: 5 },
  )
const values = fc.record({
  temperatureF: measured(100),
  windMph: measured(40),
  gustMph: measured(60),
  gaugeInches: fc.option(
    fc.integer({ min: 0, max: 8 }).map(value => value / 4),
    { freq: 8 },
  ),
})
/** Mostly close together, occasionally after hours or a day of silence. */
const gaps = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 20 }) },
  { weight: 2, arbitrary: fc.constantFrom(15, 60, 61) },
  { weight: 1, arbitrary: fc.integer({ min: 62, max: 1500 }) },
)

const story = fc.record({
  night: fc.constantFrom(...nightsOfZones),
  steps: fc.array(
    fc.record({ gapMinutes: gaps, first: values, second: fc.option(values, { freq: 3 }), turn: fc.nat() }),
    {
      minLength: 1,
      maxLength: 40,
    },
  ),
  batch: fc.integer({ min: 1, max: 9 }),
})

describe('summaries', () => {
  it('equal a recomputation from raw readings, whatever their order, repetitions and corrections', async () => {
    await fc.assert(
      fc.asyncProperty(story, async ({ night: { nightMs, timeZone }, steps, batch }) => {
        await anew(timeZone)
        let atMs = nightMs - 6 * hourMs
        const reported = steps.map(({ gapMinutes, first, second, turn }) => {
          atMs += gapMinutes * minuteMs
          return { turn, first: { atMs, ...first }, second: second && { atMs, ...second } }
        })
        const order = reported.toSorted((one, other) => one.turn - other.turn)
        // Sends the first values in shuffled order, some twice, and then the corrections.
        const sent = [
          ...order.flatMap(({ first, turn }) => (turn % 3 === 0 ? [first, first] : [first])),
          ...order.flatMap(({ second }) => second ?? []),
        ]
        for (let start = 0; start < sent.length; start += batch) {
          await hear(sent.slice(start, start + batch))
          if (start % 2 === 0) await summarize()
        }
        await summarize()
        expect(await summarized()).toEqual(
          expected(
            reported.map(({ first, second }) => second ?? first),
            timeZone,
          ),
        )
      }),
      { numRuns: 80, endOnFailure: true }, // reports the seed without shrinking, which would take minutes
    )
  })

  it('assign a reading at midnight, and the time that led up to it, to the day before in every zone', async () => {
    for (const { timeZone, nightMs } of nightsOfZones) {
      await anew(timeZone)
      const at = (minutes: number, temperatureF: number, gustMph: number, gaugeInches: number) => ({
        atMs: nightMs + minutes * minuteMs,
        temperatureF,
        windMph: 5,
        gustMph,
        gaugeInches,
      })
      await hear([at(-20, 50, 10, 1), at(-10, 55, 30, 1.5), at(0, 60, 20, 1.75)])
      await hear([at(5, 40, 12, 0), at(20, 45, 15, 0.25)])
      await summarize()
      const { days } = await summarized()
      expect(
        days.map(([, { minF, maxF, maxGust, rain }]) => [minF, maxF, maxGust, rain]),
        timeZone,
      ).toEqual([
        [50, 60, 30, 1.75],
        [40, 45, 15, 0.25],
      ])
    }
  })

  it('of a day that begins at half past have 24 local hours for evapotranspiration', async () => {
    await anew('Asia/Kolkata')
    const startMs = Date.UTC(2026, 5, 30, 18, 30)
    await hear(
      Array.from({ length: 24 * 4 }, (_, index) => ({
        atMs: startMs + (index + 1) * 15 * minuteMs,
        temperatureF: Math.floor(index / 4),
        windMph: 5,
        gustMph: null,
        gaugeInches: null,
      })),
    )
    await summarize()
    const from = new Date(startMs)
    const hours = await listEtHours(store.db, 'system', stationId, from, new Date(startMs + dayMs))
    expect(hours.map(({ start_at, mean_temperature_f }) => [start_at.getTime(), mean_temperature_f])).toEqual(
      Array.from({ length: 24 }, (_, hour) => [startMs + hour * hourMs, hour]),
    )
  })

  it('of a day on which clocks change have all its hours', async () => {
    for (const [nightMs, hours] of [
      [nights[0], 25],
      [nights[1], 23],
    ] as const) {
      await anew()
      const count = hours * 12
      await hear(
        Array.from({ length: count }, (_, index) => ({
          atMs: nightMs + (index + 1) * 5 * minuteMs,
          temperatureF: index / 4,
          windMph: 5,
          gustMph: 8,
          gaugeInches: 0,
        })),
      )
      await summarize()
      const { days } = await summarized()
      expect(days.map(([, span]) => span['maxF'])).toEqual([(count - 1) / 4])
    }
  })

  it('assign rain during a long silence to the day, and to no hour', async () => {
    const startMs = Date.UTC(2026, 6, 1, 15)
    const at = (minutes: number, gaugeInches: number) => ({
      atMs: startMs + minutes * minuteMs,
      temperatureF: 70,
      windMph: 5,
      gustMph: null,
      gaugeInches,
    })
    await hear([at(5, 0), at(200, 0.75), at(205, 1)])
    await summarize()
    const { hours, days } = await summarized()
    expect(hours.map(([, span]) => span['rain'])).toEqual([null, 0.25])
    expect(days.map(([, span]) => span['rain'])).toEqual([1])
  })

  it('stay when their readings are dropped with their month', async () => {
    const startMs = Date.UTC(2026, 6, 1)
    const reading = { temperatureF: 70, windMph: 5, gustMph: 8, gaugeInches: 0 }
    await hear([
      { atMs: startMs + minuteMs, ...reading },
      { atMs: startMs + 40 * dayMs, ...reading },
    ])
    await summarize()
    const before = await summarized()
    expect(await dropMonthsBefore(store.db, 'station_readings', new Date(Date.UTC(2026, 7, 3)))).toContain(
      'station_readings_2026_07',
    )
    const { rows } = await sql<{
      at: Date
    }>`select at from station_readings where station_id = ${stationId}`.execute(store.db)
    expect(rows).toHaveLength(1)
    await engine.receive([])
    await summarize()
    expect(await summarized()).toEqual(before)
  })
})

describe('radar-corrected rain', () => {
  const startMs = Date.UTC(2026, 6, 1, 5)
  const hourly = (hours: number, inches: number) => ({
    source: 'test',
    rains: [{ stationId: stationName, inches, throughMs: startMs + hours * hourMs }],
  })

  async function rains() {
    const hours = await listHours(store.db, 'system', stationId, new Date(0), new Date(nowMs))
    const days = await listDays(store.db, 'system', stationId, '2026-07-01', '2026-07-01')
    const inches = (row: { corrected_rain_inches: number | null }) => near(row.corrected_rain_inches)
    return { hours: hours.map(inches), days: days.map(inches) }
  }

  beforeEach(async () => {
    const steps = Array.from({ length: 6 * 4 }, (_, index) => startMs + (index + 1) * 15 * minuteMs)
    await hear(steps.map(atMs => ({ atMs, temperatureF: 70, windMph: 5, gustMph: 8, gaugeInches: 0.1 })))
  })

  it('appears in hours and days, even if it arrives late or twice', async () => {
    await engine.receiveRain(hourly(3, 0.9))
    await engine.receiveRain(hourly(1, 0.2))
    await summarize()
    expect(await rains()).toEqual({ hours: [0.2, null, null, null, null, null], days: [null] })
    await engine.receiveRain(hourly(2, 0.5))
    await engine.receiveRain(hourly(2, 0.4))
    for (const hours of [4, 5, 6]) await engine.receiveRain(hourly(hours, 1))
    await summarize()
    expect(await rains()).toEqual({ hours: [0.2, 0.2, 0.5, 0.1, 0, 0], days: [1] })
  })

  it('is available again after a restart', async () => {
    await engine.receiveRain({
      source: 'test',
      rains: [{ stationId: stationName, inches: 0.3, throughMs: nowMs - hourMs }],
    })
    const { book, engine: restarted } = openTestEngine(store.db, clock)
    await restarted.start()
    expect(book.find(stationId)?.correctedRain).toEqual({
      inches: expect.closeTo(0.3, 5),
      throughMs: nowMs - hourMs,
    })
  })
})
