import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hourMs, minuteMs, secondMs } from '#server/platform/clock'
import { startAlerts } from './alerts.ts'
import { createCounties } from './counties.ts'
import { feature } from './alert.testing.ts'
import { broken, halfAnAnswer, heldFor, openWorld, pageOfErrors, until, type World } from './nws.testing.ts'
import { createZones } from './zones.ts'

const startMs = Date.UTC(2026, 6, 15, 20, 0, 45)
const alertsPath = '/alerts/active?status=actual'
const counties = createCounties()
let world: World

beforeEach(async () => void (world = await openWorld(startMs)))
afterEach(() => world.stop())

function start(of = world) {
  startAlerts({ parts: of.parts, zones: createZones(of.parts), counties })
}
async function started(of = world) {
  start(of)
  await until(() => of.reports.length > 0)
  await of.parts.bus.settled()
}
const updated = (ageMs: number) => new Date(startMs - ageMs).toISOString()
const list = (features: object[], changedAgoMs = secondMs) => ({
  type: 'FeatureCollection',
  features,
  updated: updated(changedAgoMs),
})
const answer = (...features: object[]) => world.answers.set(alertsPath, list(features))
const received = (of = world) => of.said['advisories-heard'] ?? []
const newest = (of = world) => received(of).at(-1)
const square = (west: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 35],
      [west + 1, 35],
      [west + 1, 36],
      [west, 36],
      [west, 35],
    ],
  ],
})
const sea = {
  geocode: { SAME: ['077330'], UGC: ['GMZ330'] },
  affectedZones: ['https://api.weather.gov/zones/forecast/GMZ330'],
}

describe("the country's alerts", () => {
  it('are published with the time of the request, from one request', async () => {
    answer(feature('a', {}, square(-98)), feature('b', {}, square(-90)))
    await started()
    expect(newest()?.advisories.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(newest()?.source).toBe('nws')
    expect(Math.abs((newest()?.asOfMs ?? 0) - startMs)).toBeLessThan(5 * secondMs)
    expect(world.asked).toEqual([alertsPath])
    expect(world.reports.at(-1)).toMatchObject({ delivering: true, detail: '2 active alerts' })
  })

  it("from a cache have the cached list's age", async () => {
    world.answers.set(alertsPath, heldFor(600, list([], 11 * minuteMs)))
    await started()
    expect((newest()?.asOfMs ?? 0) - startMs).toBeLessThan(-595 * secondMs)
    expect(newest()?.asOfMs).toBe(world.reports.at(-1)?.deliveredMs)
  })

  it.each([
    ['an error', () => broken],
    ['a page of HTML with status 200', () => pageOfErrors],
    ['half a response', () => halfAnAnswer(list([feature('a')]))],
    ['a list from the future', () => list([], -hourMs)],
    ['a list that has not changed for hours', () => list([], 2 * hourMs)],
  ])(
    'after %s are not published, not even as an empty list, and the reason is reported',
    async (_what, fault) => {
      world.answers.set(alertsPath, fault())
      await started()
      expect(received()).toEqual([])
      expect(world.reports.at(-1)).toMatchObject({
        delivering: false,
        detail: expect.stringMatching(/\w{4}/),
      })
      answer()
      world.clock.advance(minuteMs)
      await world.again('nws alerts')
      expect(newest()?.advisories).toEqual([])
    },
  )

  it('from an older list than the last one are ignored, also by a process that takes over', async () => {
    world.answers.set(alertsPath, list([feature('a')], secondMs))
    await started()
    world.answers.set(alertsPath, list([], minuteMs))
    await world.again('nws alerts')
    expect(world.reports.at(-1)).toMatchObject({ delivering: false, detail: expect.stringMatching('older') })
    const other = world.takeOver()
    await started(other)
    expect(received(other)).toEqual([])
    expect(received()).toHaveLength(1)
  })

  it('without a number remain one event through their updates', async () => {
    const chain = (id: string, before?: string) =>
      feature(id, {
        parameters: {},
        references: before === undefined ? [] : [{ identifier: before, sent: '2026-07-15T19:00:00Z' }],
      })
    answer(chain('urn:one'))
    await started()
    answer(chain('urn:two', 'urn:one'))
    await world.again('nws alerts')
    const other = world.takeOver()
    answer(chain('urn:three', 'urn:two'))
    await started(other)
    expect([...received(), ...received(other)].map(({ advisories }) => advisories[0]?.continuity)).toEqual([
      'urn:one',
      'urn:one',
      'urn:one',
    ])
  })
})

describe('an alert for whole zones', () => {
  const zonePath = '/zones/county/OKC027'

  it('applies in its counties until the shapes of its zones are known, then in those', async () => {
    answer(feature('a'))
    world.answers.set(zonePath, { type: 'Feature', geometry: square(-98) })
    await started()
    expect(newest()?.advisories[0]?.outlines).toEqual(counties.outlinesOf('040027'))
    expect(world.reports.at(-1)?.detail).toBe('1 active alert')
    world.schedule.nudge('nws zones')
    await until(() => world.remembered.has('zone county/OKC027'))
    await world.again('nws alerts')
    expect(newest()?.advisories[0]?.outlines).toEqual(square(-98).coordinates)
  })

  it('applies in its counties if the service does not know its zone, which is not requested again', async () => {
    answer(feature('a'))
    await started()
    world.schedule.nudge('nws zones')
    await until(() => world.remembered.get('zone county/OKC027') === 'missing')
    world.schedule.nudge('nws zones')
    await world.again('nws alerts')
    expect(newest()?.advisories[0]?.outlines).toEqual(counties.outlinesOf('040027'))
    expect(world.asked.filter(path => path === zonePath)).toHaveLength(1)
  })

  it('is listed without an area while nothing is known of it, and that is reported', async () => {
    answer(feature('a', sea))
    world.answers.set('/zones/forecast/GMZ330', broken)
    await started()
    expect(newest()?.advisories).toMatchObject([{ id: 'a', outlines: [] }])
    expect(world.reports.at(-1)).toMatchObject({
      delivering: true,
      detail: '1 active alert; the area of 1 is not fully known yet',
    })
  })

  it('has shapes that another process fetched, without requesting them again', async () => {
    world.remembered.set('zone forecast/GMZ330', square(-90).coordinates)
    answer(feature('a', sea))
    await started()
    expect(newest()?.advisories[0]?.outlines).toEqual(square(-90).coordinates)
    expect(world.asked).toEqual([alertsPath])
  })

  it('has its shapes fetched one at a time, those of the worst alert first', async () => {
    const zoned = (id: string, severity: string, zone: string) =>
      feature(id, { severity, affectedZones: [`https://api.weather.gov/zones/forecast/${zone}`] })
    answer(zoned('a', 'Minor', 'TXZ001'), zoned('b', 'Extreme', 'TXZ002'), zoned('c', 'Severe', 'TXZ003'))
    for (const zone of ['TXZ001', 'TXZ002', 'TXZ003'])
      world.answers.set(`/zones/forecast/${zone}`, { type: 'Feature', geometry: square(-98) })
    await started()
    for (let fetched = 2; fetched <= 4; fetched++) {
      world.schedule.nudge('nws zones')
      await until(() => world.asked.length >= fetched)
      await until(() => world.remembered.size >= fetched)
    }
    expect(world.asked.slice(1)).toEqual(
      ['TXZ002', 'TXZ003', 'TXZ001'].map(zone => `/zones/forecast/${zone}`),
    )
  })
})
