import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { notCoveredByNws, type PointForecast } from '#domain/forecasts/forecast'
import type { Point } from '#domain/geo/distance'
import {
  breaksOff,
  errorPage,
  playParts,
  playServer,
  refuses,
  sends,
  type Answer,
  type PlayedParts,
  type PlayedServer,
} from '#server/feeds/feed.testing'
import { hourMs, minuteMs, secondMs } from '#server/platform/clock'
import { startOpenMeteo } from './index.ts'
import { meteoAnswer } from './open-meteo.testing.ts'

const startMs = Date.UTC(2026, 6, 15, 3, 37)
const tokyo = { latitude: 35.7, longitude: 139.7 }
const paris = { latitude: 48.85, longitude: 2.35 }
const ordinary = { customerId: 1, isLookedAt: false, isMissing: true }

let server: PlayedServer
beforeEach(async () => void (server = await playServer()))
afterEach(() => server.close())

const bodyOf = (point: Point) =>
  JSON.stringify(meteoAnswer({ ...point, firstMs: Date.UTC(2026, 6, 14), hours: 240 }))
const pointOf = (path: string): Point => {
  const { searchParams } = new URL(path, server.baseUrl)
  return { latitude: Number(searchParams.get('latitude')), longitude: Number(searchParams.get('longitude')) }
}
const serves = (path: string): Answer => sends('application/json; charset=utf-8', bodyOf(pointOf(path)))

function start({
  isNwsOn = true,
  key = undefined as string | undefined,
  from = undefined as PlayedParts | undefined,
} = {}) {
  const played = playParts(server, from?.nowMs() ?? startMs, from?.remembered)
  const received: PointForecast[] = []
  const missed: string[] = []
  played.bus.subscribe('forecast-heard', ({ forecast }) => void received.push(forecast))
  played.bus.subscribe('forecast-missed', ({ because }) => void missed.push(because))
  startOpenMeteo(played.parts, { key, isNwsOn })
  const uncovered = (point: Point) =>
    played.bus.publish('forecast-missed', {
      ...point,
      ...ordinary,
      isLookedAt: true,
      because: notCoveredByNws,
    })
  async function turn() {
    await played.bus.settled()
    played.advance(3 * secondMs)
    await played.run()
  }
  return { ...played, heard: received, missed, uncovered, turn }
}

describe('a request', () => {
  it('is answered if the National Weather Service has reported that it does not cover the place', async () => {
    server.answer = serves
    const feed = start()
    feed.uncovered(tokyo)
    await feed.turn()
    expect(feed.heard).toMatchObject([{ ...tokyo, source: 'open-meteo', timeZone: 'Asia/Tokyo' }])
    expect(feed.health.at(-1)).toMatchObject({ delivering: true })
    const { searchParams } = new URL(server.asked[0] ?? '', server.baseUrl)
    expect(Object.fromEntries(searchParams)).toMatchObject({ timezone: 'GMT', timeformat: 'unixtime' })
    expect(searchParams.has('apikey')).toBe(false)
  })

  it('that the National Weather Service answers, or fails to answer, is not answered a second time', async () => {
    server.answer = serves
    const feed = start()
    feed.bus.publish('forecast-wanted', { ...tokyo, ...ordinary })
    feed.bus.publish('forecast-missed', {
      ...tokyo,
      ...ordinary,
      because: 'api.weather.gov responded with status 503',
    })
    await feed.turn()
    expect(server.asked).toEqual([])
  })

  it('is answered everywhere if the National Weather Service is not in use', async () => {
    server.answer = serves
    const feed = start({ isNwsOn: false })
    feed.bus.publish('forecast-wanted', { ...paris, ...ordinary })
    await feed.turn()
    expect(feed.heard).toMatchObject([{ ...paris, timeZone: 'Europe/Paris' }])
  })

  it('causes no further request for an hour, not even in a process that takes over', async () => {
    server.answer = serves
    const feed = start()
    feed.uncovered(tokyo)
    await feed.turn()
    feed.advance(30 * minuteMs)
    feed.uncovered(tokyo)
    await feed.turn()
    const other = start({ from: feed })
    other.uncovered(tokyo)
    await other.turn()
    expect(server.asked).toHaveLength(1)
    other.advance(30 * minuteMs)
    other.uncovered(tokyo)
    await other.turn()
    expect(server.asked).toHaveLength(2)
  })

  it('is one of at most 20 a minute, newest first', async () => {
    server.answer = serves
    const feed = start()
    for (let index = 0; index < 50; index++) feed.uncovered({ latitude: 40 + index / 10, longitude: 2 })
    await feed.bus.settled()
    const endMs = feed.nowMs() + minuteMs
    while (feed.nowMs() < endMs) {
      feed.advance(secondMs)
      await feed.run()
    }
    expect(server.asked.length).toBeGreaterThanOrEqual(18)
    expect(server.asked.length).toBeLessThanOrEqual(21)
    expect(pointOf(server.asked[0] ?? '').latitude).toBe(44.9)
  })
})

describe('the key of a paid plan', () => {
  it('is sent, and appears in no error message', async () => {
    server.answer = () => refuses(400)
    const feed = start({ key: 'our-secret' })
    feed.uncovered(tokyo)
    await feed.turn()
    expect(server.asked[0]).toContain('apikey=our-secret')
    expect(JSON.stringify([feed.health, feed.missed])).not.toContain('our-secret')
    expect(feed.missed.at(-1)).toBe('The source responded with status 400')
  })
})

describe('reports a failure, and publishes no forecast', () => {
  it.each<[string, (path: string) => Answer, RegExp]>([
    ['status 503', () => refuses(503), /status 503/],
    ['an error page with status 200', () => errorPage, /text\/html/],
    ['half an answer', path => breaksOff('application/json', Buffer.from(bodyOf(pointOf(path)))), /./],
    ['the answer for another place', () => sends('application/json', bodyOf(paris)), /another place/],
    [
      'a forecast that ended long ago',
      path => {
        const old = { ...pointOf(path), firstMs: Date.UTC(2026, 5, 1), hours: 240 }
        return sends('application/json', JSON.stringify(meteoAnswer(old)))
      },
      /does not include the current hour/,
    ],
  ])('%s', async (_, answer, words) => {
    server.answer = answer
    const feed = start()
    feed.uncovered(tokyo)
    await feed.turn()
    expect(feed.heard).toEqual([])
    expect(feed.missed.at(-1)).toMatch(words)
    expect(feed.health.at(-1)).toMatchObject({ delivering: false })
    server.answer = serves
    feed.advance(5 * minuteMs)
    feed.uncovered(tokyo)
    await feed.turn()
    expect(feed.heard).toHaveLength(1)
    expect(feed.health.at(-1)).toMatchObject({ delivering: true })
  })

  it('a cached response keeps its real age', async () => {
    server.answer = path => sends('application/json', bodyOf(pointOf(path)), { age: '3600' })
    const feed = start()
    feed.uncovered(tokyo)
    await feed.turn()
    expect(feed.heard[0]?.issuedMs).toBe(feed.nowMs() - hourMs)
  })
})
