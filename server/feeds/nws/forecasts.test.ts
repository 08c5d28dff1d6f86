import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayMs, hourMs, minuteMs, secondMs } from '#server/platform/clock'
import { startForecasts } from './forecasts.ts'
import { broken, halfAnAnswer, openWorld, pageOfErrors, until, type World } from './nws.testing.ts'
import { createPoints } from './points.ts'

const startMs = Date.UTC(2026, 6, 15, 20, 0, 37)
const place = { latitude: 41.95, longitude: -71.2 }
const pointPath = '/points/41.95,-71.2'
const gridPath = '/gridpoints/BOX/70,82'
const hourlyPath = `${gridPath}/forecast/hourly`
let world: World

beforeEach(async () => {
  world = await openWorld(startMs)
  world.answers.set(pointPath, point(82))
  world.answers.set(gridPath, grid(20))
  world.answers.set(hourlyPath, {
    properties: {
      periods: [
        {
          startTime: '2026-07-15T16:00:00-04:00',
          icon: 'https://api.weather.gov/icons/land/day/smoke?size=small',
        },
      ],
    },
  })
})
afterEach(() => world.stop())

const point = (gridY: number) => ({
  properties: { gridId: 'BOX', gridX: 70, gridY, timeZone: 'America/New_York' },
})
const grid = (celsius: number) => ({
  properties: {
    updateTime: '2026-07-15T18:29:19+00:00',
    temperature: {
      uom: 'wmoUnit:degC',
      values: [{ validTime: '2026-07-15T12:00:00+00:00/P1D', value: celsius }],
    },
  },
})

