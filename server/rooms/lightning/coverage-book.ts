import { seeing, type Source } from '#domain/feeds/source'
import type { Point } from '#domain/geo/distance'
import { addSpan, dropBefore, type Span, type Spans } from '#domain/lightning/coverage'
import { isHolding, provenBy, type Proven } from '#domain/lightning/proven'
import type { Coverage } from '#domain/lightning/strike'
import type { Sources } from '#server/sources'

/** What each source has proven, and what they prove together at a place. */
export interface CoverageBook {
  /** Each source's spans that a batch of coverage would make grow, joined with their neighbours: to be written. */
  grownBy(coverage: readonly Coverage[]): { readonly source: string; readonly span: Span }[]
  /** Counts what stands in the log. */
  add(source: string, span: Span): void
  /** What is proven of everything within some miles of a place, by the sources that see all of it. */
  provenAround(place: Point): ProvenWithin
  /** Through when every source that still speaks has told everything; null if none does. */
  toldThrough(nowMs: number): number | null
  drop(beforeMs: number): void
}

export type ProvenWithin = (miles: number) => Proven

/** Sources that see the same places, and what they prove together until one of them says more. */
interface Panel {
  readonly sources: readonly Source[]
  proven: Proven | undefined
}

/** Sources that may not prove absence bring strikes, and prove nothing. */
export function createCoverageBook(sources: Pick<Sources, 'proving'>): CoverageBook {
  const bySource = new Map<string, Spans>()
  // Tens of thousands of rings are looked at every second: who sees which is worked out once for each list of sources.
  let listed: readonly Source[] | undefined
  let panels = new Map<string, Panel>()
  let views = new WeakMap<Point, ProvenWithin>()

  function panelOf(seen: readonly Source[]): Panel {
    const key = seen.map(source => source.id).join()
    const known = panels.get(key)
    if (known) return known
    const panel: Panel = { sources: seen, proven: undefined }
    panels.set(key, panel)
    return panel
  }

  function provenBySeeing(panel: Panel): Proven {
    panel.proven ??= provenBy(panel.sources.map(toldBy))
    return panel.proven
  }

  /** A location has at most four radii: to look through them costs less than any map. */
  function viewFrom(place: Point, proving: readonly Source[]): ProvenWithin {
    const seen: { readonly miles: number; readonly panel: Panel }[] = []
    return miles => {
      for (const known of seen) if (known.miles === miles) return provenBySeeing(known.panel)
      const panel = panelOf(seeing(proving, place, miles))
      seen.push({ miles, panel })
      return provenBySeeing(panel)
    }
  }

  function forgetProven() {
    for (const panel of panels.values()) panel.proven = undefined
  }

  const toldBy = ({ id, staleAfterMs }: Source) => ({ spans: bySource.get(id) ?? [], staleAfterMs })

  return {
    grownBy(coverage) {
      const next = new Map<string, Spans>()
      for (const { source, fromMs, toMs } of coverage) {
        next.set(source, addSpan(next.get(source) ?? bySource.get(source) ?? [], [fromMs, toMs]))
      }
      return [...next].flatMap(([source, spans]) =>
        spans.filter(span => !bySource.get(source)?.includes(span)).map(span => ({ source, span })),
      )
    },
    add(source, span) {
      bySource.set(source, addSpan(bySource.get(source) ?? [], span))
      forgetProven()
    },
    provenAround(place) {
      const proving = sources.proving('lightning')
      if (proving !== listed) {
        listed = proving
        panels = new Map()
        views = new WeakMap()
      }
      const known = views.get(place)
      if (known) return known
      const view = viewFrom(place, proving)
      views.set(place, view)
      return view
    },
    toldThrough(nowMs) {
      const last = sources.proving('lightning').flatMap(source => provenBy([toldBy(source)]).at(-1) ?? [])
      const speaking = last.filter(span => isHolding(span, nowMs))
      return speaking.length === 0 ? null : Math.min(...speaking.map(span => span.toMs))
    },
    drop(beforeMs) {
      for (const [source, spans] of bySource) bySource.set(source, dropBefore(spans, beforeMs))
      forgetProven()
    },
  }
}
