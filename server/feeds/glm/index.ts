import type { LightningSatellite } from '#domain/lightning/satellite'
import type { Coverage } from '#domain/lightning/strike'
import { minuteMs, secondMs } from '#server/platform/clock'
import type { Upstream } from '#server/platform/upstream/index'
import type { FeedParts } from '#server/feeds/parts'
import { createBucketReader } from './bucket-reader.ts'
import { createGlmDecoder, type GlmDecoder } from './decode.ts'
import { glmBuckets, type Bucket } from './fetch.ts'
import { glmHealth } from './health.ts'
import { mergedStrikes, mostQuietMs, coverageBy } from './merge.ts'
import { createWindows, lookBackMs, type KnownWindow } from './windows.ts'

/** The feed's dependencies; it has two servers, each with its own client and address. */
export type GlmParts = Omit<FeedParts, 'upstream' | 'baseUrl'>

/**
 * Each satellite's bucket, with its own limits: two concurrent requests and 240 a minute. A few a minute are usual;
 * after startup, the 200 files of the previous hour must not delay the newest ones. They are named 'GOES-East' and
 * 'GOES-West', because people read why they failed.
 */
export type GlmUpstreams = Readonly<
  Record<LightningSatellite, { readonly upstream: Upstream; readonly baseUrl?: string }>
>

export interface GlmOptions {
  /** These intervals are shorter in tests. */
  readonly listEveryMs?: number
  readonly readEveryMs?: number
  readonly tellEveryMs?: number
  readonly decoder?: GlmDecoder
}

const memoryKey = 'windows told'
/** The maximum number of flashes published together; with more, everything else would have to wait. */
const mostFlashesAtOnce = 1500
const reportEveryMs = 20 * secondMs
/** Flashes of two satellites are compared if their windows are this close. */
const nearbyMs = 30 * secondMs

/** Returns the first of the given windows, at least one. */
function someOf(windows: readonly KnownWindow[]): readonly KnownWindow[] {
  let flashes = 0
  const isTooMuch = ({ seen }: KnownWindow) => (flashes += seen?.flashes.length ?? 0) > mostFlashesAtOnce
  const end = windows.findIndex(isTooMuch)
  return end === -1 ? windows : windows.slice(0, Math.max(1, end))
}

/**
 * Publishes lightning as the GOES satellites see it. Every 20 seconds each bucket is checked for new files; they are
 * read newest first, which gives the current state within seconds of startup and the previous hour a little later.
 */
export function startGlm(parts: GlmParts, upstreams: GlmUpstreams, options: GlmOptions = {}) {
  const { clock, log, bus, schedule, memory, report } = parts
  const decoder = options.decoder ?? createGlmDecoder({ log })
  const windows = createWindows()
  const buckets = ([glmBuckets.east, glmBuckets.west] as const).map((bucket): Bucket => ({
    ...bucket,
    ...upstreams[bucket.by],
  }))
  const readers = buckets.map(bucket => createBucketReader({ bucket, clock, decoder, windows }))
  const satellites = Object.fromEntries(buckets.map(({ satellite, by }) => [satellite, by]))
  let isStopped = false
  let isMemoryOld = false
  let missed = false
  let deliveredMs: number | undefined
  let reported = { text: '', atMs: -Infinity }

  const unhear = bus.subscribe('lightning-missed', ({ fromMs }) => {
    missed = true
    // No time is given if strikes arrived without coverage: the missed data is then what is being published now.
    if (!Number.isFinite(fromMs)) return
    windows.lose(fromMs)
    isMemoryOld = true
    for (const reader of readers) reader.lookForGaps()
  })

  /** Recalls what the previous process published. It is in the server's log, so it is not downloaded again. */
  async function recall() {
    const keys = await memory.recall(memoryKey)
    if (!Array.isArray(keys) || isMemoryOld) return // anything lost in the meantime must not count as published
    for (const key of keys) if (typeof key === 'string') windows.addTold(key, satellites)
  }

  async function remember() {
    // A file with a doubt is read again, because its name does not tell.
    const reports = windows.all().filter(({ isTold, doubt }) => isTold && doubt === null)
    await memory.keep(
      memoryKey,
      reports.map(({ key }) => key),
      lookBackMs + 5 * minuteMs,
    )
    isMemoryOld = false
  }

  /** Returns the coverage that some windows prove together with those published before. */
  function coverageOf(fresh: readonly KnownWindow[], nowMs: number): Coverage[] {
    // A flash also proves the windows without any that were published before.
    const fromMs = Math.min(...fresh.map(({ startMs }) => startMs)) - mostQuietMs
    const toMs = Math.max(...fresh.map(({ endMs }) => endMs)) + mostQuietMs
    const counted = [...windows.all().filter(({ isTold }) => isTold), ...fresh]
    return coverageBy(counted, nowMs)
      .map(span => ({ ...span, fromMs: Math.max(span.fromMs, fromMs), toMs: Math.min(span.toMs, toMs) }))
      .filter(span => span.fromMs < span.toMs)
  }

  /** Returns whether the windows were stored. */
  async function publish(fresh: readonly KnownWindow[]): Promise<boolean> {
    const nowMs = clock.now().getTime()
    const seen = fresh.flatMap(window => window.seen ?? [])
    const [fromMs, toMs] = [
      Math.min(...seen.map(({ startMs }) => startMs)) - nearbyMs,
      Math.max(...seen.map(({ endMs }) => endMs)) + nearbyMs,
    ]
    const nearby = windows
      .all()
      .filter(window => !fresh.includes(window) && window.endMs >= fromMs && window.startMs <= toMs)
    const others = nearby.flatMap(window => (window.isTold && window.seen) || [])
    missed = false
    bus.publish('lightning-heard', {
      strikes: mergedStrikes(seen, others),
      coverage: coverageOf(fresh, nowMs),
    })
    await bus.drained('lightning-heard')
    await bus.drained('lightning-missed')
    if (missed) return false
    for (const window of fresh) window.isTold = true
    deliveredMs = nowMs
    isMemoryOld = true
    return true
  }

  function reportHealth() {
    const nowMs = clock.now().getTime()
    const health = glmHealth(
      readers.map(reader => reader.state()),
      nowMs,
    )
    const text = `${health.delivering} ${health.detail} ${deliveredMs}`
    if (text === reported.text && clock.monotonicMs() - reported.atMs < reportEveryMs) return
    reported = { text, atMs: clock.monotonicMs() }
    report({ ...health, ...(deliveredMs !== undefined && { deliveredMs }) })
  }

  for (const [index, reader] of readers.entries()) {
    const name = index === 0 ? 'GOES-East' : 'GOES-West'
    schedule.every(`${name} list`, options.listEveryMs ?? 20 * secondMs, async () => {
      if (isStopped) return
      // Recalled each time, because another process may have run the feed since.
      await recall()
      await reader.list()
      schedule.nudge(`${name} files`)
    })
    schedule.every(`${name} files`, options.readEveryMs ?? 2 * secondMs, async () => {
      if (!isStopped) await reader.readListed()
    })
  }

  schedule.every('GOES lightning', options.tellEveryMs ?? secondMs, async () => {
    if (isStopped) return
    windows.dropBefore(clock.now().getTime() - lookBackMs)
    for (let fresh = windows.untold(); fresh.length > 0; fresh = windows.untold())
      if (!(await publish(someOf(fresh)))) break // retried after a pause
    if (isMemoryOld) await remember()
    reportHealth()
  })

  return {
    async stop() {
      isStopped = true
      unhear()
      await decoder.stop()
    },
  }
}
