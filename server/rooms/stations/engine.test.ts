import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { HistoryRecord } from '#domain/conditions/history'
import type { Reading, Station } from '#domain/conditions/reading'
import { mild } from '#domain/conditions/reading.testing'
import type { Events } from '#server/events'
import { dayMs, hourMs, minuteMs } from '#server/platform/clock'
import type { Store } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import { insertCustomer } from '#server/rooms/customers/index'
import { ConditionsAt } from '#server/rooms/conditions/index'
import type { StationEngine } from './engine.ts'
import { openTestEngine } from './engine.testing.ts'
import { listDays, listHours } from './store/history.ts'
import type { StationBook } from './known-stations.ts'
import { giveStation, listTimeline } from './store/stations.ts'
import { summarizeSome } from './summaries.ts'

let store: Store
let customerId: number
let book: StationBook
let at: ConditionsAt
let engine: StationEngine
let wanted: Events['past-wanted'][]

const nowMs = Date.UTC(2026, 10, 15, 12, 34)
const clock = { now: () => new Date(nowMs), monotonicMs: () => nowMs }
/** A whole hour, two hours ago. */
const hourStartMs = Math.floor(nowMs / hourMs - 2) * hourMs

const own: Station = {
  id: 'own',
  source: 'test',
  network: 'station',
  name: 'Our field',
  latitude: 35.21,
  longitude: -97.44,
  elevationFeet: 1170,
  timeZone: 'America/Chicago',
}
const airport: Station = { ...own, id: 'KOUN', network: 'metar', name: 'Norman', latitude: 35.3 }
const place = () => ({ latitude: 35.2, longitude: -97.44, customerId })

function reading(timeMs: number, measures: object = {}, station = own): Reading {
  return { stationId: station.id, source: station.source, timeMs, ...mild, ...measures }
}

async function open() {
  wanted = []
  const opened = openTestEngine(store.db, clock, {
    wantPast: want => wanted.push(want),
    keptSince: () => new Date(Date.UTC(2026, 5, 1)),
  })
  book = opened.book
  engine = opened.engine
  at = new ConditionsAt(book, () => undefined)
  await engine.start()
}

beforeAll(async () => {
  store = await freshStore()
  customerId = await store.db
    .transaction()
    .execute(tx => insertCustomer(tx, { name: 'One', companyType: '', permissions: [] }, clock.now()))
})
afterAll(() => store.close())
beforeEach(async () => {
  await sql`truncate stations cascade`.execute(store.db)
  await store.db.transaction().execute(tx => giveStation(tx, customerId, own, clock.now()))
  await open()
  await engine.knowStations([own, airport])
})

/** What the leader does every two seconds. */
const summarize = async () => {
  while (await store.db.transaction().execute(summarizeSome));
}

const idOf = (station: Station) => book.named(station.source, station.id)?.row.id ?? 0
const temperatureNow = () => {
  const { state, facets } = at.conditionsAt(place(), nowMs)
  return [state, facets.temperature?.observation.measures.temperatureF ?? null]
}
const stored = async () =>
  (
    await sql<{ at: Date; temperature_f: number | null }>`
    select at, temperature_f from station_readings order by at`.execute(store.db)
  ).rows

describe('a station', () => {
  it('stays with its customer when its source lists it again', async () => {
    await engine.knowStations([{ ...own, name: 'Our new field' }])
    expect(book.find(idOf(own))?.row).toMatchObject({ name: 'Our new field', customer_id: customerId })
  })

  it('without a position or a time zone is skipped, and affects no other', async () => {
    await engine.knowStations([
      { ...own, id: 'nowhere', latitude: NaN },
      { ...own, id: 'no zone', timeZone: 'Mars/Olympus' },
      { ...own, id: 'good', name: 'Bad' },
      { ...own, id: 'good' },
    ])
    expect([book.named('test', 'nowhere'), book.named('test', 'no zone')]).toEqual([undefined, undefined])
    expect(book.named('test', 'good')?.row.name).toBe('Our field')
  })
})

