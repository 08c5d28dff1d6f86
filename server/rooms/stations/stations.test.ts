import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Call } from '#contract/call'
import { createFeedKey, ingestStrikes } from '#contract/weather/lightning'
import {
  exportConditionSnapshots,
  exportHistory,
  getEvapotranspiration,
  getWeatherStation,
  historyOfDay,
  historyOfMonth,
  historyOfRange,
  historyOfWeek,
  listConditionSnapshots,
  listWeatherStations,
  shareWeatherStation,
  stationImageTime,
  type ConditionSnapshot,
  type ListedStation,
} from '#contract/devices/stations'
import { mild } from '#domain/conditions/reading.testing'
import type { Station } from '#domain/conditions/reading'
import { minuteMs } from '#server/platform/clock'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { silentLog } from '#server/platform/log'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { StationBook } from './known-stations.ts'
import { StationEngine } from './engine.ts'
import { giveStation } from './store/stations.ts'

const nowMs = Date.UTC(2026, 6, 2, 17, 7)
const clock = { now: () => new Date(nowMs), monotonicMs: () => nowMs }
const station: Station = {
  id: 'field-1',
  source: 'test',
  network: 'station',
  name: '=Field "One"',
  latitude: 35.21,
  longitude: -97.44,
  elevationFeet: 1170,
  timeZone: 'America/Chicago',
}

let world: TestHouse
let store: TestStore
let admin: TestPerson
let assistant: TestPerson
let stranger: TestPerson
let support: TestPerson
let id: string
let foreignId: string

/** Stores readings before the server starts. */
async function report(stations: readonly Station[]) {
  const engine = new StationEngine({
    db: store.db,
    clock,
    log: silentLog,
    book: new StationBook(),
    sources: { isOn: () => true },
    drops: { drop: () => {} },
    wantPast: () => {},
    keptSince: () => new Date(0),
  })
  await engine.knowStations(stations)
  await engine.receive(
    Array.from({ length: 30 * 12 }, (_, index) => ({
      ...mild,
      stationId: station.id,
      source: 'test',
      timeMs: Date.UTC(2026, 6, 2, 17) - index * 5 * minuteMs,
      temperatureF: -4,
    })),
  )
}

beforeAll(async () => {
  store = await freshStore()
  world = await testHouse({ clock, store })
  const customerId = await world.customer()
  const otherCustomer = await world.customer()
  admin = await world.person({ role: 'Admin', customerId })
  support = await world.person({ role: 'SuperAdmin', customerId: otherCustomer })
  const groupId = await world.group(customerId, 'A')
  assistant = await world.person({ role: 'AssistantAdmin', customerId, groupId })
  stranger = await world.person({ role: 'Admin', customerId: otherCustomer })
  const foreign = { ...station, id: 'field-2', name: 'Other field' }
  const give = (whose: number, which: Station) =>
    store.db.transaction().execute(tx => giveStation(tx, whose, which, clock.now()))
  id = String(await give(customerId, station))
  foreignId = String(await give(otherCustomer, foreign))
  await report([station, foreign])
  await world.restart()
  await vi.waitFor(
    async () => {
      const { body } = await world.ask(historyOfDay, { params: { id } }, admin)
      expect((body.data as object[]).length).toBeGreaterThan(22)
    },
    { timeout: 20_000, interval: 100 },
  )
})
afterAll(() => world.close())

const statusOf = async (call: Call, input: object, as?: TestPerson) =>
  (await world.ask(call, input, as)).status
const fault = async (call: Call, input: object, as = admin) => {
  const { status, body } = await world.ask(call, input, as)
  return [status, body.responseException?.message, body.responseException?.errors]
}
const range = (startDate: string, endDate: string) => ({ query: { startDate, endDate } })

