import { afterEach, beforeEach, expect, it } from 'vitest'
import { minuteMs } from '#server/platform/clock'
import { startNws } from './index.ts'
import { anUpstream, broken, openWorld, until, type World } from './nws.testing.ts'

const startMs = Date.UTC(2026, 6, 15, 20, 0, 37)
let world: World
beforeEach(async () => void (world = await openWorld(startMs)))
afterEach(() => world.stop())

const places = 40
const alertsPath = '/alerts/active?status=actual'

/** Simulates a service with a cell and a station for each place, and alerts for a hundred zones. */
function serveAll() {
  const zone = (index: number) => `https://api.weather.gov/zones/forecast/TXZ${100 + index}`
  const alert = (index: number) => ({
    properties: { id: `alert ${index}`, affectedZones: [zone(index)], expires: '2026-07-16T00:00:00Z' },
  })
  const features = Array.from({ length: 100 }, (_, index) => alert(index))
  world.answers.set(alertsPath, {
    type: 'FeatureCollection',
    updated: new Date(startMs).toISOString(),
    features,
  })
  const timeZone = 'America/Chicago'
  for (let index = 0; index < places; index++) {
    world.answers.set(`/points/${30 + index / 10},-90`, {
      properties: { gridId: 'AAA', gridX: index, gridY: 1, timeZone },
    })
    const values = [{ validTime: '2026-07-15T12:00:00+00:00/P1D', value: index }]
    world.answers.set(`/gridpoints/AAA/${index},1`, {
      properties: { updateTime: '2026-07-15T18:29:19+00:00', temperature: { uom: 'wmoUnit:degC', values } },
    })
    world.answers.set(`/gridpoints/AAA/${index},1/stations?limit=3`, {
      features: [
        {
          geometry: { coordinates: [-90, 30 + index / 10] },
          properties: { stationIdentifier: `S${1000 + index}`, timeZone },
        },
      ],
    })
  }
}

const wishAll = (of: World) => {
  for (let index = 0; index < places; index++)
    of.parts.bus.publish('forecast-wanted', {
      latitude: 30 + index / 10,
      longitude: -90,
      customerId: 1,
      isLookedAt: false,
      isMissing: true,
    })
}

it('alerts, forecasts and observations begin without a burst, at startup and after a takeover', async () => {
  serveAll()
  startNws(world.parts, { leaveAirportsToAwc: false })
  wishAll(world)
  const begun = performance.now()
  await new Promise(resolve => setTimeout(resolve, 3300))
  // A timer may fire late on a busy machine: the allowed number of requests depends on the time that has really passed.
  const passedMs = performance.now() - begun
  const turns = (everyMs: number) => 1 + passedMs / everyMs
  expect(world.asked.filter(path => path === alertsPath)).toHaveLength(1)
  expect(world.asked.filter(path => path.startsWith('/zones')).length).toBeLessThanOrEqual(turns(3000))
  expect(world.asked.filter(path => path.startsWith('/points')).length).toBeLessThanOrEqual(turns(3000))
  expect(world.asked.filter(path => path.startsWith('/stations')).length).toBeLessThanOrEqual(turns(800))
  const perMinute = (world.asked.length / passedMs) * minuteMs
  expect(perMinute).toBeLessThan(1 + 20 + 75 + 20 * 4 + 60)
  await world.schedule.stop()
  const before = world.asked.length
  const other = world.takeOver()
  startNws(other.parts, { leaveAirportsToAwc: false })
  wishAll(other)
  await until(() => (other.said['advisories-heard'] ?? []).length > 0)
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(world.asked.length - before).toBeLessThanOrEqual(8)
})

it('a combined health report is bad as soon as one part is, with its reason', async () => {
  startNws(world.parts, { leaveAirportsToAwc: false })
  await until(() => world.reports.some(({ delivering }) => delivering === false))
  expect(world.reports.at(-1)).toMatchObject({
    delivering: false,
    detail: 'Alerts: api.weather.gov responded with status 404',
  })
})

it('each part can be reported separately', async () => {
  const kinds: string[] = []
  startNws(world.parts, { leaveAirportsToAwc: false, reportOf: kind => () => void kinds.push(kind) })
  await until(() => new Set(kinds).size >= 4)
  expect(new Set(kinds)).toEqual(new Set(['alerts', 'forecasts', 'observations', 'road conditions']))
  expect(world.reports).toEqual([])
})

it('alerts continue while the grid returns only errors', async () => {
  serveAll()
  startNws(world.parts, { leaveAirportsToAwc: false, alertsUpstream: anUpstream(world.clock) })
  await until(() => (world.said['advisories-heard'] ?? []).length === 1)
  for (let index = 0; index < places; index++) world.answers.set(`/gridpoints/AAA/${index},1`, broken)
  for (let index = 0; index < places; index++)
    world.answers.set(`/gridpoints/AAA/${index},1/stations?limit=3`, broken)
  for (const path of world.answers.keys()) if (path.startsWith('/points')) world.answers.set(path, broken)
  wishAll(world)
  const isLeftAlone = () => world.reports.some(({ detail }) => detail.includes('will be retried in'))
  while (!isLeftAlone()) {
    world.schedule.nudge('nws forecasts')
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  world.schedule.nudge('nws alerts')
  await until(() => (world.said['advisories-heard'] ?? []).length === 2)
})
