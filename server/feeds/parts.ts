import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import type { Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import type { Schedule } from '#server/platform/schedule'
import type { Upstream } from '#server/platform/upstream/index'

/** The storage that a source needs across restarts and across the processes that take turns running it. */
export interface FeedMemory {
  /** Returns null if nothing is stored, or it has expired. */
  recall(key: string): Promise<unknown>
  /** Stores a value, which must survive JSON. */
  keep(key: string, value: unknown, forMs: number): Promise<void>
}

/** Dependencies of every public feed. */
export interface FeedParts {
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus<Events>
  /** Runs its tasks only while this process is the leader for feeds. */
  readonly schedule: Schedule
  readonly memory: FeedMemory
  /** The client for the source's servers, with its limits and its pause. */
  readonly upstream: Upstream
  /** The servers' URL without a trailing slash; a test has its own servers. */
  readonly baseUrl: string
  /** Reports the source's health: after every attempt, and at least every minute. */
  readonly report: (health: {
    readonly delivering: boolean | null
    readonly detail: string
    readonly deliveredMs?: number
  }) => void
}