describe('a station', () => {
  const calls: readonly (readonly [string, Call, object])[] = [
    ['itself', getWeatherStation, {}],
    ['the time of its image', stationImageTime, {}],
    ['its day', historyOfDay, {}],
    ['its week', historyOfWeek, {}],
    ['its month', historyOfMonth, {}],
    ['a range', historyOfRange, range('2026-06-20', '2026-07-01')],
    ['its evapotranspiration', getEvapotranspiration, { query: {} }],
    ['its snapshots', listConditionSnapshots, { query: {} }],
  ]

  it.each(calls)(
    'is hidden from other customers and strangers until its page is public: %s',
    async (_, call, input) => {
      const asked = { params: { id }, ...input }
      const share = (isPublic: boolean) =>
        world.ask(shareWeatherStation, { params: { id }, body: { isPublic } }, admin)
      expect(await statusOf(call, asked, admin)).toBe(200)
      expect([await statusOf(call, asked, stranger), await statusOf(call, asked)]).toEqual([404, 404])
      expect((await share(true)).status).toBe(200)
      await vi.waitFor(async () => expect(await statusOf(call, asked)).toBe(200), 10_000)
      expect(await statusOf(call, asked, stranger)).toBe(200)
      await share(false)
      await vi.waitFor(async () => expect(await statusOf(call, asked)).toBe(404), 10_000)
      expect(await statusOf(call, { params: { id: '999999' }, ...input }, admin)).toBe(404)
    },
  )

  it('is public in every process once it is in one', async () => {
    const second = await testHouse({ clock, store })
    try {
      const open = (isPublic: boolean) =>
        world.ask(shareWeatherStation, { params: { id }, body: { isPublic } }, admin)
      const there = async () => (await second.ask(getWeatherStation, { params: { id } })).status
      expect(await there()).toBe(404)
      await open(true)
      await vi.waitFor(async () => expect(await there()).toBe(200), 10_000)
      await open(false)
      await vi.waitFor(async () => expect(await there()).toBe(404), 10_000)
    } finally {
      await second.close()
    }
  })

  it('does not show visitors the name its device signs in with', async () => {
    await world.ask(shareWeatherStation, { params: { id }, body: { isPublic: true } }, admin)
    await vi.waitFor(
      async () => expect(await statusOf(getWeatherStation, { params: { id } })).toBe(200),
      10_000,
    )
    const { body } = await world.ask(getWeatherStation, { params: { id } })
    expect(body.data).toMatchObject({ locationName: '=Field "One"', hardwareId: '', canShare: false })
    await world.ask(shareWeatherStation, { params: { id }, body: { isPublic: false } }, admin)
  })

  it('is made public only by administrators of its customer', async () => {
    const body = { isPublic: true }
    expect(await statusOf(shareWeatherStation, { params: { id }, body }, assistant)).toBe(403)
    expect(await statusOf(shareWeatherStation, { params: { id }, body }, stranger)).toBe(404)
    expect(await statusOf(shareWeatherStation, { params: { id: foreignId }, body }, admin)).toBe(404)
    const { body: reported } = await world.ask(getWeatherStation, { params: { id } }, assistant)
    expect(reported.data).toMatchObject({ isPublic: false, canShare: false })
  })

  it('is listed for its customer’s people with the first day of its history', async () => {
    const { body } = await world.ask(listWeatherStations, {}, admin)
    expect(body.data as ListedStation[]).toEqual([
      {
        id: Number(id),
        hardwareId: 'field-1',
        locationName: '=Field "One"',
        timeZone: 'America/Chicago',
        historySince: '2026-07-01',
      },
    ])
  })
})

