import { setTimeout as pause } from 'node:timers/promises'
import { usualStaleAfterMs } from '#domain/feeds/stale-after'
import { isSamePlace } from '#domain/radar/grid'
import { modelOnlyMinutes, movedOnlyMinutes } from '#domain/radar/nowcast'
import { minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import { inThread } from '#server/platform/thread'
import type { Frame, FrameBook } from './frames.ts'
import type { Nowcast, NowcastRequest, PackedEarlier } from './nowcast-thread.ts'

const module = new URL('./nowcast-thread.ts', import.meta.url).href
const stepMs = 15 * minuteMs
/** Motion is measured only between images at most this far apart, because earlier images show different showers. */
const longestBetweenMs = 10 * minuteMs
const oldestMs = usualStaleAfterMs.radar

export interface NowcasterDeps {
  readonly book: FrameBook
  readonly clock: Clock
  readonly log: Log
  readonly publish: (nowcast: Nowcast & { readonly issuedMs: number }) => void
  /**
   * Input that arrives within this time leads to one nowcast: many images arrive together, and each takes seconds of
   * work.
   */
  readonly gatherMs?: number
}

/** Computes a nowcast whenever there is new input, one at a time, in a thread. */
export function createNowcaster({ book, clock, log, publish, gatherMs = 3 * secondMs }: NowcasterDeps) {
  let madeOf = ''
  let making: Promise<void> | undefined
  let pieces: AsyncGenerator<Nowcast> | undefined
  const stopping = new AbortController()

  /** The quarters of an hour ahead that need a nowcast; beyond an hour only where there is a model to blend with. */
  function wishesFrom(newest: Frame, nowMs: number): NowcastRequest[] {
    const expected = new Map(book.on('model', nowMs).map(frame => [frame.validMs, frame]))
    const requests: NowcastRequest[] = []
    const firstMs = (Math.floor(newest.validMs / stepMs) + 1) * stepMs
    for (let validMs = firstMs; validMs < newest.validMs + modelOnlyMinutes * minuteMs; validMs += stepMs) {
      const leadMinutes = (validMs - newest.validMs) / minuteMs
      const frame = expected.get(validMs)
      const model = frame ? { place: frame.place, deflated: frame.deflated } : null
      if (leadMinutes <= movedOnlyMinutes || model) requests.push({ validMs, leadMinutes, model })
    }
    return requests
  }

  async function make(): Promise<void> {
    const nowMs = clock.now().getTime()
    const seen = book.on('composite', nowMs)
    const newest = seen.at(-1)
    if (!newest || nowMs - newest.validMs > oldestMs) return
    const earlier = seen
      .filter(frame => frame !== newest && newest.validMs - frame.validMs <= longestBetweenMs)
      .filter(frame => isSamePlace(frame.place, newest.place))
    if (earlier.length === 0) return
    const requests = wishesFrom(newest, nowMs)
    const madeOfNow = [newest.id, earlier.length, requests.length].join()
    if (madeOfNow === madeOf) return
    madeOf = madeOfNow
    const before = earlier.map(({ place, deflated, validMs }): PackedEarlier => {
      return { place, deflated, minutes: (newest.validMs - validMs) / minuteMs }
    })
    const now = { place: newest.place, deflated: newest.deflated }
    pieces = inThread(module, 'nowcasts', [before, now, requests])
    // In an hour, the ground temperature will be about the same, within a degree or two.
    const { ground, grain } = newest
    for await (const nowcast of pieces) publish({ ...nowcast, ground, grain, issuedMs: nowMs })
    if (!stopping.signal.aborted) await make()
  }

  async function gatherAndMake(): Promise<void> {
    const { signal } = stopping
    await pause(gatherMs, undefined, { signal }).catch(() => {}) // ends early when the server stops
    if (!signal.aborted) await make()
  }

  return {
    /** Signals new input; a nowcast in progress is finished first. */
    nudge() {
      if (stopping.signal.aborted) return
      making ??= gatherAndMake()
        .catch((error: unknown) => log.error({ err: error }, 'could not compute a radar nowcast'))
        .finally(() => (making = undefined))
    },
    /** Resolves when a nowcast has been made from the input received so far. */
    settled: async () => making,
    async stop() {
      stopping.abort()
      await pieces?.return(undefined)
      await making
    },
  }
}
