import type { PublicSourceId } from '#domain/feeds/public-sources'
import { hourMs, later, secondMs, type Clock } from '#server/platform/clock'
import type { Schedule } from '#server/platform/schedule'
import type { Db } from '#server/platform/store/index'
import { deleteMemoryBefore, keepValue, listPauses, recallValue, type PauseRow } from './store.ts'

/** What a source stores across restarts and processes. */
export interface SourceMemory {
  recall(key: string): Promise<unknown>
  keep(key: string, value: unknown, forMs: number): Promise<void>
}

/** What public sources need from the server: storage for each, and whether they are paused. */
export interface PublicFeeds {
  memoryOf(source: PublicSourceId): SourceMemory
  /** As last read: within two seconds of a change in any process. */
  isPaused(source: PublicSourceId): boolean
  pauses(): readonly PauseRow[]
  /** Reloads which sources are paused. */
  load(): Promise<void>
}

export interface PublicFeedsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly schedule: Schedule
  readonly leaderSchedule: Schedule
}

export function createPublicFeeds({ db, clock, schedule, leaderSchedule }: PublicFeedsDeps): PublicFeeds {
  let paused: readonly PauseRow[] = []
  const load = async () => void (paused = await listPauses(db, 'system'))
  schedule.every('paused sources', 2 * secondMs, load)
  leaderSchedule.every('feed memory retention', hourMs, () => deleteMemoryBefore(db, 'system', clock.now()))

  return {
    memoryOf: source => ({
      recall: key => recallValue(db, 'system', source, key, clock.now()),
      keep: (key, value, forMs) =>
        keepValue(db, 'system', { source, key, value, kept_until: later(clock.now(), forMs) }),
    }),
    isPaused: source => paused.some(each => each.source === source),
    pauses: () => paused,
    load,
  }
}
