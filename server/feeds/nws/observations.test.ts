import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Station } from '#domain/conditions/reading'
import { hourMs, minuteMs } from '#server/platform/clock'
import { broken, bytesOf, hasSamples, openWorld, pageOfErrors, sample, type World } from './nws.testing.ts'
import { startObservations } from './observations.ts'
import { earlierOf, parseObservations } from './parse-observations.ts'
import { isAirport, parseStations } from './parse-stations.ts'

const startMs = Date.UTC(2026, 6, 15, 20, 0, 37)
const airport: Station = {
  id: 'KALB',
  source: 'nws',
  network: 'metar',
  name: 'Albany International Airport',
  latitude: 42.75,
  longitude: -73.8,
  elevationFeet: 0,
  timeZone: 'America/New_York',
}
const measure = (unitCode: string, value: number | null, qualityControl = 'V') => ({
  unitCode,
  value,
  qualityControl,
})
const observation = (timestamp: string, properties: object = {}) => ({
  type: 'Feature',
  properties: { timestamp, temperature: measure('wmoUnit:degC', 25), ...properties },
})
const list = (...features: object[]) => ({ type: 'FeatureCollection', features })
const parse = (document: unknown, station = airport) => parseObservations(bytesOf(document), station, startMs)
const measuresOf = (properties: object, station = airport) =>
  parse(list(observation('2026-07-15T19:50:00+00:00', properties)), station)[0]?.measures

describe('an observation', () => {
  it('is published in our units, and missing values remain missing', () => {
    expect(
      measuresOf({
        relativeHumidity: measure('wmoUnit:percent', 51.5),
        windSpeed: measure('wmoUnit:km_h-1', 16.09344),
        windGust: measure('wmoUnit:km_h-1', null, 'Z'),
        windDirection: measure('wmoUnit:degree_(angle)', 270),
        barometricPressure: measure('wmoUnit:Pa', 101_325),
        visibility: measure('wmoUnit:m', 16_093.44),
        precipitationLastHour: measure('wmoUnit:mm', 2.54),
        cloudLayers: [{ amount: 'FEW' }, { amount: 'BKN' }],
        icon: 'https://api.weather.gov/icons/land/day/sct?size=medium',
        presentWeather: [{ weather: 'rain', intensity: 'heavy' }],
      }),
    ).toEqual({
      measuredWbgtF: null,
      pm25: null,
      temperatureF: 77,
      humidityPercent: 51.5,
      windMph: expect.closeTo(10, 4),
      gustMph: null,
      windFromDegrees: 270,
      stationPressureHpa: 1013.25,
      solarWattsPerM2: null,
      cloudFraction: 0.75,
      rainInchesPerHour: expect.closeTo(0.1),
      rainTodayInches: null,
      visibilityMiles: expect.closeTo(10, 3),
      weatherCode: '9100',
    })
  })

  it.each(['X', 'B', 'qc:X'])('has no value that was marked %s', flag => {
    const properties = {
      temperature: measure('wmoUnit:degC', 60, flag),
      windSpeed: measure('wmoUnit:m_s-1', 5, 'C'),
    }
    expect(measuresOf(properties)).toMatchObject({ temperatureF: null, windMph: expect.closeTo(11.18, 2) })
  })

  it('has its rain by its unit, which was meters in 2022', () => {
    expect(
      measuresOf({ precipitationLastHour: measure('wmoUnit:m', 0.0254) })?.rainInchesPerHour,
    ).toBeCloseTo(1)
    expect(measuresOf({ precipitationLastHour: { value: 3 } })?.rainInchesPerHour).toBeNull()
  })

  it('has a station pressure only for airports: for other stations its meaning is not specified', () => {
    const barometricPressure = measure('wmoUnit:Pa', 101_325)
    const high = { ...airport, elevationFeet: 1000 / 0.3048 }
    expect(measuresOf({ barometricPressure }, high)?.stationPressureHpa).toBeCloseTo(898.75, 1)
    expect(measuresOf({ barometricPressure }, { ...high, id: 'OAMC1' })?.stationPressureHpa).toBeNull()
    expect(['KALB', 'PHNL', 'TJSJ', 'KI69', 'OAMC1', 'D3169'].map(isAirport)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ])
  })

  it('from the future, without a time or without any value is ignored', () => {
    const nothing = { temperature: measure('wmoUnit:degC', null) }
    expect(
      parse(
        list(
          observation('2026-07-15T20:30:00+00:00'),
          observation('soon'),
          observation('2026-07-15T19:50:00+00:00', nothing),
        ),
      ),
    ).toEqual([])
  })
})

