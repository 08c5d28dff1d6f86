import { expect, test } from 'vitest'
import { advisoriesAt } from './advisories.ts'
import { createForecasts } from './forecasts.ts'
import { createHistory } from './history.ts'
import { proactiveForecastsAt } from './proactive-forecasts.ts'
import { createReadings } from './readings.ts'
import { demoStations, metarStations } from './stations.ts'
import { createWorld, demoPlaces } from './world.ts'

/** How fast the world answers: printed, not asserted, since it depends on the machine and on what else runs on it. */

const dayMs = 86_400_000
const nowMs = Date.UTC(2026, 10, 15, 22)
const world = createWorld(1)
const stations = demoStations()

function timed(what: string, run: () => number): void {
  const startMs = performance.now()
  const count = run()
  const ms = performance.now() - startMs
  expect(count).toBeGreaterThan(0)
  process.stdout.write(
    `${what}: ${count} in ${ms.toFixed(0)} ms, ${((1000 * ms) / count).toFixed(0)} µs each\n`,
  )
}

function counted(items: Iterable<unknown>): number {
  let count = 0
  const iterator = items[Symbol.iterator]()
  while (!iterator.next().done) count++
  return count
}

test('speed', () => {
  const readings = createReadings(world)
  const history = createHistory(world)
  const forecasts = createForecasts(world)
  const total = (some: (station: (typeof stations)[number]) => Iterable<unknown>) =>
    stations.reduce((sum, station) => sum + counted(some(station)), 0)
  timed('readings of 4 days', () => total(each => readings.series(each, nowMs - 4 * dayMs, nowMs, 300_000)))
  timed('hours of 20 days', () => total(each => history.hourlyHistory(each, nowMs - 20 * dayMs, nowMs)))
  timed('days of 100 days', () => total(each => history.dailyHistory(each, nowMs - 100 * dayMs, nowMs)))
  const airports = metarStations()
  const airportsAt = (timeMs: number) => airports.map(each => readings.readingAt(each, timeMs)).length
  timed('airports, first asked', () => airportsAt(nowMs))
  timed('airports, asked again', () => airportsAt(nowMs + 300_000))
  const forecastsAt = (timeMs: number) =>
    demoPlaces.map(each => forecasts.forecastAt(each.latitude, each.longitude, each.timeZone, timeMs)).length
  timed('forecasts, first asked', () => forecastsAt(nowMs))
  timed('forecasts, an hour later', () => forecastsAt(nowMs + 3_600_000))
  timed('advisories, first asked', () => advisoriesAt(world, nowMs).advisories.length)
  timed('advisories, a minute later', () => advisoriesAt(world, nowMs + 60_000).advisories.length)
  timed('proactive forecasts, first asked', () => proactiveForecastsAt(world, nowMs).length)
  timed('proactive forecasts, a minute later', () => proactiveForecastsAt(world, nowMs + 60_000).length)
})
