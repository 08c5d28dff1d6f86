import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Reading } from '#domain/conditions/reading'
import { noHealth, type InstrumentMessage, type SensedStrike } from '#domain/instruments/message'
import type { Strike } from '#domain/lightning/strike'
import type { Events } from '#server/events'
import { createBus } from '#server/platform/bus'
import { hourMs, minuteMs, secondMs } from '#server/platform/clock'
import { middleOfADay } from '#server/platform/clock.testing'
import { silentLog } from '#server/platform/log'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { InstrumentEngine } from './engine.ts'
import { insertTestInstrument } from './instrument.testing.ts'
import type { InstrumentRow } from './store/instruments.ts'
import { listDaysHeard, listHeard } from './store/reports.ts'

let store: TestStore
let instrument: InstrumentRow
let engine: InstrumentEngine
let readings: Reading[]
let strikes: Strike[]
let isLightningDown: boolean
let isDry: boolean | null
const startMs = middleOfADay

/** Opens an engine like that of another process. */
function openEngine(): InstrumentEngine {
  const bus = createBus<Events>(silentLog)
  bus.subscribe('readings-heard', received => void readings.push(...received.readings))
  return new InstrumentEngine({
    db: store.db,
    bus,
    stations: { drops: { drop: () => {} }, book: { speakersFor: () => [] } },
    onNews: () => {},
    isDryByRadar: () => isDry,
    async receiveLightning(batch) {
      if (isLightningDown) throw new Error('The database is away')
      strikes.push(...batch.strikes)
      return { accepted: batch.strikes.length, known: 0 }
    },
  })
}

beforeAll(async () => {
  store = await freshStore()
})
afterAll(() => store.close())

beforeEach(async () => {
  ;[readings, strikes, isLightningDown, isDry] = [[], [], false, null]
  engine = openEngine()
  instrument = await insertTestInstrument(store.db, new Date(startMs))
})

function message(
  measures: InstrumentMessage['measures'],
  more: Partial<InstrumentMessage> = {},
): InstrumentMessage {
  const names = { understood: Object.keys(measures), ignored: [] }
  return { sentMs: null, measures, lightning: null, health: noHealth, ...names, ...more }
}
const send = (afterMs: number, given: InstrumentMessage, to = engine) =>
  to.receive(instrument, given, startMs + afterMs)
const strike = (id: string, timeMs: number | null, miles = 6): SensedStrike => {
  return { id, timeMs, kind: 'distance', miles, errorMiles: 1 }
}
const struck = (...sensed: SensedStrike[]) =>
  message({}, { lightning: { strikes: sensed, count: sensed.length } })
const reportOf = async () => (await listHeard(store.db, 'system', [instrument.id])).get(instrument.id)

