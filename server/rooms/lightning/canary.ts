import type { LiveEvent } from '#contract/live'
import type { Strike } from '#domain/lightning/strike'
import { minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { ReadyCheck } from '#server/platform/http/health'
import { streamEventOf, type EventFrame } from '#server/platform/http/stream'
import type { Log } from '#server/platform/log'
import type { LocationRings } from '#server/rooms/locations/index'

/**
 * A place no customer owns, in the ocean farther from land than any other point. Every minute a strike is sent there
 * through the endpoint that every feed uses, and a reader waits for it on the stream that every screen uses. If it does
 * not arrive, no real strike would.
 */
export const canaryPlace: LocationRings = {
  id: 0,
  customerId: 0,
  userId: 'canary',
  label: 'Canary',
  latitude: -48.8767,
  longitude: -123.3933,
  radiiMiles: [1, 0, 0, 0],
  allClearMinutes: 10,
}
export const canarySource = 'canary'

/** Two strikes missed in a row, plus a margin. */
const missedAfterMs = 2 * minuteMs + 5 * secondMs

export interface CanaryDeps {
  readonly clock: Clock
  readonly log: Log
  readonly publish: (strike: Strike) => void
}

export interface Canary {
  /** Sends the next strike; logs an error if the previous one was lost. */
  send(): void
  /** Receives each frame that a screen would receive. */
  receive(frame: EventFrame): void
  readonly readyCheck: ReadyCheck
}

export function createCanary({ clock, log, publish }: CanaryDeps): Canary {
  let sent: { timeMs: number; monotonicMs: number } | undefined
  let arrived = { monotonicMs: clock.monotonicMs(), tookMs: null as number | null }

  const isLost = () => clock.monotonicMs() - arrived.monotonicMs > missedAfterMs

  return {
    send() {
      if (isLost()) log.error('the canary strike did not arrive; real strikes would not either')
      const timeMs = clock.now().getTime()
      sent = { timeMs, monotonicMs: clock.monotonicMs() }
      publish({
        id: new Date(timeMs).toISOString(),
        source: canarySource,
        timeMs,
        latitude: canaryPlace.latitude,
        longitude: canaryPlace.longitude,
        amp: null,
        type: 1,
        positionErrorMiles: 0,
      })
    },
    receive(frame) {
      const event = streamEventOf(frame) as LiveEvent
      if (event.kind !== 'delay' || !sent) return
      const lastStrike = event.delay.statements[0]?.lastStrike ?? null
      if (lastStrike === null || Date.parse(lastStrike) < sent.timeMs) return
      const monotonicMs = clock.monotonicMs()
      arrived = { monotonicMs, tookMs: monotonicMs - sent.monotonicMs }
    },
    readyCheck: {
      name: 'lightning canary',
      check: async () => {
        const seconds = Math.round((clock.monotonicMs() - arrived.monotonicMs) / secondMs)
        if (isLost()) throw new Error(`No canary strike has arrived for ${seconds} s`)
        return arrived.tookMs === null
          ? 'Waiting for the first canary strike'
          : `The canary strike sent ${seconds} s ago took ${Math.round(arrived.tookMs)} ms from feed to screen`
      },
    },
  }
}
