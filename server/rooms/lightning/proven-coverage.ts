import { seeing, type Source } from '#domain/feeds/source'
import type { Point } from '#domain/geo/distance'
import { addSpan, dropBefore, type Spans } from '#domain/lightning/coverage'
import type { RingProof } from '#domain/lightning/proof'
import { isHolding, provenBy, type Proven } from '#domain/lightning/proven'
import type { Coverage } from '#domain/lightning/strike'
import type { Sources } from '#server/sources'
import type { ReceivedCoverage } from './store/log.ts'

/** What each source has proven, and what the sources together prove at a place. */
export interface CoverageBook {
  /** Returns each source's spans that a batch of coverage would extend, merged with their neighbors, ready to write. */
  grownBy(coverage: readonly Coverage[]): Coverage[]
  /** Adds coverage read from the log. */
  add(coverage: ReceivedCoverage): void
  /** What is proven for the whole area within a distance of a place, by the sources that cover all of it. */
  proofAround(place: WatchedPlace): ProofWithin
  /** The time through which every live source has reported everything; null if no source is live. */
  reportedThrough(nowMs: number): number | null
  drop(beforeMs: number): void
}

export type ProofWithin = (miles: number) => RingProof

/** A place where lightning is watched, and whether satellite coverage may prove the absence of lightning there. */
export interface WatchedPlace extends Point {
  readonly countsSatellites?: boolean
}

/** Sources that cover the same places, and what they prove together, cached until one of them reports more. */
interface Panel {
  readonly sources: readonly Source[]
  proven: Proven | undefined
}

/** Sources that may not prove absence contribute strikes but prove nothing. */
export function createCoverageBook(sources: Pick<Sources, 'proving' | 'provingWhereAccepted'>): CoverageBook {
  const bySource = new Map<string, Spans>()
  /** The newest coverage of each source, and how far its clock was ahead. */
  const ends = new Map<string, { readonly toMs: number; readonly aheadMs: number }>()
  // Tens of thousands of rings are checked every second, so which sources cover which is computed once per source list.
  let listed: readonly (readonly Source[])[] = []
  let panels = new Map<string, Panel>()
  let views = new WeakMap<Point, ProofWithin>()

  function panelOf(seen: readonly Source[]): Panel {
    const key = seen.map(source => source.id).join()
    const known = panels.get(key)
    if (known) return known
    const panel: Panel = { sources: seen, proven: undefined }
    panels.set(key, panel)
    return panel
  }

  function provenBySeeing(panel: Panel): Proven {
    panel.proven ??= provenBy(panel.sources.map(reportedBy))
    return panel.proven
  }

  interface View {
    readonly miles: number
    readonly networks: Panel
    readonly withSatellites: Panel | null
    readonly satellitesSee: boolean
  }

  /** A location has at most four radii; scanning them is faster than any map. */
  function viewFrom(
    place: WatchedPlace,
    networks: readonly Source[],
    satellites: readonly Source[],
  ): ProofWithin {
    const byMiles: View[] = []
    function viewOf(miles: number): View {
      const known = byMiles.find(view => view.miles === miles)
      if (known) return known
      const seen = seeing(networks, place, miles)
      const above = seeing(satellites, place, miles)
      const view = {
        miles,
        networks: panelOf(seen),
        withSatellites: place.countsSatellites ? panelOf([...seen, ...above]) : null,
        satellitesSee: above.length > 0,
      }
      byMiles.push(view)
      return view
    }
    return miles => {
      const view = viewOf(miles)
      return {
        networks: provenBySeeing(view.networks),
        withSatellites: view.withSatellites && provenBySeeing(view.withSatellites),
        satellitesSee: view.satellitesSee,
      }
    }
  }

  function forgetProven() {
    for (const panel of panels.values()) panel.proven = undefined
  }

  /** A source whose clock is ahead goes stale no later than one whose clock is correct. */
  const reportedBy = ({ id, staleAfterMs }: Source) => ({
    spans: bySource.get(id) ?? [],
    staleAfterMs: staleAfterMs - (ends.get(id)?.aheadMs ?? 0),
  })

  return {
    grownBy(coverage) {
      const next = new Map<string, Spans>()
      for (const { source, fromMs, toMs } of coverage) {
        next.set(source, addSpan(next.get(source) ?? bySource.get(source) ?? [], [fromMs, toMs]))
      }
      return [...next].flatMap(([source, spans]) =>
        spans
          .filter(span => !bySource.get(source)?.includes(span))
          .map(([fromMs, toMs]) => ({ source, fromMs, toMs })),
      )
    },
    add({ source, fromMs, toMs, heardMs }) {
      bySource.set(source, addSpan(bySource.get(source) ?? [], [fromMs, toMs]))
      if (toMs >= (ends.get(source)?.toMs ?? -Infinity))
        ends.set(source, { toMs, aheadMs: Math.max(0, toMs - heardMs) })
      forgetProven()
    },
    proofAround(place) {
      const lists = [sources.proving('lightning'), sources.provingWhereAccepted('lightning')] as const
      if (lists.some((list, index) => list !== listed[index])) {
        listed = lists
        panels = new Map()
        views = new WeakMap()
      }
      const known = views.get(place)
      if (known) return known
      const view = viewFrom(place, ...lists)
      views.set(place, view)
      return view
    },
    reportedThrough(nowMs) {
      const networks = sources.proving('lightning')
      const reported = networks.length > 0 ? networks : sources.provingWhereAccepted('lightning')
      const last = reported.flatMap(source => provenBy([reportedBy(source)]).at(-1) ?? [])
      const speaking = last.filter(span => isHolding(span, nowMs))
      return speaking.length === 0 ? null : Math.min(nowMs, ...speaking.map(span => span.toMs))
    },
    drop(beforeMs) {
      for (const [source, spans] of bySource) bySource.set(source, dropBefore(spans, beforeMs))
      forgetProven()
    },
  }
}