describe('readings', () => {
  it('have the time of receipt, and the sender’s clock is shown beside it', async () => {
    await send(0, message({ temperatureF: 70 }, { sentMs: startMs - 2 * hourMs }))
    await engine.settled(startMs)
    expect(readings).toMatchObject([{ timeMs: startMs, temperatureF: 70, source: 'instrument' }])
    expect((await reportOf())?.received?.clockAheadSeconds).toBe(-7200)
  })
  it('are reduced to one every ten seconds, with the highest gust in between', async () => {
    await send(0, message({ windMph: 5, gustMph: 8 }))
    await send(3 * secondMs, message({ windMph: 9, gustMph: 31 }))
    await send(6 * secondMs, message({ windMph: 6, gustMph: 12 }))
    await send(11 * secondMs, message({ windMph: 7, gustMph: 9 }))
    await engine.settled(startMs)
    expect(readings.map(({ windMph, gustMph }) => [windMph, gustMph])).toEqual([
      [5, 8],
      [7, 31],
    ])
  })
  it('omit only the rain that a gauge counts while radar sees none', async () => {
    const counted = async (minutes: number, rainTodayInches: number) => {
      await send(minutes * minuteMs, message({ temperatureF: 70, rainTodayInches, rainInchesPerHour: 0.3 }))
      await engine.settled(startMs + minutes * minuteMs)
      const values = (await reportOf())?.received?.values
      return values?.filter(({ doubt, caution }) => doubt ?? caution).map(({ measure }) => measure)
    }
    expect(await counted(0, 0.1)).toEqual([])
    isDry = true
    expect(await counted(1, 0.1)).toEqual([]) // the rate stays positive after the rain
    expect(await counted(2, 0.12)).toEqual(['rainInchesPerHour'])
    expect(await counted(3, 0.15)).toEqual(['rainTodayInches', 'rainInchesPerHour'])
    isDry = null
    expect(await counted(4, 0.2)).toEqual(['rainTodayInches'])
    isDry = false
    expect(await counted(30, 2.6)).toEqual(['rainTodayInches']) // a storm still counts
    expect(readings.map(each => [each.rainTodayInches, each.rainInchesPerHour])).toEqual([
      [0.1, 0.3],
      [0.1, 0.3],
      [0.12, null],
      [expect.closeTo(0.1), null],
      [expect.closeTo(0.15), 0.3],
      [expect.closeTo(2.55), 0.3],
    ])
  })
  it('include the WBGT of a globe thermometer, unless it is doubtful or the sender calculated it', async () => {
    const air = { temperatureF: 92, humidityPercent: 60 }
    await send(0, message({ ...air, wbgtF: 87, pm25: 12 }))
    await send(minuteMs, message({ ...air, wbgtF: 60, pm25: 5001 }))
    instrument = { ...instrument, make: 'tempest-cloud' }
    await send(2 * minuteMs, message({ ...air, wbgtF: 87.5 }))
    await engine.settled(startMs)
    expect(readings.map(each => [each.measuredWbgtF, each.pm25])).toEqual([
      [87, 12],
      [null, null],
      [null, null],
    ])
    expect(readings[1]?.earlier).toMatchObject({ measuredWbgtF: { value: 87, timeMs: startMs } })
  })
  it('join fields that a sender alternates, and keep older ones with their own time', async () => {
    await send(0, message({ temperatureF: 70, humidityPercent: 40 }))
    await send(5 * secondMs, message({ windMph: 6 }))
    await send(18 * secondMs, message({ temperatureF: 70.1, humidityPercent: 41 }))
    await send(3 * minuteMs, message({ temperatureF: 70.2 }))
    await engine.settled(startMs)
    expect(readings[1]).toMatchObject({ temperatureF: 70.1, windMph: 6 })
    expect(readings[2]).toMatchObject({ temperatureF: 70.2, windMph: null })
    expect(readings[2]?.earlier).toMatchObject({
      windMph: { value: 6, timeMs: startMs + 5 * secondMs },
      humidityPercent: { value: 41, timeMs: startMs + 18 * secondMs },
    })
  })
  it('contain no doubtful values, and are not created for a message without values', async () => {
    await send(0, message({ temperatureF: 70, windMph: 20, gustMph: 1 }))
    await send(minuteMs, message({ temperatureF: 99 }))
    await send(2 * minuteMs, message({}))
    await engine.settled(startMs)
    expect(readings).toMatchObject([{ temperatureF: 70, windMph: 20, gustMph: null }])
    const { received } = (await reportOf()) ?? {}
    expect(received?.values).toEqual([])
  })
  it('have the station’s own pressure if only that at sea level is sent', async () => {
    await send(0, message({ seaLevelPressureHpa: 1013.2 }))
    await engine.settled(startMs)
    expect(readings[0]?.stationPressureHpa).toBeCloseTo(971, 0)
  })
  it('of a message that arrives again are used once', async () => {
    const given = message({ temperatureF: 70 }, { sentMs: startMs - 1000 })
    expect(await send(0, given)).toBe('taken')
    expect(await send(20 * secondMs, given)).toBe('repeated')
    const alternating = message({ windMph: 4 }, { sentMs: startMs - 1000 })
    expect(await send(21 * secondMs, alternating)).toBe('taken')
    await engine.settled(startMs)
    expect(readings).toHaveLength(2)
  })
})

