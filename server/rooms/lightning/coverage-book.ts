import { addSpan, dropBefore, type Span, type Spans } from '#domain/lightning/coverage'
import type { Coverage } from '#domain/lightning/strike'

/** What each source has proven, and what they prove together. */
export interface CoverageBook {
  /** Each source's spans that a batch of coverage would make grow, joined with their neighbours: to be written. */
  grownBy(coverage: readonly Coverage[]): { readonly source: string; readonly span: Span }[]
  /** Counts what stands in the log. */
  add(source: string, span: Span): void
  /** Spans of every source whose word counts, joined. */
  proven(): Spans
  drop(beforeMs: number): void
}

/** A source counts if it speaks for the whole country; others bring strikes, and prove nothing. */
export function createCoverageBook(counts: (source: string) => boolean): CoverageBook {
  const bySource = new Map<string, Spans>()
  let joined: Spans | undefined

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
      joined = undefined
    },
    proven() {
      joined ??= [...bySource]
        .filter(([source]) => counts(source))
        .flatMap(([, spans]) => spans)
        .reduce(addSpan, [] as Spans)
      return joined
    },
    drop(beforeMs) {
      for (const [source, spans] of bySource) bySource.set(source, dropBefore(spans, beforeMs))
      joined = undefined
    },
  }
}