describe('observations of the last hour', () => {
  const wind = { windSpeed: measure('wmoUnit:km_h-1', 20), windGust: measure('wmoUnit:km_h-1', 40) }
  const full = observation('2026-07-15T18:51:00+00:00', {
    ...wind,
    relativeHumidity: measure('wmoUnit:percent', 60),
    temperature: measure('wmoUnit:degC', 20),
  })
  const short = observation('2026-07-15T19:50:00+00:00', { windSpeed: measure('wmoUnit:km_h-1', 10) })

  it('are merged field by field, each value with its own time', () => {
    expect(earlierOf(parse(list(full, short)))).toEqual({
      humidityPercent: { value: 60, timeMs: Date.UTC(2026, 6, 15, 18, 51) },
    })
  })

  it('keep a gust with its wind', () => {
    const calm = observation('2026-07-15T19:55:00+00:00')
    expect(Object.keys(earlierOf(parse(list(calm, full))))).toEqual(['humidityPercent', 'windMph', 'gustMph'])
  })

  it('that are broken in any way are read or rejected', () => {
    const whole = JSON.stringify(list(full, short))
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(60), fc.string({ maxLength: 8 }), (from, cut, text) => {
        try {
          for (const { measures } of parse(whole.slice(0, from) + text + whole.slice(from + cut)))
            expect(measures.rainInchesPerHour).toBeNull()
        } catch (error) {
          expect((error as Error).name).toBe('Error')
        }
      }),
      { numRuns: 400 },
    )
    for (const document of ['<html>', '[]', '{}', { features: 'none' }])
      expect(() => parse(document)).toThrow(Error)
  })
})

describe.skipIf(!hasSamples)('real observations', () => {
  it('are read: Albany in 2026, Fort Lauderdale in 2022 and 2019', () => {
    const read = (file: string) => parseObservations(sample(file), airport, startMs)
    expect(read('observation_KALB_2026-07-15.json')).toMatchObject([
      {
        timeMs: Date.UTC(2026, 6, 15, 19, 50),
        measures: {
          temperatureF: 77,
          humidityPercent: null,
          windMph: expect.closeTo(13.8, 1),
          gustMph: null,
          windFromDegrees: 270,
          visibilityMiles: expect.closeTo(10, 2),
          cloudFraction: 0.44,
          weatherCode: '9003',
        },
      },
    ])
    const [fll] = read('observation_latest_KFLL_2022-03-02.json')
    // Its METAR contains A3008, 30.08 inHg.
    expect(fll?.measures.stationPressureHpa).toBeCloseTo(30.08 * 33.8639, 1)
    expect(fll?.measures).toMatchObject({ temperatureF: expect.closeTo(73.04), rainInchesPerHour: null })
    // For the same minute there is one observation without values, and one with.
    expect(read('observations_collection_pynws.json')[1]?.measures).toMatchObject({
      temperatureF: 50,
      windMph: expect.closeTo(22.37, 2),
    })
  })

  it('stations are listed by distance', () => {
    const stations = parseStations(sample('stations_near_gridpoint_pynws.json'), 'nws')
    expect(stations.slice(0, 2).map(({ id }) => id)).toEqual(['KCMH', 'KOSU'])
    expect(stations[0]).toMatchObject({
      network: 'metar',
      elevationFeet: expect.closeTo(807),
      timeZone: 'America/New_York',
    })
  })
})

