import { isDeepStrictEqual } from 'node:util'
import { publicSources } from '#domain/feeds/public-sources'
import { simulatedSources } from '#domain/feeds/simulated-sources'
import { seeing, simulatedSource, type Source, type SourceKind } from '#domain/feeds/source'
import { usualStaleAfterMs } from '#domain/feeds/stale-after'
import type { Point } from '#domain/geo/distance'
import type { FeedsChosen } from '#server/feed-settings'
import type { Db } from '#server/platform/store/index'

/** Every weather source, and which of them are in use. Data from the others is kept, but neither used nor shown. */
export interface Sources {
  /** Whether the simulated world is in use, in which case nothing shown may be mistaken for real weather. */
  readonly simulated: boolean
  /** Whether Skywarden has its own feeds, which answer requests for data. */
  readonly hasFeeds: boolean
  isOn(id: string): boolean
  isSimulated(id: string): boolean
  /** Reads the keys again, because other processes create and revoke them too. */
  load(db: Db): Promise<void>
  find(kind: SourceKind, id: string): Source | undefined
  named(name: string): Source | undefined
  /** Returns all sources of a kind that are in use. */
  inUse(kind: SourceKind): readonly Source[]
  /**
   * Returns the sources in use whose silence proves that nothing was there. The list stays the same object until a
   * source changes.
   */
  proving(kind: SourceKind): readonly Source[]
  /** Returns the sources in use whose silence is a proof only at places for which someone has accepted that. */
  provingWhereAccepted(kind: SourceKind): readonly Source[]
  /** Returns the sources in use that see a place, whether their silence proves anything or not. */
  seeingAt(kind: SourceKind, place: Point): readonly Source[]
  /** Returns the sources of `proving` that see a place and everything within a given distance of it. */
  provingAt(kind: SourceKind, place: Point, aroundMiles?: number): readonly Source[]
}

/** Reads the sources that have a key from the database. */
export type ReadKeySources = (db: Db) => Promise<readonly Source[]>

function simulatedEntries(isConfigured: boolean): Source[] {
  const kinds = Object.keys(simulatedSources) as SourceKind[]
  return kinds.map(kind => ({
    id: simulatedSource,
    kind,
    ...simulatedSources[kind],
    staleAfterMs: usualStaleAfterMs[kind],
    license: null,
    isConfigured,
  }))
}

const publicEntries = (chosen: readonly string[]): Source[] =>
  publicSources.map(source => ({ ...source, isConfigured: chosen.includes(source.id) }))

export function sourcesOf(
  { feeds }: { readonly feeds: FeedsChosen },
  readKeys: ReadKeySources = async () => [],
): Sources {
  const simulated = feeds === 'simulated'
  const chosen: readonly string[] = typeof feeds === 'object' ? feeds : []
  const own = [...simulatedEntries(simulated), ...publicEntries(chosen)]
  const switchedOff = new Set(own.filter(source => !source.isConfigured).map(({ id }) => id))
  let all: readonly Source[] = own
  const lists = {
    always: new Map<SourceKind, readonly Source[]>(),
    accepted: new Map<SourceKind, readonly Source[]>(),
  }
  // A read that began earlier and finished later must not bring back a revoked key.
  let begun = 0
  let newest = 0
  const isSimulated = (id: string) => id === simulatedSource

  /** Returns the same list until a source changes, because callers compare lists by identity to detect changes. */
  const listing =
    (known: Map<SourceKind, readonly Source[]>, proof: Source['provesAbsence']) => (kind: SourceKind) => {
      const listed = known.get(kind)
      if (listed) return listed
      const found = all.filter(
        source => source.kind === kind && source.isConfigured && source.provesAbsence === proof,
      )
      known.set(kind, found)
      return found
    }
  const proving = listing(lists.always, true)

  return {
    simulated,
    hasFeeds: simulated || chosen.length > 0,
    isSimulated,
    isOn: id => !switchedOff.has(id),
    async load(db) {
      const turn = ++begun
      const read = [...own, ...(await readKeys(db))]
      if (turn < newest) return
      newest = turn
      if (isDeepStrictEqual(read, all)) return
      all = read
      lists.always.clear()
      lists.accepted.clear()
    },
    find: (kind, id) => all.find(source => source.kind === kind && source.id === id),
    named: name => all.find(source => source.name === name),
    inUse: kind => all.filter(source => source.kind === kind && source.isConfigured),
    proving,
    provingWhereAccepted: listing(lists.accepted, 'where accepted'),
    seeingAt: (kind, place) =>
      seeing(
        all.filter(source => source.kind === kind && source.isConfigured),
        place,
      ),
    provingAt: (kind, place, aroundMiles) => seeing(proving(kind), place, aroundMiles),
  }
}