function start(of = world) {
  startForecasts({ parts: of.parts, points: createPoints(of.parts), onPlace: () => {}, onRoads: () => {} })
}
const ordinary = { customerId: 1, isLookedAt: false, isMissing: true }
const request = (of = world) => of.parts.bus.publish('forecast-wanted', { ...place, ...ordinary })
const received = (of = world) => of.said['forecast-heard'] ?? []
const missed = (of = world) => of.said['forecast-missed'] ?? []
/** Runs the feed's turns until something has happened. */
async function turnsUntil(holds: () => boolean, of = world) {
  while (!holds()) {
    of.schedule.nudge('nws forecasts')
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}
/** Runs the feed's turns for a while, long enough for anything that must not happen to happen. */
async function someTurns(of = world) {
  for (let turn = 0; turn < 10; turn++) {
    of.schedule.nudge('nws forecasts')
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

describe('a forecast request', () => {
  it('is answered for its own place from point, grid and hourly text, each requested once', async () => {
    start()
    request()
    await until(() => received().length > 0)
    const { forecast } = received()[0] as NonNullable<ReturnType<typeof received>[0]>
    expect(forecast).toMatchObject({ source: 'nws', timeZone: 'America/New_York', ...place })
    expect(forecast.hours).toHaveLength(24)
    expect(forecast.hours[8]).toMatchObject({
      timeMs: Date.UTC(2026, 6, 15, 20),
      temperatureF: 68,
      weatherCode: '0023',
    })
    expect(world.asked).toEqual([pointPath, gridPath, hourlyPath])
    expect(world.reports.at(-1)).toMatchObject({ delivering: true })
  })

  it('within the hour requests nothing again, nor does a process that takes over', async () => {
    start()
    request()
    await until(() => received().length > 0)
    world.clock.advance(20 * minuteMs)
    request()
    await turnsUntil(() => received().length > 1)
    const other = world.takeOver()
    start(other)
    request(other)
    await someTurns(other)
    expect(world.asked).toHaveLength(3)
    world.clock.advance(hourMs)
    request(other)
    await turnsUntil(() => received(other).length > 0, other)
    // The point is not requested again, because it is stored for a day.
    expect(world.asked.slice(3)).toEqual([gridPath, hourlyPath])
  })

  it('outside the service’s area is rejected with a reason, and not requested again that day', async () => {
    world.answers.delete(pointPath)
    start()
    request()
    await until(() => missed().length > 0)
    expect(missed()[0]).toEqual({
      ...place,
      ...ordinary,
      because: 'The National Weather Service does not cover this place',
    })
    request()
    await turnsUntil(() => missed().length > 1)
    expect(world.asked).toEqual([pointPath])
    expect(world.remembered.get(`point ${pointPath}`)).toBe('not covered')
  })

  it('uses the grid’s own text if the hourly one is unavailable', async () => {
    world.answers.set(hourlyPath, broken)
    start()
    request()
    await until(() => received().length > 0)
    expect(received()[0]?.forecast.hours[8]).toMatchObject({ temperatureF: 68, weatherCode: null })
  })

  it.each([
    ['errors', broken],
    ['pages of HTML', pageOfErrors],
    ['halves of responses', halfAnAnswer(grid(20))],
    ['a grid without values', { properties: { updateTime: '2026-07-15T18:29:19+00:00' } }],
  ])(
    'is tried three times over half a minute after %s, then reported unavailable with a reason; nothing is invented',
    async (_what, fault) => {
      world.answers.set(gridPath, fault)
      start()
      request()
      const grids = () => world.asked.filter(path => path === gridPath).length
      await until(() => world.reports.length > 0)
      await until(() => grids() === 1)
      await someTurns()
      expect(grids()).toBe(1)
      world.clock.advance(11 * secondMs)
      await turnsUntil(() => grids() === 2)
      await someTurns()
      world.clock.advance(31 * secondMs)
      await turnsUntil(() => missed().length > 0)
      expect(grids()).toBe(3)
      expect(received()).toEqual([])
      expect(missed()[0]?.because).toMatch('api.weather.gov')
      expect(world.reports.at(-1)).toMatchObject({ delivering: false })
    },
  )

  it('finds its cell again when the grid was reorganized', async () => {
    start()
    request()
    await until(() => received().length > 0)
    world.answers.delete(gridPath)
    world.answers.set(pointPath, point(83))
    world.answers.set('/gridpoints/BOX/70,83', grid(25))
    world.clock.advance(hourMs + dayMs / 12)
    request()
    await turnsUntil(() => received().length > 1)
    expect(received()[1]?.forecast.hours[0]?.temperatureF).toBe(77)
  })
})

describe('many requests at once', () => {
  it('are served one after the other, newest first, and no faster than one in three seconds', async () => {
    start()
    const places = [1, 2, 3, 4, 5].map(index => ({ latitude: 40 + index, longitude: -90 }))
    for (const { latitude } of places)
      world.answers.set(`/points/${latitude},-90`, {
        properties: { gridId: 'AAA', gridX: latitude, gridY: 1, timeZone: 'America/Chicago' },
      })
    for (const { latitude } of places) world.answers.set(`/gridpoints/AAA/${latitude},1`, grid(latitude))
    for (const each of places)
      world.parts.bus.publish('forecast-wanted', { ...each, ...ordinary, isLookedAt: true })
    await until(() => received().length === 1)
    // No other request was waiting when the first one arrived.
    expect(world.asked[0]).toBe('/points/41,-90')
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(received()).toHaveLength(1)
    await turnsUntil(() => received().length === 5)
    expect(world.asked.filter(path => path.startsWith('/points'))).toEqual(
      [41, 45, 44, 43, 42].map(latitude => `/points/${latitude},-90`),
    )
  })

  it('from one customer with 5,000 places delay three from another for less than a minute', async () => {
    const few = [61, 62, 63].map(latitude => ({ latitude, longitude: -150 }))
    const gridPaths = few.map(({ latitude }) => `/gridpoints/BBB/${latitude},1`)
    for (const [index, { latitude }] of few.entries()) {
      world.answers.set(`/points/${latitude},-150`, {
        properties: { gridId: 'BBB', gridX: latitude, gridY: 1, timeZone: 'America/Anchorage' },
      })
      world.answers.set(gridPaths[index] ?? '', grid(10))
    }
    start()
    for (const each of few)
      world.parts.bus.publish('forecast-wanted', { ...each, ...ordinary, customerId: 2 })
    for (let index = 0; index < 5000; index++) {
      const many = { latitude: 30 + (index % 100) / 20, longitude: -80 - Math.floor(index / 100) / 20 }
      world.parts.bus.publish('forecast-wanted', { ...many, ...ordinary })
    }
    const isServed = () => gridPaths.every(path => world.asked.includes(path))
    const pointsAsked = () => world.asked.filter(path => path.startsWith('/points')).length
    await turnsUntil(() => isServed() || pointsAsked() > 20)
    // The limit is 20 places a minute.
    expect(isServed()).toBe(true)
    expect(pointsAsked()).toBeLessThanOrEqual(7)
  })

  it('that need no outside request take no turn', async () => {
    start()
    const known = [1, 2, 3, 4, 5].map(index => ({ latitude: 40 + index, longitude: -90 }))
    for (const { latitude } of known) world.remembered.set(`point /points/${latitude},-90`, 'not covered')
    for (const each of known) world.parts.bus.publish('forecast-wanted', { ...each, ...ordinary })
    request()
    await until(() => received().length === 1)
    expect(missed()).toHaveLength(5)
  })
})
