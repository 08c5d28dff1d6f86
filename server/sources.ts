import { isDeepStrictEqual } from 'node:util'
import { simulatedSources } from '#domain/feeds/simulated-sources'
import { seeing, simulatedSource, type Source, type SourceKind } from '#domain/feeds/source'
import { usualStaleAfterMs } from '#domain/feeds/stale-after'
import type { Point } from '#domain/geo/distance'
import type { Db } from '#server/platform/store/index'

/** Every source of weather, and which of them are in use. What others told earlier is kept, but neither counted nor shown. */
export interface Sources {
  /** Whether the simulated world is one of them: then nothing that is shown may pass for real. */
  readonly simulated: boolean
  isOn(id: string): boolean
  isSimulated(id: string): boolean
  /** Reads anew which keys there are: they are made and ended through other processes as well. */
  load(db: Db): Promise<void>
  find(kind: SourceKind, id: string): Source | undefined
  named(name: string): Source | undefined
  /** Those in use whose silence proves that nothing was there: the same list until one of them changes. */
  proving(kind: SourceKind): readonly Source[]
  /** Those of them that see a place, with everything within some miles of it. */
  provingAt(kind: SourceKind, place: Point, aroundMiles?: number): readonly Source[]
}

/** The sources that have a key, as the database has them. */
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

export function sourcesOf(
  { feeds }: { readonly feeds: 'simulated' | 'none' },
  readKeys: ReadKeySources = async () => [],
): Sources {
  const simulated = feeds === 'simulated'
  const own = simulatedEntries(simulated)
  let all: readonly Source[] = own
  let provingOfKind = new Map<SourceKind, readonly Source[]>()
  // A reading that began earlier and came later must not bring an ended key back.
  let begun = 0
  let newest = 0
  const isSimulated = (id: string) => id === simulatedSource

  function proving(kind: SourceKind): readonly Source[] {
    const known = provingOfKind.get(kind)
    if (known) return known
    const found = all.filter(source => source.kind === kind && source.isConfigured && source.provesAbsence)
    provingOfKind.set(kind, found)
    return found
  }

  return {
    simulated,
    isSimulated,
    isOn: id => simulated || !isSimulated(id),
    async load(db) {
      const turn = ++begun
      const read = [...own, ...(await readKeys(db))]
      if (turn < newest) return
      newest = turn
      if (isDeepStrictEqual(read, all)) return
      all = read
      provingOfKind = new Map()
    },
    find: (kind, id) => all.find(source => source.kind === kind && source.id === id),
    named: name => all.find(source => source.name === name),
    proving,
    provingAt: (kind, place, aroundMiles) => seeing(proving(kind), place, aroundMiles),
  }
}
