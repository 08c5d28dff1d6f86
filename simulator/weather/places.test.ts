import { expect, test } from 'vitest'
import { createWorld, demoPlaces, type Fields, type Hazard } from '#simulator/world'
import { milesBetween } from './plane.ts'
import { demoPlaceWith } from './places.ts'
import { createSimulatedStorms } from './storms.ts'

const hourMs = 3_600_000
const world = createWorld(1)
const storms = createSimulatedStorms(1)
const months = Array.from({ length: 12 }, (_, month) => month)

/** Returns a place's weather at the given solar hours, on three days of every month. */
function weatherOf(hazard: Hazard, hours: readonly number[]): Fields[] {
  const { latitude, longitude } = demoPlaceWith(hazard)
  return months.flatMap(month =>
    [4, 14, 24].flatMap(day =>
      hours.map(hour =>
        world.at(latitude, longitude, Date.UTC(2027, month, day) + (hour - longitude / 15) * hourMs),
      ),
    ),
  )
}

function shareOf<Value>(values: readonly Value[], holds: (value: Value) => boolean): number {
  return values.filter(holds).length / values.length
}

const roundTheClock = [0, 3, 6, 9, 12, 15, 18, 21]

test('Phoenix is hot at noon whatever the season, under a sun that follows the season', () => {
  const noons = weatherOf('heat', [13])
  expect(
    shareOf(noons, noon => noon.temperatureF > 98 && noon.dewPointF > 40 && noon.dewPointF < 66),
  ).toBeGreaterThan(0.95)
  expect(shareOf(noons, noon => noon.irradianceWattsPerM2 > 400)).toBeGreaterThan(0.9)
})

test('Tampa is warm and humid', () => {
  const weather = weatherOf('tropics', roundTheClock)
  expect(shareOf(weather, ({ temperatureF }) => temperatureF > 68 && temperatureF < 97)).toBeGreaterThan(0.98)
  expect(shareOf(weather, ({ dewPointF }) => dewPointF > 68)).toBeGreaterThan(0.95)
})

test.each([0, 6])('Tampa has thunder on some afternoons of month %d, but not on all', month => {
  const { latitude, longitude } = demoPlaceWith('tropics')
  const days = Array.from({ length: 20 }, (_, day) => Date.UTC(2026, month, 1 + day, 17))
  const fiveMinutes = Array.from({ length: 8 * 12 }, (_, step) => step * 5 * 60_000)
  const thunder = days.filter(noonMs =>
    fiveMinutes.some(afterMs =>
      storms
        .cellsNear(latitude, longitude, noonMs + afterMs)
        .some(cell => cell.strikesPerMinute > 0.5 && milesBetween(cell, latitude, longitude) < 12),
    ),
  )
  expect(thunder.length).toBeGreaterThanOrEqual(4)
  expect(thunder.length).toBeLessThanOrEqual(18)
})

test('Fresno is smoky', () => {
  const weather = weatherOf('smoke', roundTheClock)
  expect(shareOf(weather, ({ pm25MicrogramsPerM3 }) => pm25MicrogramsPerM3 > 55.4)).toBe(1)
  expect(shareOf(weather, ({ visibilityMiles }) => visibilityMiles < 7)).toBeGreaterThan(0.95)
})

test('Buffalo has snow and wind chill', () => {
  const weather = weatherOf('cold', roundTheClock)
  expect(shareOf(weather, ({ temperatureF, windMph }) => temperatureF < 30 && windMph > 8)).toBe(1)
  expect(shareOf(weather, ({ precipitation }) => precipitation === 'snow')).toBeGreaterThan(0.4)
  expect(shareOf(weather, ({ precipitation }) => precipitation === 'none')).toBeGreaterThan(0.05)
})

test('Amarillo is windy', () => {
  const weather = weatherOf('wind', roundTheClock)
  expect(shareOf(weather, ({ windMph }) => windMph > 18)).toBeGreaterThan(0.9)
  expect(shareOf(weather, ({ gustMph }) => gustMph > 40)).toBeGreaterThan(0.25)
})

test('a regime ends within a day’s drive', () => {
  const elsewhere = demoPlaces.map(({ latitude, longitude }) => world.at(latitude + 2, longitude, 0))
  for (const { pm25MicrogramsPerM3, windMph } of elsewhere) {
    expect(pm25MicrogramsPerM3).toBeLessThan(20)
    expect(windMph).toBeLessThan(40)
  }
})
