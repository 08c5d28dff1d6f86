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

/** `mostLooks` is what one of it may cost at most, in looks at the bare world that it is made of. */
interface Product {
  readonly name: string
  readonly mostLooks: number
  readonly make: () => number
}

function counted(items: Iterable<unknown>): number {
  let count = 0
  for (const _ of items) count++
  return count
}

/** Microseconds of a core for each thing that is made. */
function costOf(make: () => number): number {
  const begun = process.cpuUsage()
  const count = make()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / count
}

/** What the world's products cost, each against looks at the world in the same run: so the machine drops out. */
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

  const look = () =>
    costOf(() => {
      const bare = createWorld(2)
      const looks = 4 * 288
      for (const { latitude, longitude } of stations)
        for (let index = 0; index < looks; index++) bare.at(latitude, longitude, nowMs - index * 5 * minuteMs)
      return looks * stations.length
    })
  look() // the machine reads the program
  const lookCost = look()
  console.log(`  a look at the world: ${lookCost.toFixed(1)} µs of a core`)

  const readingsOf = (timeMs: number) => airports.map(each => readings.readingAt(each, timeMs)).length
  const advisories = (timeMs: number) =>
    advisoriesAt(world, timeMs).advisories.length + proactiveForecastsAt(world, timeMs).length
  const products: readonly Product[] = [
    {
      name: 'reading of a station',
      mostLooks: 6,
      make: () => ofStations(each => readings.series(each, nowMs - 4 * dayMs, nowMs, 5 * minuteMs)),
    },
    {
      name: 'hour of its past',
      mostLooks: 5,
      make: () => ofStations(each => history.hourlyHistory(each, nowMs - 20 * dayMs, nowMs)),
    },
    {
      name: 'day of its past',
      mostLooks: 120,
      make: () => ofStations(each => history.dailyHistory(each, nowMs - 100 * dayMs, nowMs)),
    },
    { name: 'reading of an airport', mostLooks: 160, make: () => readingsOf(nowMs) },
    {
      name: 'reading of an airport, 5 minutes later',
      mostLooks: 6,
      make: () => readingsOf(nowMs + 5 * minuteMs),
    },
    { name: 'forecast', mostLooks: 3000, make: () => forecastsAt(nowMs) },
    { name: 'forecast, an hour later', mostLooks: 1500, make: () => forecastsAt(nowMs + 60 * minuteMs) },
    { name: 'advisory', mostLooks: 1500, make: () => advisories(nowMs) },
    { name: 'advisory, a minute later', mostLooks: 100, make: () => advisories(nowMs + minuteMs) },
  ]
  for (const { name, mostLooks, make } of products) {
    const looks = costOf(make) / lookCost
    console.log(`  one ${name}: ${looks.toFixed(1)} looks (target: at most ${mostLooks})`)
    if (!(looks <= mostLooks)) process.exitCode = 1
  }
}
