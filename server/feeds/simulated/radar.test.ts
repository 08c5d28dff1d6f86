import { inflateSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ReceivedRadar } from '#domain/radar/grid'
import type { Events } from '#server/events'
import { createBus, type Bus } from '#server/platform/bus'
import { hourMs, minuteMs, type Clock } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import { simulatedRadar, startSimulatedRadar, type RadarRequest } from './radar.ts'

const place = { west: 0, north: 1, stepDegrees: 1, columns: 1, rows: 1 }
const startMs = Date.UTC(2026, 6, 1, 18, 2)

let nowMs: number
let received: ReceivedRadar[]
let bus: Bus<Events>
let look: () => Promise<void>
let stop: () => Promise<void>
/** Called before each image is drawn. */
let whileDrawing: (want: RadarRequest) => void

async function* grids(wanted: readonly RadarRequest[]) {
  for (const want of wanted) {
    whileDrawing(want)
    yield { ...want, grid: { place, echoes: Uint8Array.of(7) } }
  }
}

beforeEach(() => {
  nowMs = startMs
  received = []
  whileDrawing = () => {}
  bus = createBus<Events>(silentLog)
  bus.subscribe('radar-grid-heard', each => void received.push(each))
  const clock: Clock = { now: () => new Date(nowMs), monotonicMs: () => nowMs }
  let task = async () => {}
  const schedule = {
    every: (_name: string, _ms: number, run: typeof task) => void (task = run),
    nudge() {},
    states: () => [],
    stop: async () => {},
  }
  const feed = startSimulatedRadar({ source: { grids }, clock, log: silentLog, bus, schedule })
  stop = feed.stop
  look = async () => {
    await task()
    await feed.settled()
    await bus.settled()
  }
})

const minutesOf = (product: ReceivedRadar['product']) =>
  received
    .filter(each => each.product === product)
    .map(({ validMs }) => (validMs - Date.UTC(2026, 6, 1, 18)) / minuteMs)
const fault = (name: 'none' | 'silent' | 'gap') => {
  bus.publish('feed-fault-wanted', { feed: simulatedRadar, fault: name })
  return bus.settled()
}

describe('the simulated radar', () => {
  it('publishes the newest image first, then what a nowcast needs, then the past backwards and model forecasts', async () => {
    await look()
    expect(minutesOf('composite')).toEqual(Array.from({ length: 25 }, (_, index) => 0 - 5 * index))
    expect(minutesOf('model')).toEqual(Array.from({ length: 72 }, (_, index) => 15 * (index + 1)))
    expect(minutesOf('international')).toHaveLength(13)
    expect(minutesOf('extended')).toHaveLength(28)
    const products = received.map(({ product }) => product)
    expect(products.slice(0, 11)).toEqual([...Array(3).fill('composite'), ...Array(8).fill('model')])
    expect(products.slice(11, 33)).toEqual(Array(22).fill('composite'))
    expect(received.map(({ origin }) => origin).slice(0, 4)).toEqual([...Array(3).fill('observed'), 'model'])
    expect([...inflateSync(received[0]?.deflated ?? Uint8Array.of())]).toEqual([7])
  })

  it('publishes one more every five minutes, and nothing twice', async () => {
    await look()
    received = []
    await look()
    expect(received).toEqual([])
    nowMs += 5 * minuteMs
    await look()
    expect(minutesOf('composite')).toEqual([5])
  })

  it('publishes a model again after a new run', async () => {
    await look()
    received = []
    nowMs += hourMs
    await look()
    expect(minutesOf('model')).toHaveLength(72)
    expect(
      new Set(received.filter(({ product }) => product === 'model').map(({ issuedMs }) => issuedMs)).size,
    ).toBe(1)
  })

  it('puts everything aside for an image that becomes due meanwhile', async () => {
    let drawn = 0
    whileDrawing = () => void (++drawn === 10 && (nowMs += 5 * minuteMs))
    await look()
    expect(minutesOf('composite').slice(0, 6)).toEqual([0, -5, -10, 5, -15, -20])
  })

  it('publishes nothing while it is unplugged, and everything it missed afterwards; lost data is never published', async () => {
    await look()
    received = []
    await fault('silent')
    nowMs += 10 * minuteMs
    await look()
    expect(received).toEqual([])
    await fault('none')
    await look()
    expect(minutesOf('composite')).toEqual([10, 5])
    received = []
    await fault('gap')
    nowMs += 5 * minuteMs
    await look()
    await fault('none')
    await look()
    expect(minutesOf('composite')).toEqual([])
  })

  it('stops in the middle of its work', async () => {
    whileDrawing = ({ validMs }) => void (validMs === Date.UTC(2026, 6, 1, 17, 40) && void stop())
    await look()
    expect(minutesOf('composite').length).toBeLessThan(8)
    expect(minutesOf('model')).toHaveLength(8)
  })
})
