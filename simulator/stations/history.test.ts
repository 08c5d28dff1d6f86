import { expect, test } from 'vitest'
import { dewPointC } from '#domain/conditions/formulas/humidity'
import { dailyEt } from '#domain/evapotranspiration/daily'
import { dayOfHours } from '#domain/evapotranspiration/day-of-hours'
import { celsiusFromFahrenheit, msFromMph } from '#domain/units/convert'
import { createHistory } from './history.ts'
import { createReadings } from './readings.ts'
import { demoStations } from './stations.ts'
import { createWorld } from '#simulator/world'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const world = createWorld(1)
const history = createHistory(world)

function stationOf(name: string) {
  const station = demoStations().find(({ id }) => id === `wxs-${name}`)
  if (!station) throw new Error(`no station in ${name}`)
  return station
}

const norman = stationOf('norman')

test('the same span gives the same history, whole or in pieces', () => {
  const fromMs = Date.UTC(2026, 0, 10)
  const whole = [...history.hourlyHistory(norman, fromMs, fromMs + 10 * hourMs)]
  const other = createHistory(createWorld(1))
  const pieces = [
    ...other.hourlyHistory(norman, fromMs + 4 * hourMs, fromMs + 10 * hourMs),
    ...other.hourlyHistory(norman, fromMs, fromMs + 4 * hourMs + 1000),
  ]
  expect(pieces.sort((one, next) => one.startMs - next.startMs)).toEqual(whole)
  expect(whole.map(({ startMs }) => startMs)).toEqual(whole.map((_, hour) => fromMs + hour * hourMs))
})

test('minima, means and maxima are in order', () => {
  for (const station of demoStations()) {
    for (const record of history.dailyHistory(station, Date.UTC(2025, 3, 1), Date.UTC(2025, 3, 15))) {
      expect(record.minTemperatureF).toBeLessThanOrEqual(record.meanTemperatureF)
      expect(record.meanTemperatureF).toBeLessThanOrEqual(record.maxTemperatureF)
      expect(record.minHumidityPercent).toBeLessThanOrEqual(record.meanHumidityPercent)
      expect(record.meanHumidityPercent).toBeLessThanOrEqual(record.maxHumidityPercent)
      expect(record.meanWindMph).toBeLessThanOrEqual(record.maxWindMph)
      expect(record.maxWindMph).toBeLessThanOrEqual(record.maxGustMph)
      expect(record.meanSolarWattsPerM2).toBeGreaterThan(30)
      expect(record.rainInches).toBeGreaterThanOrEqual(0)
    }
  }
})

test('days follow the station’s calendar, including clock changes, and their hours add up to them', () => {
  for (const [aroundMs, lengths] of [
    [Date.UTC(2026, 2, 8, 18), [24, 23, 24]],
    [Date.UTC(2026, 10, 1, 18), [24, 25, 24]],
  ] as const) {
    const days = [...history.dailyHistory(norman, aroundMs - dayMs, aroundMs + 2 * dayMs)]
    expect(days.map(({ startMs, endMs }) => (endMs - startMs) / hourMs)).toEqual(lengths)
    for (const day of days) {
      const hours = [...history.hourlyHistory(norman, day.startMs, day.endMs)]
      expect(hours.reduce((sum, { rainInches }) => sum + rainInches, 0)).toBeCloseTo(day.rainInches, 1)
      expect(Math.max(...hours.map(({ maxTemperatureF }) => maxTemperatureF))).toBe(day.maxTemperatureF)
      expect(Math.min(...hours.map(({ minTemperatureF }) => minTemperatureF))).toBe(day.minTemperatureF)
    }
  }
})

test('is the weather of the readings at lower resolution', () => {
  const readings = createReadings(world)
  let rained = 0
  let recorded = 0
  for (const day of history.dailyHistory(norman, Date.UTC(2026, 4, 1, 12), Date.UTC(2026, 4, 16, 12))) {
    const fine = [...readings.series(norman, day.startMs + 300_000, day.endMs, 300_000)]
    const temperatures = fine.map(({ temperatureF }) => temperatureF ?? NaN)
    const mean = temperatures.reduce((sum, value) => sum + value, 0) / temperatures.length
    expect(Math.abs(mean - day.meanTemperatureF)).toBeLessThan(1)
    expect(Math.max(...temperatures)).toBeGreaterThanOrEqual(day.maxTemperatureF - 0.3)
    expect(Math.max(...temperatures)).toBeLessThan(day.maxTemperatureF + 3)
    rained += fine.at(-1)?.rainTodayInches ?? 0
    recorded += day.rainInches
  }
  expect(rained).toBeGreaterThan(3)
  expect(recorded / rained).toBeGreaterThan(0.7)
  expect(recorded / rained).toBeLessThan(1.4)
})

test('plants need more than twice as much water in summer as in winter', () => {
  const meanMm = (month: number) => {
    const days = Array.from({ length: 11 }, (_, index) => evapotranspirationMm(month, index + 1))
    return days.reduce((sum, mm) => sum + mm, 0) / days.length
  }
  expect(meanMm(7)).toBeGreaterThan(2 * meanMm(1))
})

function evapotranspirationMm(month: number, day: number): number {
  const startMs = Date.UTC(2026, month - 1, day, 6) // midnight in Norman, in standard time
  const hours = [...history.hourlyHistory(norman, startMs, startMs + dayMs)].map(hour => {
    const tempC = celsiusFromFahrenheit(hour.meanTemperatureF)
    const windMs = msFromMph(hour.meanWindMph)
    return {
      tempC,
      dewPointC: dewPointC(tempC, hour.meanHumidityPercent),
      solarWm2: hour.meanSolarWattsPerM2,
      windMs,
    }
  })
  const measured = dayOfHours(hours)
  if (!measured) throw new Error('Too few hours')
  const dayOfYear = (startMs - Date.UTC(2026, 0, 1, 6)) / dayMs + 1
  const place = { latitude: norman.latitude, elevationM: 357, dayOfYear, windHeightM: 10 }
  const et = dailyEt({ ...measured, ...place }, { standard: 'ASCE', clearSky: 'full' })
  if (!et) throw new Error('An implausible day')
  return et.mm
}