describe('old data', () => {
  const ofLogger = () => (instrument = { ...instrument, make: 'campbell' })
  const record = (recordMs: number, temperatureF = 95) => message({ temperatureF }, { recordMs })

  it('of a polled record that is repeated does not count again, and its page says so', async () => {
    ofLogger()
    // The logger's clock shows the place's own time, which is six hours behind UTC in November.
    const made = record(startMs - 6 * hourMs)
    expect(await send(0, made)).toBe('taken')
    for (let minutes = 1; minutes <= 60; minutes++)
      expect(await send(minutes * minuteMs, made)).toBe('repeated')
    await engine.settled(startMs + hourMs)
    expect(readings).toHaveLength(1)
    expect((await reportOf())?.heard_at).toEqual(new Date(startMs))
    expect((await reportOf())?.refused_because).toMatch(/^It repeats its record of 2026-/)
    expect(await send(61 * minuteMs, made, openEngine())).toBe('repeated')
    expect(await send(62 * minuteMs, record(startMs - 5 * hourMs))).toBe('taken')
    await engine.settled(startMs + 2 * hourMs)
  })
  it('of the first record is not of now if it fits no time zone of the place', async () => {
    ofLogger()
    expect(await send(0, record(startMs - 9 * hourMs))).toBe('repeated')
    await engine.settled(startMs)
    expect(readings).toEqual([])
    expect((await reportOf())?.refused_because).toMatch(/^It repeats its record/)
    expect(await send(10 * minuteMs, record(startMs - 9 * hourMs + 10 * minuteMs))).toBe('taken')
    await engine.settled(startMs + hourMs)
  })
  it('that is sent after an interruption keeps its own time', async () => {
    const sent = (afterMs: number, sentMs: number, temperatureF: number) =>
      send(afterMs, message({ temperatureF }, { sentMs }))
    await sent(0, startMs, 70)
    // Two hours without a connection, and then everything at once.
    for (let minutes = 1; minutes < 120; minutes += 20)
      await sent(2 * hourMs + minutes * secondMs, startMs + minutes * minuteMs, 90)
    await engine.settled(startMs + 2 * hourMs)
    expect(readings.map(({ timeMs }) => Math.round((timeMs - startMs) / minuteMs))).toEqual([
      0, 1, 21, 41, 61, 81, 101,
    ])
    expect((await reportOf())?.received).toMatchObject({
      clockAheadSeconds: 0,
      lateSeconds: expect.closeTo(20 * 60, -3),
    })
    await sent(2 * hourMs + 3 * minuteMs, startMs + 2 * hourMs + 3 * minuteMs, 71)
    await engine.settled(startMs + 3 * hourMs)
    expect(readings.at(-1)).toMatchObject({ timeMs: startMs + 2 * hourMs + 3 * minuteMs, temperatureF: 71 })
    expect((await reportOf())?.received).not.toHaveProperty('lateSeconds')
  })
  it('is not assumed when a clock was changed and stays behind', async () => {
    await send(0, message({ temperatureF: 70 }, { sentMs: startMs }))
    for (let minutes = 1; minutes <= 12; minutes++)
      await send(
        minutes * minuteMs,
        message({ temperatureF: 70 }, { sentMs: startMs - hourMs + minutes * minuteMs }),
      )
    await engine.settled(startMs + hourMs)
    expect(readings.at(-1)?.timeMs).toBe(startMs + 12 * minuteMs)
    expect((await reportOf())?.received?.clockAheadSeconds).toBe(-3600)
  })
})

