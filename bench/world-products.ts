import { advisoriesAt } from '#simulator/advisories'
import { createSimulatedForecasts } from '#simulator/forecasts'
import { createHistory } from '#simulator/stations/history'
import { proactiveForecastsAt } from '#simulator/proactive-forecasts'
import { createReadings } from '#simulator/stations/readings'
import { demoStations, metarStations } from '#simulator/stations/stations'
import { createWorld, demoPlaces } from '#simulator/world'

const dayMs = 86_400_000
const minuteMs = 60_000
const nowMs = Date.UTC(2026, 10, 15, 22)

/** `maxSamples` is the maximum cost of one product, in samples of the bare world. */
interface Product {
  readonly name: string
  readonly maxSamples: number
  readonly make: () => number
}

function counted(items: Iterable<unknown>): number {
  let count = 0
  for (const _ of items) count++
  return count
}

/** Returns CPU microseconds per product. */
function costOf(make: () => number): number {
  const begun = process.cpuUsage()
  const count = make()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / count
}

/**
 * Measures the cost of the world's products relative to a sample of the world in the same run, independent of the
 * machine.
 */
export function measureWorldProducts(): void {
  const world = createWorld(1)
  const stations = demoStations()
  const airports = metarStations()
  const readings = createReadings(world)
  const history = createHistory(world)
  const forecasts = createSimulatedForecasts(world)
  const ofStations = (some: (station: (typeof stations)[number]) => Iterable<unknown>) =>
    stations.reduce((sum, station) => sum + counted(some(station)), 0)
  const forecastsAt = (timeMs: number) =>
    demoPlaces.map(each => forecasts.forecastAt(each.latitude, each.longitude, each.timeZone, timeMs)).length

  const costOfSample = () =>
    costOf(() => {
      const bare = createWorld(2)
      const samples = 4 * 288
      for (const { latitude, longitude } of stations)
        for (let index = 0; index < samples; index++)
          bare.at(latitude, longitude, nowMs - index * 5 * minuteMs)
      return samples * stations.length
    })
  costOfSample() // warm-up
  const sampleCost = costOfSample()
  console.log(`  one sample of the world: ${sampleCost.toFixed(1)} µs of a core`)

  const readingsOf = (timeMs: number) => airports.map(each => readings.readingAt(each, timeMs)).length
  const advisories = (timeMs: number) =>
    advisoriesAt(world, timeMs).advisories.length + proactiveForecastsAt(world, timeMs).length
  const products: readonly Product[] = [
    {
      name: 'station reading',
      maxSamples: 6,
      make: () => ofStations(each => readings.series(each, nowMs - 4 * dayMs, nowMs, 5 * minuteMs)),
    },
    {
      name: 'hour of station history',
      maxSamples: 5,
      make: () => ofStations(each => history.hourlyHistory(each, nowMs - 20 * dayMs, nowMs)),
    },
    {
      name: 'day of station history',
      maxSamples: 120,
      make: () => ofStations(each => history.dailyHistory(each, nowMs - 100 * dayMs, nowMs)),
    },
    { name: 'airport reading', maxSamples: 160, make: () => readingsOf(nowMs) },
    {
      name: 'airport reading, 5 minutes later',
      maxSamples: 6,
      make: () => readingsOf(nowMs + 5 * minuteMs),
    },
    { name: 'forecast', maxSamples: 3000, make: () => forecastsAt(nowMs) },
    { name: 'forecast, an hour later', maxSamples: 1500, make: () => forecastsAt(nowMs + 60 * minuteMs) },
    { name: 'advisory', maxSamples: 1500, make: () => advisories(nowMs) },
    { name: 'advisory, a minute later', maxSamples: 100, make: () => advisories(nowMs + minuteMs) },
  ]
  for (const { name, maxSamples, make } of products) {
    const samples = costOf(make) / sampleCost
    console.log(`  one ${name}: ${samples.toFixed(1)} samples (target: at most ${maxSamples})`)
    if (!(samples <= maxSamples)) process.exitCode = 1
  }
}
