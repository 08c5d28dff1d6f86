import { addSpan, dropBefore, type Span, type Spans } from '#domain/lightning/coverage'
import type { Coverage } from '#domain/lightning/strike'

/** What a batch of coverage would change: to be written first, and counted only then. */
export interface CoveragePlan {
  /** Each source's spans that grew, joined with their neighbours. */
  readonly grown: readonly { readonly source: string; readonly span: Span }[]
  count(): void
}

/** What each source has proven, and what they prove together. */
export interface CoverageBook {
  plan(coverage: readonly Coverage[]): CoveragePlan
  /** Spans of every source whose word counts, joined. */
  proven(): Spans
  drop(beforeMs: number): void
}

/** A source counts if it speaks for the whole country; others bring strikes, and prove nothing. */
export function createCoverageBook(counts: (source: string) => boolean): CoverageBook {
  const bySource = new Map<string, Spans>()
  let joined: Spans | undefined

  function set(changes: Iterable<[string, Spans]>) {
    for (const [source, spans] of changes) bySource.set(source, spans)
    joined = undefined
  }

  return {
    plan(coverage) {
      const next = new Map<string, Spans>()
      for (const { source, fromMs, toMs } of coverage) {
        next.set(source, addSpan(next.get(source) ?? bySource.get(source) ?? [], [fromMs, toMs]))
      }
      const grown = [...next].flatMap(([source, spans]) =>
        spans.filter(span => !bySource.get(source)?.includes(span)).map(span => ({ source, span })),
      )
      return { grown, count: () => set(next) }
    },
    proven() {
      joined ??= [...bySource]
        .filter(([source]) => counts(source))
        .flatMap(([, spans]) => spans)
        .reduce(addSpan, [] as Spans)
      return joined
    },
    drop(beforeMs) {
      set([...bySource].map(([source, spans]) => [source, dropBefore(spans, beforeMs)]))
    },
  }
}