describe('readings', () => {
  it('are stored and applied; late ones are only stored', async () => {
    await engine.receive([reading(nowMs - minuteMs, { temperatureF: 80 })])
    await engine.receive([reading(nowMs - 6 * minuteMs, { temperatureF: 60 })])
    expect(temperatureNow()).toEqual(['fresh', 80])
    expect((await stored()).map(row => row.temperature_f)).toEqual([60, 80])
  })

  it('that another process relayed are applied and not stored again', async () => {
    await engine.receive([reading(nowMs - minuteMs, { temperatureF: 80 })], true)
    expect(temperatureNow()).toEqual(['fresh', 80])
    expect(await stored()).toEqual([])
  })

  it('change nothing when repeated, and are corrected by other values for the same time', async () => {
    await engine.receive([reading(nowMs - minuteMs, { temperatureF: 80 })])
    await engine.receive([reading(nowMs - minuteMs, { temperatureF: 80 })])
    expect(temperatureNow()).toEqual(['fresh', 80])
    await engine.receive([
      reading(nowMs - minuteMs, { temperatureF: 20 }),
      reading(nowMs - minuteMs, { temperatureF: 78 }),
    ])
    expect(temperatureNow()).toEqual(['fresh', 78])
    expect((await stored()).map(row => row.temperature_f)).toEqual([78])
  })

  it('older than the retention period are dropped', async () => {
    await engine.receive([reading(Date.UTC(2026, 4, 31, 23, 55)), reading(Date.UTC(2026, 5, 1))])
    expect((await stored()).map(row => row.at)).toEqual([new Date(Date.UTC(2026, 5, 1))])
  })

  it('lose only their invalid values, which replace no valid one', async () => {
    await engine.receive([reading(nowMs - 6 * minuteMs)])
    await engine.receive([
      reading(nowMs - minuteMs, { temperatureF: 300, windMph: NaN, gustMph: -4, humidityPercent: 60 }),
    ])
    const { facets } = at.conditionsAt(place(), nowMs)
    expect(facets.temperature).toMatchObject({ fresh: true, observedMs: nowMs - 6 * minuteMs })
    expect(facets.temperature?.observation.measures).toMatchObject({
      temperatureF: 70,
      humidityPercent: 60,
      windMph: 6,
    })
    expect((await stored()).map(row => row.temperature_f)).toEqual([70, null])
  })

  it('with values smaller than the database can store do not block other stations', async () => {
    await engine.receive([reading(nowMs, { rainInchesPerHour: 5e-324 }), reading(nowMs, {}, airport)])
    expect(await stored()).toHaveLength(2)
  })

  it('from unknown stations or the future are dropped, and the others are kept', async () => {
    await engine.receive([
      reading(nowMs - minuteMs, {}, { ...own, id: 'unknown' }),
      reading(nowMs + hourMs),
      reading(NaN),
      reading(nowMs, {}, airport),
    ])
    expect(await stored()).toHaveLength(1)
  })

  it('that could not be stored are reported, wait, and are stored with the next', async () => {
    await sql`alter table station_readings rename to away`.execute(store.db)
    await expect(engine.receive([reading(nowMs - 6 * minuteMs, { temperatureF: 61 })])).rejects.toThrow()
    expect(temperatureNow()).toEqual(['missing', null])
    await sql`alter table away rename to station_readings`.execute(store.db)
    await Promise.all([
      engine.receive([reading(nowMs - minuteMs, { temperatureF: 62 })]),
      engine.receive([reading(nowMs, { temperatureF: 63 })]),
    ])
    expect((await stored()).map(row => row.temperature_f)).toEqual([61, 62, 63])
  })

  it('are available again after a restart', async () => {
    await engine.receive([reading(nowMs - minuteMs, { temperatureF: 81.5 }), reading(nowMs, {}, airport)])
    const before = at.policyValues(place(), nowMs)
    await open()
    expect(temperatureNow()).toEqual(['fresh', 81.5])
    expect(at.policyValues(place(), nowMs)).toEqual(before)
  })
})

