import type { PublicSourceId } from '#domain/feeds/public-sources'
import { later, type Clock } from '#server/platform/clock'
import type { Db } from '#server/platform/store/index'
import { keepValue, listPauses, recallValue, type PauseRow } from './store.ts'

/** What a source stores across restarts and processes. */
export interface SourceMemory {
  recall(key: string): Promise<unknown>
  keep(key: string, value: unknown, forMs: number): Promise<void>
}

/** What public sources need from the server: storage for each of them, and whether they are paused. */
export interface PublicFeeds {
  memoryOf(source: PublicSourceId): SourceMemory
  /** As last read; a change in any process is read within two seconds. */
  isPaused(source: PublicSourceId): boolean
  pauses(): readonly PauseRow[]
  /** Reloads which sources are paused. Called every two seconds. */
  load(): Promise<void>
}

export function publicFeedsOf(db: Db, clock: Clock): PublicFeeds {
  let paused: readonly PauseRow[] = []
  const load = async () => void (paused = await listPauses(db, 'system'))

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
