import { deflateSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cellCount } from '#domain/radar/grid'
import { smallPlace } from '#domain/radar/grid.testing'
import { minuteMs, type Clock } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import { FrameBook } from './frames.ts'
import { createNowcaster } from './nowcaster.ts'

const nowMs = Date.UTC(2026, 6, 1, 18)
const clock: Clock = { now: () => new Date(nowMs), monotonicMs: () => nowMs }
const deflated = new Uint8Array(deflateSync(new Uint8Array(cellCount(smallPlace)).fill(40)))

let book: FrameBook
let nowcaster: ReturnType<typeof createNowcaster>
let made: number[]

beforeEach(() => {
  made = []
  book = new FrameBook({ keep() {}, forget() {} })
  const publish = ({ validMs }: { validMs: number }) => void made.push((validMs - nowMs) / minuteMs)
  nowcaster = createNowcaster({ book, clock, log: silentLog, publish, gatherMs: 20 })
})
afterEach(() => nowcaster.stop())

function come(product: 'composite' | 'model', minutes: number) {
  const origin = product === 'model' ? 'model' : 'observed'
  const validMs = nowMs + minutes * minuteMs
  const issuedMs = Math.min(nowMs, validMs)
  book.receive({ source: 'test', product, origin, validMs, issuedMs, place: smallPlace, deflated }, nowMs)
  nowcaster.nudge()
}

it('is made once from everything that arrives together', async () => {
  for (const minutes of [0, -5, -10]) come('composite', minutes)
  for (let step = 1; step <= 8; step++) come('model', 15 * step)
  await nowcaster.settled()
  expect(made).toEqual([15, 30, 45, 60, 75, 90, 105])
})

it('is made again when there is new input', async () => {
  for (const minutes of [0, -5]) come('composite', minutes)
  await nowcaster.settled()
  come('composite', -10)
  await nowcaster.settled()
  expect(made).toEqual([15, 30, 45, 60, 15, 30, 45, 60])
})

it('is not started when the server stops', async () => {
  for (const minutes of [0, -5]) come('composite', minutes)
  await nowcaster.stop()
  nowcaster.nudge()
  await nowcaster.settled()
  expect(made).toEqual([])
})
