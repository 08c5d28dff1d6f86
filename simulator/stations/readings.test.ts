import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Reading, Station } from '#domain/conditions/reading'
import { weatherTexts } from '#domain/forecasts/weather-code'
import { createReadings } from './readings.ts'
import { demoStations, metarStations } from './stations.ts'
import { createWorld } from '#simulator/world'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const world = createWorld(1)
const readings = createReadings(world)
const airports = metarStations()

function stationOf(id: string): Station {
  const station = [...demoStations(), ...airports].find(each => each.id === id)
  if (!station) throw new Error(`no station ${id}`)
  return station
}

const norman = stationOf('wxs-norman')
const anyStation = fc.constantFrom(...demoStations(), ...airports)
const instant = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2028, 0) })

test('the same world gives the same readings in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyStation, instant), { minLength: 1, maxLength: 4 }), asked => {
      const other = createReadings(createWorld(1))
      const forwards = asked.map(([station, timeMs]) => readings.readingAt(station, timeMs))
      const backwards = asked.toReversed().map(([station, timeMs]) => other.readingAt(station, timeMs))
      expect(backwards.toReversed()).toEqual(forwards)
    }),
    { numRuns: 10 },
  )
})

test('customers’ stations measure everything, within reason', () => {
  for (const station of demoStations()) {
    for (let hour = 0; hour < 48; hour++) {
      const reading = readings.readingAt(station, Date.UTC(2026, 4, 3) + hour * hourMs)
      const { measuredWbgtF, pm25, ...usual } = reading
      expect([measuredWbgtF, pm25]).toEqual([null, null]) // only some instruments have them
      expect(Object.values(usual)).not.toContain(null)
      expect(weatherTexts.has(reading.weatherCode ?? '')).toBe(true)
      expect(reading.gustMph).toBeGreaterThanOrEqual(reading.windMph ?? Infinity)
      expect(reading.windFromDegrees).toBeLessThan(360)
      expect(reading).toMatchObject({ stationId: station.id, source: 'simulated' })
    }
  }
})

test('METARs have no sunlight, whole degrees, wind directions in tens of degrees, and gusts only when there are any', () => {
  const reported = airports.flatMap(station =>
    [3, 15].map(hour => readings.readingAt(station, Date.UTC(2026, 7, 20, hour))),
  )
  for (const reading of reported) {
    expect(reading.solarWattsPerM2).toBeNull()
    expect(reading.temperatureF).toSatisfy(Number.isInteger)
    expect(reading.windFromDegrees === null).toBe(reading.windMph === 0)
    expect((reading.windFromDegrees ?? 0) % 10).toBe(0)
    if (reading.gustMph !== null) expect(reading.gustMph).toBeGreaterThan(reading.windMph ?? Infinity)
  }
  const gusty = reported.filter(({ gustMph }) => gustMph !== null).length
  const calm = reported.filter(({ windMph }) => windMph === 0).length
  expect(gusty).toBeGreaterThan(0.05 * reported.length)
  expect(gusty).toBeLessThan(0.6 * reported.length)
  expect(calm).toBeGreaterThan(0)
  expect(calm).toBeLessThan(0.3 * reported.length)
})