describe('an export', () => {
  const csv = async (path: string, from: string, to: string) => {
    const reply = await world.house.http.inject({
      url: `${path}?startDate=${from}&endDate=${to}`,
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(reply.statusCode, reply.body).toBe(200)
    return { headers: reply.headers, lines: reply.body.split('\r\n').filter(line => line !== '') }
  }
  const path = (kind: string) => `/api/Observations/Historical/Export/${kind}/${id}`

  it('by hours has units, UTC and local time, and is safe to open', async () => {
    const { headers, lines } = await csv(path('hourly'), '2026-07-01', '2026-07-02')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const named = /filename\*=UTF-8''(\S+)/.exec(String(headers['content-disposition']))?.[1] ?? ''
    expect(decodeURIComponent(named)).toBe('=Field "One" Hourly.csv')
    expect(lines[0]).toBe(
      'Station,Start (UTC),"Start (local, America/Chicago)",Local offset,Average temperature (°F),' +
        'Maximum wind speed (mph),Maximum wind gust (mph),Precipitation (in),Precipitation by',
    )
    expect(lines[1]).toBe(`"'=Field ""One""",2026-07-01 11:00,2026-07-01 06:00,UTC-05:00,-4,6,9,0,gauge`)
    expect(lines).toHaveLength(1 + 30)
  })

  it('by days has the local day and its start in UTC', async () => {
    const { lines } = await csv(path('Daily'), '2026-07-01', '2026-07-01')
    expect(lines[1]).toMatch(/^"'=Field ""One""",2026-07-01,2026-07-01 05:00,-4,-4,-4,6,9,/)
  })

  it('of snapshots states when lightning was not covered', async () => {
    const { lines } = await csv(path('ConditionSnapshots'), '2026-07-02', '2026-07-02')
    expect(lines).toHaveLength(1 + 49)
    expect(lines[1]).toContain(',not watched,')
  })

  it.each([
    ['Daily', '2026-01-03', '2026-07-02', 'Daily report cannot span more than 180 days.'],
    ['Hourly', '2026-06-01', '2026-07-02', 'Hourly report cannot span more than 31 days.'],
    ['Weekly', '2026-07-01', '2026-07-02', 'Invalid report interval. You must select Daily or Hourly.'],
  ])('%s from %s to %s is rejected: %s', async (interval, from, to, message) => {
    expect((await fault(exportHistory, { params: { interval, id }, ...range(from, to) }))[2]).toEqual({
      ServerErrors: [message],
    })
  })

  it('spans up to the maximum number of days and no more', async () => {
    const daily = { params: { interval: 'Daily', id }, ...range('2026-01-04', '2026-07-02') }
    expect(await statusOf(exportHistory, daily, admin)).toBe(200)
    const snapshots = (from: string) => ({ params: { id }, ...range(from, '2026-07-02') })
    expect(await statusOf(exportConditionSnapshots, snapshots('2026-06-26'), admin)).toBe(200)
    expect((await fault(exportConditionSnapshots, snapshots('2026-06-25')))[2]).toEqual({
      ServerErrors: ['Condition Snapshots report cannot span more than 7 days.'],
    })
  })

  it('is rejected for the future, reversed dates, unknown stations and another customer', async () => {
    const asked = (from: string, to: string) => ({ params: { interval: 'Daily', id }, ...range(from, to) })
    expect(await statusOf(exportHistory, asked('2026-07-01', '2026-07-03'), admin)).toBe(400)
    expect(await statusOf(exportHistory, asked('2026-07-02', '2026-07-01'), admin)).toBe(400)
    expect(await statusOf(exportHistory, asked('2026-02-30', '2026-07-01'), admin)).toBe(400)
    expect(await statusOf(exportHistory, asked('2026-07-01', '2026-07-02'))).toBe(401)
    expect(await statusOf(exportHistory, asked('2026-07-01', '2026-07-02'), stranger)).toBe(404)
  })
})

describe('snapshots', () => {
  const snapshots = async () => {
    const { body } = await world.ask(listConditionSnapshots, { params: { id }, query: { hours: '2' } }, admin)
    return body.data as ConditionSnapshot[]
  }

  it('include strikes, and omit lightning while it was not covered', async () => {
    const before = await snapshots()
    expect(before).toHaveLength(9)
    expect(before.at(-2)).toMatchObject({ avgAmbientTemperature: -4, strikesWithin10Miles: null })
    expect(before.at(-1)).toMatchObject({
      date: new Date(Date.UTC(2026, 6, 2, 17)).toISOString(),
      avgAmbientTemperature: null,
    })
    const made = await world.ask(createFeedKey, { body: { name: 'Sensor', provesAbsence: true } }, support)
    const { key } = made.body.data as { key: string }
    const at = (minutes: number) => new Date(Date.UTC(2026, 6, 2, 16, minutes)).toISOString()
    const strike = (name: string, minutes: number, latitude: number) => ({
      id: name,
      time: at(minutes),
      latitude,
      longitude: -97.44,
    })
    const reported = await world.raw({
      method: 'POST',
      url: ingestStrikes.path,
      headers: { authorization: `Bearer ${key}` },
      payload: {
        strikes: [strike('near', 20, 35.3), strike('far', 22, 35.5), strike('gone', 23, 36.5)],
        coverage: [{ from: at(15), to: at(45) }],
      },
    })
    expect(reported.status, JSON.stringify(reported.body)).toBe(200)
    const lightning = (await snapshots()).map(row => [
      row.date.slice(11, 16),
      row.strikesWithin10Miles,
      row.nearestStrikeMiles,
    ])
    expect(lightning.slice(-5)).toEqual([
      ['16:00', null, null],
      ['16:15', 1, 6.2],
      ['16:30', 0, null],
      ['16:45', null, null],
      ['17:00', null, null],
    ])
  })
})
