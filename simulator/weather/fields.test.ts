import fc from 'fast-check'
import { expect, test } from 'vitest'
import { environmentHpa } from '#simulator/tropics/tropics'
import { createWorld, type Fields, type TropicalState } from '#simulator/world'
import { milesBetween } from './plane.ts'

const world = createWorld(11)
/** Not generated as doubles, because random doubles are mostly near zero. */
const degreesUpTo = (most: number) =>
  fc.integer({ min: -most * 1000, max: most * 1000 }).map(thousandths => thousandths / 1000)
const anywhere = fc.tuple(
  fc.oneof(degreesUpTo(90), fc.constantFrom(-90, 0, 90)),
  fc.oneof(degreesUpTo(540), fc.constantFrom(-180, 0, 180)),
)
const inTheUs = fc.tuple(
  fc.double({ min: 25, max: 49, noNaN: true }),
  fc.double({ min: -124, max: -67, noNaN: true }),
)
const instant = fc.integer({ min: Date.UTC(1900, 0), max: Date.UTC(2200, 0) })

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const mphPerKnot = 1.150779

/** Limits of gusts and pressure, to which tropical storms add their full effect. */
const mostGustMph = (tropical: readonly TropicalState[]) =>
  150 + 1.3 * mphPerKnot * sum(tropical.map(({ knots }) => knots))
const leastHpa = (tropical: readonly TropicalState[]) =>
  980 - sum(tropical.map(({ pressureHpa }) => environmentHpa - pressureHpa))

/** Checks that the fields agree, at a place with tropical storms in its neighborhood, if there are any. */
function hangsTogether(fields: Fields, tropical: readonly TropicalState[] = []): void {
  for (const [name, value] of Object.entries(fields)) {
    if (name !== 'precipitation') expect(value, name).toSatisfy(Number.isFinite)
  }
  expect(fields.temperatureF).toBeGreaterThan(-160)
  expect(fields.temperatureF).toBeLessThan(130)
  expect(fields.dewPointF).toBeLessThanOrEqual(fields.temperatureF)
  expect(fields.relativeHumidityPercent).toBeGreaterThan(0)
  expect(fields.relativeHumidityPercent).toBeLessThanOrEqual(100)
  expect(fields.windMph).toBeGreaterThanOrEqual(0)
  expect(fields.gustMph).toBeGreaterThanOrEqual(fields.windMph)
  expect(fields.gustMph).toBeLessThan(mostGustMph(tropical))
  expect(fields.windFromDegrees).toBeGreaterThanOrEqual(0)
  expect(fields.windFromDegrees).toBeLessThan(360)
  expect(fields.pressureHpa).toBeGreaterThan(leastHpa(tropical))
  expect(fields.pressureHpa).toBeLessThan(1050)
  expect(fields.stationPressureHpa).toBeLessThanOrEqual(fields.pressureHpa)
  expect(fields.cloudFraction).toBeGreaterThanOrEqual(0)
  expect(fields.cloudFraction).toBeLessThanOrEqual(1)
  expect(fields.irradianceWattsPerM2 > 0).toBe(
    fields.sunElevationDegrees > 0 && fields.irradianceWattsPerM2 > 0,
  )
  expect(fields.irradianceWattsPerM2).toBeLessThan(1100)
  expect(fields.rainInchesPerHour > 0).toBe(fields.reflectivityDbz > 0)
  expect(fields.precipitation === 'none').toBe(fields.rainInchesPerHour === 0)
  expect(fields.snowInchesPerHour > 0).toBe(fields.precipitation === 'snow')
  if (fields.precipitation === 'snow') expect(fields.temperatureF).toBeLessThan(34)
  if (fields.reflectivityDbz > 15) expect(fields.cloudFraction).toBeGreaterThan(0.95)
  if (fields.reflectivityDbz > 22 && fields.temperatureF > 0) {
    expect(fields.relativeHumidityPercent).toBeGreaterThan(88)
  }
  expect(fields.pm25MicrogramsPerM3).toBeGreaterThan(0)
  expect(fields.pm10MicrogramsPerM3).toBeGreaterThan(fields.pm25MicrogramsPerM3)
  expect(fields.ozonePpb).toBeGreaterThan(0)
  expect(fields.visibilityMiles).toBeGreaterThan(0)
}

test('the weather is consistent at every place and time', () => {
  fc.assert(
    fc.property(fc.oneof(anywhere, inTheUs), instant, ([latitude, longitude], timeMs) => {
      const fields = world.at(latitude, longitude, timeMs)
      const tropical = world
        .tropicalStormsAt(timeMs)
        .filter(storm => milesBetween(storm, latitude, longitude) < 261)
      hangsTogether(fields, tropical)
      expect(fields.reflectivityDbz).toBe(world.reflectivityAt(latitude, longitude, timeMs))
    }),
    { numRuns: 2000 },
  )
})

test('the weather is consistent in a tropical storm, from its eye to its edge', () => {
  const inTheSeason = fc.tuple(
    fc.integer({ min: 1900, max: 2199 }),
    fc.integer({ min: 0, max: 183 * 24 * 60 }),
  )
  fc.assert(
    fc.property(inTheSeason, degreesUpTo(3), degreesUpTo(3), ([year, minutes], north, east) => {
      const timeMs = Date.UTC(year, 5) + minutes * 60_000
      const tropical = world.tropicalStormsAt(timeMs)
      for (const { latitude, longitude } of tropical) {
        hangsTogether(world.at(latitude + north, longitude + east, timeMs), tropical)
      }
    }),
    { numRuns: 500 },
  )
})

const afternoon = Date.UTC(2026, 5, 18, 22)
const strong = world.cellsAt(afternoon).filter(cell => cell.maxReflectivityDbz > 52)

test('under strong cells it is rainy, windy and cooler than outside', () => {
  expect(strong.length).toBeGreaterThan(5)
  const cooling = strong.map(cell => {
    const under = world.at(cell.latitude, cell.longitude, afternoon)
    hangsTogether(under)
    expect(under.rainInchesPerHour).toBeGreaterThan(1)
    expect(under.reflectivityDbz).toBeGreaterThan(cell.maxReflectivityDbz - 5)
    const outside = world.at(cell.latitude + (4 * cell.radiusMiles) / 69, cell.longitude, afternoon)
    expect(under.gustMph).toBeGreaterThan(25)
    return outside.temperatureF - under.temperatureF
  })
  expect(sum(cooling) / cooling.length).toBeGreaterThan(8)
})

test('no echo is stronger than the cells that make it', () => {
  const strongest = Math.max(36, ...world.cellsAt(afternoon).map(cell => cell.maxReflectivityDbz))
  fc.assert(
    fc.property(inTheUs, ([latitude, longitude]) => {
      expect(world.reflectivityAt(latitude, longitude, afternoon)).toBeLessThanOrEqual(strongest)
    }),
    { numRuns: 2000 },
  )
})

test('the same place with its longitude counted eastward has the same weather', () => {
  expect(world.at(35, 262.5, afternoon)).toEqual(world.at(35, -97.5, afternoon))
})

test('nothing jumps when clocks change', () => {
  for (const change of [Date.UTC(2026, 2, 8, 8), Date.UTC(2026, 10, 1, 7)]) {
    const [before, after] = [world.at(41.9, -87.6, change - 30_000), world.at(41.9, -87.6, change + 30_000)]
    expect(Math.abs(before.temperatureF - after.temperatureF)).toBeLessThan(0.3)
    expect(Math.abs(before.sunElevationDegrees - after.sunElevationDegrees)).toBeLessThan(0.3)
  }
})
