import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { delayHistory, type DelayRecord } from '#contract/weather/lightning'
import { listNotifications, type Notification } from '#contract/messages/notifications'
import { acceptSatellite } from '#contract/weather/satellite'
import { satelliteWords } from '#domain/lightning/proof'
import { hourMs, minuteMs, secondMs } from '#server/platform/clock'
import { createSky, type Span } from './played-sky.testing.ts'
import { worldFaults } from './played-world.testing.ts'
import { recordedFor } from './played-recorded.testing.ts'
import { recordedChecks } from './recorded-checks.testing.ts'
import { openPublicHouse, type PublicHouse } from './public-house.testing.ts'
import { hosts } from '#server/house/public-weather'

/** A whole day, unless SOAK_HOURS sets less. Every second hour has a storm, and all sources fail after it. */
const hours = Number(process.env['SOAK_HOURS'] ?? 24)
const startMs = Date.UTC(2026, 6, 15)
const rounds = Math.ceil(hours / 2)
const storms = Array.from({ length: rounds }, (_, round): Span => {
  const fromMs = startMs + 2 * round * hourMs + 20 * minuteMs
  return { fromMs, toMs: fromMs + 20 * minuteMs }
})
const outages = storms.map(({ fromMs }) => ({
  fromMs: fromMs + hourMs,
  toMs: fromMs + hourMs + 10 * minuteMs,
}))
const sky = createSky(storms)
const within = (ms: number, { fromMs, toMs }: Span) => ms >= fromMs && ms < toMs

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
function heapMegabytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / 2 ** 20
}
const say = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * Returns whether sources may be failing. A source that failed is requested less often for a while, and its earlier
 * data may still be valid.
 */
const isDisturbed = (ms: number) =>
  outages.some(({ fromMs, toMs }) => within(ms, { fromMs, toMs: toMs + 15 * minuteMs }))

let open: PublicHouse
/** Checks nothing unless there are recorded samples. */
let checkRecorded: () => Promise<string[]> = async () => []
beforeAll(async () => {
  const recorded = await recordedFor(startMs)
  open = await openPublicHouse({ sky, startMs, recorded })
  if (recorded) checkRecorded = await recordedChecks({ open, recorded, isDisturbed })
  const body = { accept: true, words: satelliteWords }
  await open.ask(acceptSatellite, { params: { id: open.normanId }, body })
})
afterAll(() => open.close())

/** The problems found, minute by minute. */
const wrong: string[] = []
/** The minutes in which the tornado warning was active at the place. */
const warnedMs: number[] = []
let isFailing = false

async function look() {
  const nowMs = open.nowMs()
  const fault = worldFaults[outages.findIndex(span => within(nowMs, span)) % worldFaults.length]
  if ((fault !== undefined) !== isFailing) open.world.fail(fault ?? null)
  isFailing = fault !== undefined
  if (nowMs % minuteMs !== 0) return
  const at = new Date(nowMs).toISOString().slice(11, 16)
  const [{ state }, alerts] = [await open.ring(), await open.alertsAt(open.normanId)]
  const isStruck = storms.some(({ fromMs, toMs }) =>
    within(nowMs, { fromMs: fromMs + minuteMs, toMs: toMs + 9 * minuteMs }),
  )
  if (isStruck && state !== 'Delay') wrong.push(`${at} ${state} in a storm`)
  if (alerts?.includes('Tornado Warning')) warnedMs.push(nowMs)
  const isWarned = sky.warnings.some(({ fromMs, toMs }) => within(nowMs, { fromMs: fromMs + minuteMs, toMs }))
  if (isWarned && alerts?.length === 0) wrong.push(`${at} no alert while there is one`)
  wrong.push(...(await checkRecorded()).map(words => `${at} ${words}`))
}

/** Checks and forgets requests every hour, to keep the test's own memory small. */
function checkRequests() {
  for (const host of open.world.hosts) {
    const limits = Object.values(hosts).filter(each => each.host === host)
    const limit = limits.reduce((sum, { mostPerMinute }) => sum + mostPerMinute, 0)
    const most = open.world.mostPerMinute(host)
    if (most > limit) wrong.push(`${host} was asked ${most} times in a minute`)
  }
  const all = open.world.requests.length
  open.world.requests.length = 0
  return all
}

it(`${hours} hours of public sources: the records agree with what was played, and memory stays flat`, async () => {
  const beganMs = performance.now()
  const heaps: number[] = []
  for (let hour = 0; hour < hours; hour++) {
    await open.play(hourMs, { look })
    heaps.push(heapMegabytes())
    const minutes = ((performance.now() - beganMs) / minuteMs).toFixed(1)
    say(
      `hour ${hour + 1}: ${checkRequests()} requests, heap ${heaps.at(-1)?.toFixed(0)} MB, ${minutes} min, wrong: ${wrong.length}`,
    )
  }
  expect(wrong).toEqual([])

  const over = storms.filter(({ toMs }) => toMs + 15 * minuteMs < open.nowMs())
  const history = await open.ask(delayHistory, { params: { id: open.normanId }, query: { count: '100' } })
  const delays = (history.body.data as DelayRecord[]).toReversed()
  expect(delays).toHaveLength(over.length)
  for (const [index, { fromMs, toMs }] of over.entries()) {
    const { opened, closed, strikes } = delays[index] as DelayRecord
    say(`delay ${index + 1}: ${opened} to ${closed}, ${strikes} strikes`)
    expect(Date.parse(opened)).toBeGreaterThanOrEqual(fromMs)
    expect(Date.parse(opened)).toBeLessThanOrEqual(fromMs + 1.5 * minuteMs)
    expect(Date.parse(closed ?? '')).toBeGreaterThanOrEqual(toMs + 9.5 * minuteMs)
    expect(Date.parse(closed ?? '')).toBeLessThanOrEqual(toMs + 13 * minuteMs)
    // There is one strike in each window of 20 s. Both satellites see it: a few are reported twice if one file is read
    // much later.
    const windows = (toMs - fromMs) / (20 * secondMs)
    expect(strikes).toBeGreaterThanOrEqual(windows)
    expect(strikes).toBeLessThanOrEqual(windows * 1.2)
  }
  for (const { fromMs, toMs } of sky.warnings.slice(0, over.length)) {
    const minutes = warnedMs.filter(ms => within(ms, { fromMs, toMs: toMs + hourMs / 2 }))
    expect(minutes[0]).toBeLessThanOrEqual(fromMs + 2 * minuteMs)
    expect(minutes.at(-1)).toBeGreaterThanOrEqual(toMs - 2 * minuteMs)
    expect(minutes.at(-1)).toBeLessThanOrEqual(toMs + minuteMs)
  }

  const span = { startDate: new Date(startMs).toISOString(), endDate: new Date(open.nowMs()).toISOString() }
  const reported = (await open.ask(listNotifications, { body: { count: 200, ...span } })).body
    .data as Notification[]
  const count = (beginning: string) => reported.filter(({ message }) => message.startsWith(beginning)).length
  for (const { sentUtc, message } of reported.toReversed()) say(`sent ${sentUtc}: ${message.split('\n')[0]}`)
  expect(count('All clear at Norman')).toBe(over.length)
  expect(count('Tornado Warning for Norman')).toBe(
    storms.filter(({ fromMs }) => fromMs < open.nowMs()).length,
  )

  if (heaps.length > 1) expect(heaps.at(-1)).toBeLessThanOrEqual((heaps[0] ?? 0) * 1.2)
})