describe('the stations near places', () => {
  let world: World
  beforeEach(async () => void (world = await openWorld(startMs)))
  afterEach(() => world.stop())

  const cell = { path: 'ALY/55,57', timeZone: 'America/New_York' }
  const listPath = '/gridpoints/ALY/55,57/stations?limit=3'
  const station = (stationIdentifier: string) => ({
    geometry: { type: 'Point', coordinates: [-73.8, 42.75] },
    properties: { stationIdentifier, name: stationIdentifier, timeZone: 'America/New_York' },
  })
  const start = (of = world, leaveAirportsToAwc = false) => {
    const started = startObservations(of.parts, { leaveAirportsToAwc })
    return () => started.onPlace({ latitude: 42.75, longitude: -73.8 }, cell)
  }
  const readings = (of = world) => (of.said['readings-heard'] ?? []).flatMap(received => received.readings)
  async function turnsUntil(holds: () => boolean, of = world) {
    while (!holds()) {
      of.schedule.nudge('nws stations')
      of.schedule.nudge('nws observations')
      await new Promise(resolve => setTimeout(resolve, 5))
    }
  }
  const someTurns = async (of = world) => {
    let turns = 0
    await turnsUntil(() => ++turns > 12, of)
  }
  const ask = (id: string, limit: number) => `/stations/${id}/observations?limit=${limit}`

  beforeEach(() => {
    world.answers.set(listPath, list(station('KALB'), station('OAMC1')))
    world.answers.set(
      ask('KALB', 20),
      list(
        observation('2026-07-15T19:55:00+00:00'),
        observation('2026-07-15T19:51:00+00:00', { relativeHumidity: measure('wmoUnit:percent', 60) }),
      ),
    )
    world.answers.set(ask('OAMC1', 20), list(observation('2026-07-15T19:30:00+00:00')))
  })

  it('are published, with the newest report and its missing values from earlier ones', async () => {
    start()()
    await turnsUntil(() => readings().length === 2)
    expect(world.said['stations-known']).toMatchObject([
      { source: 'nws', stations: [{ id: 'KALB' }, { id: 'OAMC1' }] },
    ])
    expect(readings()[0]).toMatchObject({
      stationId: 'KALB',
      timeMs: Date.UTC(2026, 6, 15, 19, 55),
      humidityPercent: null,
      earlier: { humidityPercent: { value: 60, timeMs: Date.UTC(2026, 6, 15, 19, 51) } },
    })
    expect(world.reports.at(-1)).toMatchObject({ delivering: true, detail: '2 stations near your locations' })
  })

  it('are requested again after two minutes, and repeated reports are not published again', async () => {
    start()()
    await turnsUntil(() => readings().length === 2)
    await someTurns()
    expect(world.asked).toEqual([listPath, ask('KALB', 20), ask('OAMC1', 20)])
    world.answers.set(ask('KALB', 6), list(observation('2026-07-15T19:55:00+00:00')))
    world.answers.set(ask('OAMC1', 6), list(observation('2026-07-15T20:01:00+00:00')))
    world.clock.advance(2 * minuteMs)
    await turnsUntil(() => readings().length === 3)
    expect(world.asked.slice(3).toSorted()).toEqual([ask('KALB', 6), ask('OAMC1', 6)])
    expect(readings()[2]).toMatchObject({ stationId: 'OAMC1', timeMs: Date.UTC(2026, 6, 15, 20, 1) })
  })

  it('are left to their own source if that is available', async () => {
    start(world, true)()
    await turnsUntil(() => readings().length === 1)
    await someTurns()
    expect(readings()[0]?.stationId).toBe('OAMC1')
    expect(world.asked).not.toContain(ask('KALB', 20))
  })

  it('are known to a process that takes over, without a forecast request and without requesting the list again', async () => {
    start()()
    await turnsUntil(() => readings().length === 2)
    const other = world.takeOver()
    start(other)
    await turnsUntil(() => readings(other).length === 2, other)
    expect(world.asked.filter(path => path === listPath)).toHaveLength(1)
    world.clock.advance(4 * hourMs)
    await someTurns(other)
    const asked = world.asked.length
    await someTurns(other)
    // No forecast has been requested there for hours.
    expect(world.asked.length - asked).toBe(0)
  })

  it.each([
    ['errors', broken],
    ['pages of HTML', pageOfErrors],
    ['no list', { type: 'Feature' }],
  ])('publish nothing after %s, and the reason is reported', async (_what, fault) => {
    for (const id of ['KALB', 'OAMC1']) world.answers.set(ask(id, 20), fault)
    start()()
    const polls = () => world.asked.length - 1
    await turnsUntil(() => polls() === 2)
    world.clock.advance(2 * minuteMs)
    await turnsUntil(() => world.reports.some(({ delivering }) => delivering === false))
    expect(readings()).toEqual([])
    expect(world.reports.at(-1)?.detail).toMatch('api.weather.gov')
  })
})
