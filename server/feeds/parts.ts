import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import type { Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import type { Schedule } from '#server/platform/schedule'
import type { Upstream } from '#server/platform/upstream/index'

/** What a source needs to remember across restarts and across the processes that take turns running it. */
export interface FeedMemory {
  /** Null where nothing is remembered, or not any more. */
  recall(key: string): Promise<unknown>
  /** The value must survive JSON. */
  keep(key: string, value: unknown, forMs: number): Promise<void>
}

/** What every public feed is given. */
export interface FeedParts {
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus<Events>
  /** Runs its tasks only while the feeds are this process's. */
  readonly schedule: Schedule
  readonly memory: FeedMemory
  /** The servers of the source, with its limits and its pause. */
  readonly upstream: Upstream
  /** Where they are, without a slash at the end; a test has servers of its own. */
  readonly baseUrl: string
  /** Tells how the source is: after every attempt, and at least every minute. */
  readonly report: (health: {
    readonly delivering: boolean | null
    readonly detail: string
    readonly deliveredMs?: number
  }) => void
}