describe('rain', () => {
  test('as corrected by radar is close to what fell, and never decreases', () => {
    const startMs = Date.UTC(2026, 4, 12, 5)
    const hours = Array.from({ length: 24 }, (_, hour) => startMs + hour * hourMs)
    const corrected = hours.map(timeMs => readings.correctedRainInches(norman, timeMs))
    expect(corrected).toEqual(corrected.toSorted((one, other) => one - other))
    const gauge = readings.readingAt(norman, startMs + 23 * hourMs).rainTodayInches ?? 0
    expect(gauge).toBeGreaterThan(0.05)
    expect(Math.abs((corrected.at(-1) ?? 0) / gauge - 1)).toBeLessThan(0.3)
  })

  const fromMs = Date.UTC(2026, 5, 9, 5)
  const day = [...readings.series(norman, fromMs + 5 * minuteMs, fromMs + 24 * hourMs, 5 * minuteMs)]

  function echoes({ timeMs }: Reading): boolean {
    return [225, 75].some(
      seconds => world.reflectivityAt(norman.latitude, norman.longitude, timeMs - seconds * 1000) > 0,
    )
  }

  test('falls if and only if there was an echo over the slot', () => {
    const wet = day.filter(reading => (reading.rainInchesPerHour ?? 0) > 0)
    expect(wet).toEqual(day.filter(echoes))
    expect(wet.length).toBeGreaterThan(5)
    expect(wet.length).toBeLessThan(day.length)
  })

  test('adds up over the day and resets at the station’s midnight', () => {
    let sum = 0
    for (const reading of day) {
      sum += (reading.rainInchesPerHour ?? 0) / 12
      expect(Math.abs((reading.rainTodayInches ?? NaN) - sum)).toBeLessThan(0.002)
    }
    expect(sum).toBeGreaterThan(0.1)
    // Local midnight in summer is five o'clock UTC.
    expect(readings.readingAt(norman, fromMs).rainTodayInches).toBe(0)
    expect(readings.readingAt(norman, fromMs + 24 * hourMs - 1).rainTodayInches).toBeCloseTo(sum, 2)
    expect(readings.readingAt(norman, fromMs + 24 * hourMs).rainTodayInches).toBe(0)
  })

  test('is the same in a series of any step and in a single reading', () => {
    for (const stepMs of [5 * minuteMs, 15 * minuteMs, 37 * minuteMs, 3 * hourMs]) {
      const alone = createReadings(world)
      const series = [...createReadings(world).series(norman, fromMs, fromMs + 30 * hourMs, stepMs)]
      expect(series).toHaveLength(Math.ceil((30 * hourMs) / stepMs))
      const picked = series.filter((_, index) => index % 5 === 0).toReversed()
      expect(picked.map(({ timeMs }) => alone.readingAt(norman, timeMs))).toEqual(picked)
    }
  })

  test('begins at the right midnight on days when clocks change', () => {
    for (const [midnight, next] of [
      [Date.UTC(2026, 2, 8, 6), Date.UTC(2026, 2, 9, 5)],
      [Date.UTC(2026, 10, 1, 5), Date.UTC(2026, 10, 2, 6)],
    ] as const) {
      expect(readings.readingAt(norman, midnight).rainTodayInches).toBe(0)
      expect(readings.readingAt(norman, next).rainTodayInches).toBe(0)
      const last = readings.readingAt(norman, next - 5 * minuteMs).rainTodayInches ?? 0
      const hourBefore = readings.readingAt(norman, next - 65 * minuteMs).rainTodayInches ?? 0
      expect(last).toBeGreaterThanOrEqual(hourBefore)
    }
  })
})

describe('the weather’s name', () => {
  function codesOf(id: string, fromMs: number, hours: number): (string | null)[] {
    const series = readings.series(stationOf(id), fromMs, fromMs + hours * hourMs, 15 * minuteMs)
    return [...series].map(({ weatherCode }) => weatherCode)
  }

  test('reports thunder if and only if a cell with lightning is within ten miles', () => {
    const fromMs = Date.UTC(2026, 6, 1)
    const codes = codesOf('wxs-norman', fromMs, 24)
    codes.forEach((code, index) => {
      const timeMs = fromMs + index * 15 * minuteMs
      const near = world.cellsWithin(norman.latitude, norman.longitude, 10, timeMs)
      expect(code === '0019' || code === '9200').toBe(near.some(cell => cell.strikesPerMinute >= 0.2))
    })
    expect(codes).toContain('0019')
  })

  test('Fresno is smoky, Buffalo has snow', () => {
    const smoky = codesOf('wxs-fresno', Date.UTC(2026, 1, 1), 48)
    expect(smoky.filter(code => code === '0023').length).toBeGreaterThan(0.9 * smoky.length)
    const snowy = codesOf('wxs-buffalo', Date.UTC(2026, 6, 1), 72)
    expect(snowy.filter(code => ['0011', '0016', '0017'].includes(code ?? '')).length).toBeGreaterThan(20)
    expect(snowy).not.toContain('0013')
  })
})

test('at noon Phoenix has the heat and the sun that cause heat stress', () => {
  const phoenix = stationOf('wxs-phoenix')
  for (const month of [0, 3, 6, 9]) {
    const noon = readings.readingAt(phoenix, Date.UTC(2026, month, 12, 20, 30))
    expect(noon.temperatureF).toBeGreaterThan(98)
    expect(noon.solarWattsPerM2).toBeGreaterThan(450)
    expect(noon.humidityPercent).toBeGreaterThan(10)
  }
})

test('pressure is that of the station’s own height', () => {
  const reading = (id: string) => readings.readingAt(stationOf(id), Date.UTC(2026, 3, 1))
  expect(reading('KDEN').stationPressureHpa).toBeGreaterThan(800)
  expect(reading('KDEN').stationPressureHpa).toBeLessThan(850)
  expect(reading('KMIA').stationPressureHpa).toBeGreaterThan(985)
})