describe('the conditions at a place', () => {
  it('come from the customer’s station, then the airport, then are stale, then missing', async () => {
    expect(at.conditionsAt(place(), nowMs)).toMatchObject({ state: 'missing', speaker: null })
    await engine.receive([
      reading(nowMs, { temperatureF: 80 }),
      reading(nowMs, { temperatureF: 75 }, airport),
    ])
    expect(temperatureNow()).toEqual(['fresh', 80])
    const later = at.conditionsAt(place(), nowMs + 16 * minuteMs)
    expect(later.speaker?.station.row.name).toBe('Norman')
    expect(later.because).toBe('Nearest reporting station: Norman, 6.9 miles away')
    const much = at.conditionsAt(place(), nowMs + 2 * hourMs)
    expect(much.state).toBe('stale')
    expect(at.policyValues(place(), nowMs + 2 * hourMs).WIND?.kind).toBe('stale')
  })

  it('never come from another customer’s station', async () => {
    await engine.receive([reading(nowMs)])
    const other = { ...place(), customerId: customerId + 1 }
    expect(at.conditionsAt(other, nowMs)).toMatchObject({ state: 'missing' })
    expect(at.policyValues(other, nowMs).HEAT?.kind).toBe('missing')
  })

  it('come from the analysis where no station is fresh, and follow its updates', async () => {
    let given = { ...mild, timeMs: nowMs - minuteMs, windMph: 12 }
    const asked = new ConditionsAt(book, () => given)
    const where = place()
    expect(asked.policyValues(where, nowMs).WIND).toMatchObject({
      kind: 'fresh',
      value: 12,
      source: { name: 'Gridded analysis' },
    })
    expect(asked.conditionsAt(where, nowMs).because).toContain('gridded analysis')
    given = { ...given, windMph: NaN }
    expect(asked.policyValues(where, nowMs).WIND?.kind).toBe('missing')
  })

  it('include a station that was assigned or moved after an earlier query', async () => {
    const where = { latitude: 40, longitude: -100, customerId }
    await engine.receive([reading(nowMs)])
    expect(at.policyValues(where, nowMs).WIND?.kind).toBe('missing')
    await engine.knowStations([{ ...own, latitude: 40.01, longitude: -100 }])
    expect(at.policyValues(where, nowMs).WIND?.kind).toBe('fresh')
  })
})

describe('hours and days', () => {
  const hours = () => listHours(store.db, 'system', idOf(own), new Date(hourStartMs - dayMs), new Date(nowMs))

  it('are summarized from readings, each belonging to the time that led up to it', async () => {
    await engine.receive([
      reading(hourStartMs, { temperatureF: 50, rainTodayInches: 0.1 }),
      reading(hourStartMs + 30 * minuteMs, {
        temperatureF: 60,
        windMph: 10,
        gustMph: 22,
        rainTodayInches: 0.3,
      }),
      reading(hourStartMs + hourMs, { temperatureF: 80, windMph: 4, rainTodayInches: 0.35 }),
    ])
    await summarize()
    const [before, hour, ...after] = await hours()
    expect(after).toEqual([])
    expect(before).toMatchObject({ mean_temperature_f: 50, rain_inches: null })
    expect(hour).toMatchObject({
      start_at: new Date(hourStartMs),
      mean_temperature_f: 70,
      min_temperature_f: 60,
      max_temperature_f: 80,
      mean_wind_mph: 7,
      max_gust_mph: 22,
    })
    expect(hour?.rain_inches).toBeCloseTo(0.25, 5)
    expect(hour?.max_wbgt_f).toBeGreaterThan(60)
  })

  it('treat an emptied gauge as starting from zero, and late readings once', async () => {
    const gauge = (minutes: number, rainTodayInches: number) =>
      reading(hourStartMs + minutes * minuteMs, { rainTodayInches })
    await engine.receive([gauge(5, 1), gauge(15, 0.02), gauge(70, 0.3)])
    await summarize()
    await engine.receive([gauge(60, 0.1), gauge(60, 0.1)])
    await summarize()
    const [first, second] = await hours()
    expect(first?.rain_inches).toBeCloseTo(0.02 + 0.08, 5)
    expect(first?.rain_unplaced_inches).toBeCloseTo(1, 5)
    expect(second?.rain_inches).toBeCloseTo(0.2, 5)
  })

  it('are not summarized for airports', async () => {
    await engine.receive([reading(hourStartMs + minuteMs, {}, airport)])
    await summarize()
    expect((await sql`select from station_hours`.execute(store.db)).rows).toEqual([])
  })

  it('form days of the station’s local calendar', async () => {
    const midnightMs = Date.UTC(2026, 6, 2, 5)
    await engine.receive([
      reading(midnightMs - 90 * minuteMs, { temperatureF: 70 }),
      reading(midnightMs, { temperatureF: 60 }),
      reading(midnightMs + 5 * minuteMs, { temperatureF: 50 }),
    ])
    await summarize()
    const days = await listDays(store.db, 'system', idOf(own), '2026-06-01', '2026-08-01')
    expect(days.map(day => [day.day, day.min_temperature_f, day.max_temperature_f])).toEqual([
      ['2026-07-01', 60, 70],
      ['2026-07-02', 50, 50],
    ])
  })

  it('have a timeline in steps, each at its last reading', async () => {
    const times = [5, 10, 15, 20].map(minutes => hourStartMs + minutes * minuteMs)
    await engine.receive(times.map((timeMs, index) => reading(timeMs, { temperatureF: 60 + index })))
    const since = new Date(hourStartMs)
    const fine = await listTimeline(store.db, 'system', idOf(own), since, 5)
    expect(fine.map(row => row.at.getTime())).toEqual(times)
    const coarse = await listTimeline(store.db, 'system', idOf(own), since, 15)
    expect(coarse.map(row => [row.at.getTime(), row.mean_temperature_f])).toEqual([
      [times[2], 61],
      [times[3], 63],
    ])
  })
})