describe('strikes', () => {
  it('are circles around the instrument that affect only its customer', async () => {
    await send(0, struck(strike('17', startMs - 20 * secondMs)))
    expect(strikes).toEqual([
      {
        id: '17',
        source: `instrument ${instrument.id}`,
        customerId: instrument.customer_id,
        timeMs: startMs - 20 * secondMs,
        latitude: 35.2,
        longitude: -97.44,
        circleMiles: 6,
        positionErrorMiles: 1,
        amp: null,
        type: 1,
      },
    ])
  })
  it('are passed on once, however often they are sent', async () => {
    const last = strike('17', startMs)
    for (const afterMs of [0, minuteMs, 2 * minuteMs]) await send(afterMs, struck(last))
    await send(3 * minuteMs, struck(last, strike('18', startMs + 3 * minuteMs)))
    expect(strikes.map(({ id }) => id)).toEqual(['17', '18'])
  })
  it('that are older than an hour, in the future or without a distance raise no delay, but are shown', async () => {
    await send(0, struck(strike('1', startMs - 6 * hourMs)))
    await send(1, struck(strike('2', startMs + 6 * hourMs)))
    await send(2, struck(strike('3', startMs, NaN)))
    await send(3, struck(strike('4', startMs - 6 * hourMs)))
    expect(strikes).toEqual([])
    await engine.settled(startMs)
    expect((await reportOf())?.lightning).toMatchObject({ count: 1, miles: 6 })
  })
  it('from a sender with a wrong clock are dated by their age on that clock', async () => {
    const sentMs = startMs - 3 * hourMs
    await send(0, { ...struck(strike('1', sentMs - 30 * secondMs)), sentMs })
    expect(strikes.map(({ timeMs }) => timeMs)).toEqual([startMs - 30 * secondMs])
  })
  it('from a counter are new only if the count has changed, whichever process receives it', async () => {
    const counted = (count: number) =>
      message({}, { lightning: { strikes: [strike(`count ${count}`, null)], count } })
    await send(0, counted(5))
    await send(10 * secondMs, counted(5))
    expect(strikes).toEqual([])
    await send(20 * secondMs, counted(6))
    await send(30 * secondMs, counted(6))
    expect(strikes).toMatchObject([{ id: 'count 6', timeMs: startMs + 20 * secondMs }])
    await engine.settled(startMs + 30 * secondMs)
    const other = openEngine()
    await send(2 * minuteMs, counted(6), other)
    expect(strikes).toHaveLength(1)
    await send(3 * minuteMs, counted(0), other)
    await send(4 * minuteMs, counted(1), other)
    expect(strikes.map(({ id }) => id)).toEqual(['count 6', 'count 0', 'count 1'])
  })
  it.each([
    ['hours ago', -6 * hourMs],
    ['hours ahead', 6 * hourMs],
    ['the same again', -5 * minuteMs],
  ])('with a time %s are one of now if the counter rose', async (_, offMs) => {
    const counted = (count: number) =>
      message({}, { lightning: { strikes: [strike('last', startMs + offMs)], count } })
    await send(0, counted(5))
    strikes = []
    await send(minuteMs, counted(5))
    expect(strikes).toEqual([])
    await send(2 * minuteMs, counted(7))
    expect(strikes).toMatchObject([{ timeMs: startMs + 2 * minuteMs, circleMiles: 6 }])
    await send(3 * minuteMs, counted(7))
    expect(strikes).toHaveLength(1)
  })
  it('that a counter counted during a long silence keep their own time', async () => {
    const counted = (count: number, timeMs: number) =>
      message({}, { lightning: { strikes: [strike(String(timeMs), timeMs)], count } })
    await send(0, counted(5, startMs - 6 * hourMs))
    await send(5 * hourMs, counted(9, startMs + hourMs))
    expect(strikes).toEqual([])
  })
  it('without a distance are anywhere in reach if the counter rose', async () => {
    const counted = (count: number) =>
      message({}, { lightning: { strikes: [strike('last', startMs - 6 * hourMs, NaN)], count } })
    await send(0, counted(5))
    await send(minuteMs, counted(6))
    expect(strikes).toMatchObject([
      { timeMs: startMs + minuteMs, positionErrorMiles: expect.closeTo(12.4, 1) },
    ])
  })
  it('raise no delay if the customer does not want that', async () => {
    instrument = { ...instrument, raises_delays: false }
    await send(0, struck(strike('1', startMs)))
    expect(strikes).toEqual([])
  })
  it('are limited to 30 a minute, and then to the nearest of each message', async () => {
    const many = Array.from({ length: 50 }, (_, index) => strike(String(index), startMs, 50 - index))
    await send(0, struck(...many))
    expect(strikes).toHaveLength(31)
    expect(Math.min(...strikes.map(({ circleMiles }) => circleMiles ?? 99))).toBe(1)
  })
  it('that a network located are all passed on, because each may be near another location', async () => {
    const located = Array.from({ length: 500 }, (_, index): SensedStrike => {
      const position = { latitude: 35 + index / 200, longitude: -97.44, errorMiles: 0.1 }
      return { id: String(index), timeMs: startMs, kind: 'place', ...position, amp: -12, type: 3 }
    })
    await send(0, struck(...located))
    expect(strikes).toHaveLength(500)
    await send(minuteMs, struck(...located))
    expect(strikes).toHaveLength(500)
  })
  it('beyond the limit are passed on when they are sent again a minute later', async () => {
    const many = Array.from({ length: 50 }, (_, index) => strike(String(index), startMs, 50 - index))
    await send(0, struck(...many))
    await send(minuteMs, struck(...many))
    expect(strikes.map(({ id }) => id).sort()).toEqual(many.map(({ id }) => id).sort())
  })
  it('without a time are one strike if repeated at once, and another if nearer', async () => {
    for (const [afterMs, miles] of [
      [0, 12],
      [500, 12],
      [1000, 3],
    ] as const)
      await send(
        afterMs,
        message({}, { lightning: { strikes: [strike('received', null, miles)], count: null } }),
      )
    expect(strikes.map(({ circleMiles }) => circleMiles)).toEqual([12, 3])
  })
  it('in a flood are still passed on every five seconds, so a delay ends no sooner', async () => {
    for (let index = 0; index < 60; index++) await send(index * 10, message({}))
    const outcomes: string[] = []
    for (const ms of [10_000, 11_000, 14_000, 15_000, 16_000])
      outcomes.push(await send(ms, struck(strike(String(ms), startMs + ms))))
    expect(outcomes).toEqual(Array.from({ length: 5 }, () => 'too many'))
    expect(strikes.map(({ id }) => id)).toEqual(['10000', '15000'])
  })
  it('that could not be stored are an error for their sender, and are stored when they are sent again', async () => {
    const given = { ...struck(strike('1', startMs)), sentMs: startMs }
    isLightningDown = true
    await expect(send(0, given)).rejects.toThrow('away')
    isLightningDown = false
    expect(await send(secondMs, given)).toBe('taken')
    expect(strikes).toHaveLength(1)
  })
})

