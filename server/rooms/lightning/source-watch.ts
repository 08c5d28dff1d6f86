import type { Source } from '#domain/feeds/source'
import { usualStaleAfterMs } from '#domain/feeds/stale-after'
import type { Events } from '#server/events'
import { minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Db } from '#server/platform/store/index'
import type { Sources } from '#server/sources'
import { keySource, listFeedKeyRows, type FeedKeyRow } from '#server/rooms/feed-keys/index'
import { newestCoverage, type ReceivedCoverage } from './store/log.ts'

type Health = Events['feed-health']

/** A source and its health. */
export interface KeyFeed {
  readonly health: Health
  readonly source: Source
}

export interface SourceWatch {
  /** Records the end of a source's coverage. */
  note(coverage: ReceivedCoverage): void
  /** Returns the health of the sources that have a key. */
  keyFeeds(): Promise<KeyFeed[]>
  /** Returns the names and limits of sources that used to report coverage and no longer do. */
  silent(): Promise<string[]>
}

interface Known {
  readonly throughMs: number
  /** How far ahead the source's clock was when it reported. */
  readonly aheadMs: number
  readonly notedMs: number
  /** When the source began to backfill; null once it has reached the present. */
  readonly catchingUpSinceMs: number | null
}

/** When a source starts, it sends the last hour, which may take this long. */
const longestCatchUpMs = minuteMs

/** Differences smaller than this are latency and rounding. */
const shownAheadMs = secondMs
const aheadText = (ms: number) => `Its clock is ${(ms / secondMs).toFixed(1)} s ahead of this server's`

/** Tracks when every strike source last reported, for as long as its coverage is kept. */
export async function watchSources(db: Db, clock: Clock, sources: Sources): Promise<SourceWatch> {
  const startedMs = clock.now().getTime()
  const known = new Map<string, Known>()
  for (const { source, to_at } of await newestCoverage(db)) {
    known.set(source, { throughMs: to_at.getTime(), aheadMs: 0, notedMs: -Infinity, catchingUpSinceMs: null })
  }

  const limitOf = (id: string) => sources.find('lightning', id)?.staleAfterMs ?? usualStaleAfterMs.lightning

  function isSilent({ id, staleAfterMs }: Source): boolean {
    const of = known.get(id)
    const nowMs = clock.now().getTime()
    if (!of || nowMs - of.throughMs <= staleAfterMs) return false
    const isCatchingUp = of.catchingUpSinceMs !== null && nowMs - of.catchingUpSinceMs <= longestCatchUpMs
    return !isCatchingUp || nowMs - of.notedMs > staleAfterMs
  }

  function isAwaited({ id, staleAfterMs }: Source): boolean {
    return !known.has(id) && clock.now().getTime() - startedMs > staleAfterMs
  }

  function feedOf(key: FeedKeyRow): KeyFeed {
    const source = keySource(key)
    const received = known.get(source.id)
    const throughMs = received ? Math.min(received.throughMs, clock.now().getTime()) : null
    const ahead = received && received.aheadMs >= shownAheadMs ? `. ${aheadText(received.aheadMs)}` : ''
    const health = {
      feed: source.name,
      delivering: key.last_used_at === null ? null : !isSilent(source),
      detail: `${detailOf(key, throughMs, isSilent(source))}${ahead}`,
      lastDeliveryMs: throughMs ?? key.last_used_at?.getTime() ?? null,
      fault: null,
    }
    return { health, source }
  }

  return {
    note({ source, toMs: throughMs, heardMs }) {
      const before = known.get(source)
      const notedMs = clock.now().getTime()
      const isBehind = notedMs - throughMs > limitOf(source)
      known.set(source, {
        throughMs: Math.max(throughMs, before?.throughMs ?? -Infinity),
        aheadMs: Math.max(0, throughMs - heardMs),
        notedMs,
        catchingUpSinceMs: isBehind ? (before?.catchingUpSinceMs ?? notedMs) : null,
      })
    },
    keyFeeds: async () => (await listFeedKeyRows(db, 'system')).map(feedOf),
    async silent() {
      const keys = (await listFeedKeyRows(db, 'system')).map(keySource)
      const keyed = new Set(keys.map(({ id }) => id))
      const own = sources.inUse('lightning').filter(({ id }) => !keyed.has(id))
      // A built-in source must report, but a key may be for a program that will start tomorrow.
      return [...own.filter(source => isSilent(source) || isAwaited(source)), ...keys.filter(isSilent)].map(
        ({ name, staleAfterMs }) => `${name} (for more than ${staleAfterMs / secondMs} s)`,
      )
    },
  }
}

function detailOf(key: FeedKeyRow, throughMs: number | null, silent: boolean): string {
  if (key.last_used_at === null) return 'Has not sent anything yet. Delete the key if it will not be used'
  if (throughMs === null) return 'Sends strikes but no coverage, so Skywarden cannot detect when it stops'
  if (silent) return 'Has stopped sending: check the program. Delete the key if it is no longer used'
  return key.proves_absence
    ? 'Delivers, and its coverage proves All Clear in its area'
    : 'Delivers, but its coverage does not prove All Clear'
}
