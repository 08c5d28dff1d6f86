import type { NotAdmitted } from '#domain/conditions/admit'
import { hourMs, type Clock } from '#server/platform/clock'
import type { Figure } from '#server/platform/figures'
import type { Log } from '#server/platform/log'

/** Why a station's data is dropped. */
export type DropReason =
  | 'unknown station'
  | 'not a station'
  | 'its time cannot be'
  | 'readings of its time are not kept'
  | 'too many waited'
  | NotAdmitted

/** A station, by its source's name for it, or a device, by its own name. */
export interface DropSender {
  readonly source: string
  readonly stationId: string
}

export interface Drops {
  drop(what: 'reading' | 'image', why: DropReason, sender: DropSender, timeMs?: number): void
  readonly figure: Figure
}

interface DropsDeps {
  readonly log: Log
  readonly clock: Clock
  /** Called for the first drop of each kind per station and hour. */
  readonly onFirst: (sender: DropSender, why: DropReason) => void
}

const mostLogged = 50_000

/**
 * Counts dropped data, and logs the first drop of each kind per station and hour: a broken station must not fill the
 * log.
 */
export function createDrops({ log, clock, onFirst }: DropsDeps): Drops {
  const counts = new Map<string, { readonly what: string; readonly why: string; count: number }>()
  const loggedMs = new Map<string, number>()

  return {
    drop(what, why, { source, stationId }, timeMs) {
      const kind = `${what} ${why}`
      const counted = counts.get(kind) ?? { what, why, count: 0 }
      counted.count++
      counts.set(kind, counted)
      const once = JSON.stringify([kind, source, stationId])
      const nowMs = clock.monotonicMs()
      if (nowMs - (loggedMs.get(once) ?? -Infinity) < hourMs) return
      if (loggedMs.size >= mostLogged) loggedMs.clear()
      loggedMs.set(once, nowMs)
      onFirst({ source, stationId }, why)
      log.warn(
        { source, stationId, timeMs, because: why },
        `dropped a station's ${what}; more of this kind are only counted for an hour`,
      )
    },
    figure: {
      name: 'skywarden_station_drops',
      help: 'Station readings and images dropped since the start, by reason',
      labelNames: ['what', 'why'],
      read: async () =>
        Array.from(counts.values(), ({ what, why, count }) => ({ labels: { what, why }, value: count })),
    },
  }
}