describe('two processes', () => {
  it('share their counts, and continue where the other left off', async () => {
    const other = openEngine()
    await send(0, message({ rainCounterInches: 100, temperatureF: 70 }))
    await engine.settled(startMs)
    // A day later the counter's rain since midnight is known, from the baseline that the first engine wrote.
    const dayMs = 24 * hourMs
    await send(dayMs - 12 * hourMs, message({ rainCounterInches: 100.2, temperatureF: 60 }), other)
    await send(dayMs, message({ rainCounterInches: 100.5, temperatureF: 71 }), other)
    await other.settled(startMs + dayMs)
    expect(readings.map(({ rainTodayInches }) => rainTodayInches)).toEqual([
      null,
      expect.closeTo(0.2),
      expect.closeTo(0.5),
    ])
    await send(dayMs + minuteMs, message({ temperatureF: 71 }))
    await engine.settled(startMs + dayMs + minuteMs)
    const days = await listDaysHeard(store.db, 'system', [instrument.id], '2026-11-16')
    expect(days.map(({ day, messages }) => [day, messages]).toSorted()).toEqual([
      ['2026-11-16', 1],
      ['2026-11-17', 3],
    ])
  })
})

describe('reports', () => {
  it('are written at most every 30 seconds, unless there is something new to show', async () => {
    await send(0, message({ temperatureF: 70 }))
    await engine.reports.write(startMs)
    await send(16 * secondMs, message({ temperatureF: 70.1 }))
    await engine.reports.write(startMs + 16 * secondMs)
    const valueNow = async () => (await reportOf())?.received?.values[0]?.value
    expect(await valueNow()).toBe(70)
    await send(20 * secondMs, message({ temperatureF: 70.2, humidityPercent: 40 }))
    await engine.reports.write(startMs + 20 * secondMs)
    expect(await valueNow()).toBe(70.2)
    await send(36 * secondMs, message({ temperatureF: 70.3, humidityPercent: 40 }))
    await engine.reports.write(startMs + 51 * secondMs)
    expect(await valueNow()).toBe(70.3)
  })
  it('clear a rejection when it is over, and not before', async () => {
    engine.recovered(instrument.id)
    await engine.settled(startMs)
    engine.refuse(instrument.id, startMs, 'Nothing answers.')
    await engine.settled(startMs)
    expect((await reportOf())?.refused_because).toBe('Nothing answers.')
    engine.recovered(instrument.id)
    await engine.settled(startMs)
    expect(await reportOf()).toMatchObject({ refused_at: null, refused_because: null })
    engine.recovered(instrument.id)
    engine.refuse(instrument.id, startMs, 'Again.')
    await engine.settled(startMs)
    expect((await reportOf())?.refused_because).toBe('Again.')
  })
  it('keep a rejection alongside what was received', async () => {
    await send(0, message({ temperatureF: 70 }))
    engine.refuse(instrument.id, startMs + 1, 'It sent the wrong key.')
    await engine.settled(startMs)
    const report = await reportOf()
    expect(report).toMatchObject({ refused_because: 'It sent the wrong key.' })
    expect(report?.heard_at).toEqual(new Date(startMs))
  })
})