describe('the past', () => {
  const span: Omit<HistoryRecord, 'startMs' | 'endMs'> = {
    meanTemperatureF: 55,
    minTemperatureF: 50,
    maxTemperatureF: 60,
    meanHumidityPercent: 50,
    minHumidityPercent: 40,
    maxHumidityPercent: 60,
    meanWindMph: 5,
    minWindMph: 2,
    maxWindMph: 9,
    maxGustMph: 15,
    meanStationPressureHpa: 970,
    meanSolarWattsPerM2: 200,
    rainInches: 0.1,
    meanFeelsLikeF: 55,
    minFeelsLikeF: 50,
    maxFeelsLikeF: 60,
    meanHeatIndexF: null,
    maxHeatIndexF: null,
    meanWindChillF: null,
    minWindChillF: null,
    meanWbgtF: 58,
    maxWbgtF: 61,
  }
  const hour = (startMs: number) => ({ ...span, startMs, endMs: startMs + hourMs })
  const piece = { source: 'test', stationId: 'own', days: [], hours: [], readings: [] }

  it('is requested once, only for customers’ stations', async () => {
    await engine.knowStations([own, airport, { ...own, id: 'nobody’s' }])
    expect(wanted).toEqual([{ source: 'test', stationId: 'own', fromMs: null, toMs: nowMs }])
  })

  it('is requested from where it broke off, and then since the last reading', async () => {
    const halfMs = hourStartMs - 9 * dayMs
    await engine.receivePast({ ...piece, throughMs: halfMs, hours: [hour(halfMs - hourMs)] })
    await open()
    await engine.knowStations([own])
    expect(wanted).toMatchObject([{ fromMs: halfMs, toMs: nowMs }])
    await engine.receivePast({ ...piece, throughMs: nowMs })
    await engine.receive([reading(nowMs - hourMs)])
    await open()
    await engine.knowStations([own])
    expect(wanted).toMatchObject([{ fromMs: nowMs - hourMs, toMs: nowMs }])
    await engine.receive([reading(nowMs - minuteMs)])
    await engine.receivePast({ ...piece, throughMs: nowMs })
    await open()
    await engine.knowStations([own])
    expect(wanted).toEqual([])
  })

  it('forms days from its hours, and does not overwrite measurements', async () => {
    await engine.receive([reading(hourStartMs + 5 * minuteMs, { temperatureF: 90 })])
    const past = { ...piece, throughMs: nowMs, hours: [hour(hourStartMs), hour(hourStartMs - hourMs)] }
    await summarize()
    await engine.receivePast(past)
    await engine.receivePast(past)
    await summarize()
    const rows = await listHours(
      store.db,
      'system',
      idOf(own),
      new Date(hourStartMs - hourMs),
      new Date(nowMs),
    )
    expect(rows.map(row => row.mean_temperature_f)).toEqual([55, 90])
    const days = await listDays(store.db, 'system', idOf(own), '2000-01-01', '2100-01-01')
    expect(Math.max(...days.map(day => day.max_temperature_f ?? 0))).toBe(90)
    expect(Math.min(...days.map(day => day.min_temperature_f ?? 99))).toBe(50)
    expect(book.find(idOf(own))?.hasHistory).toBe(true)
  })
})
