import type { Advisory, AdvisoryList } from '#domain/advisories/advisory'
import { standing } from '#domain/advisories/standing'
import { usualStaleAfterMs } from '#domain/feeds/stale-after'
import type { Point } from '#domain/geo/distance'
import { boxAround, isInBox, isInside, type Box } from '#domain/geo/outline'

const freshForMs = usualStaleAfterMs.alerts

interface Boxed {
  readonly advisory: Advisory
  readonly box: Box
}

/** The alerts that were last heard, by source. */
export class AdvisoryBook {
  readonly #lists = new Map<string, AdvisoryList>()
  #boxed: { readonly list: readonly Boxed[]; readonly untilMs: number } | undefined

  hear(list: AdvisoryList) {
    const known = this.#lists.get(list.source)
    if (known && known.asOfMs > list.asOfMs) return
    this.#lists.set(list.source, list)
    this.#boxed = undefined
  }

  /** Whether what is known is fresh enough to be believed: every source there is must be. */
  isKnown(nowMs: number): boolean {
    const lists = [...this.#lists.values()]
    return lists.length > 0 && lists.every(({ asOfMs }) => nowMs - asOfMs < freshForMs)
  }

  #standing(nowMs: number): readonly Boxed[] {
    if (this.#boxed && nowMs < this.#boxed.untilMs) return this.#boxed.list
    const all = standing(
      [...this.#lists.values()].flatMap(({ advisories }) => advisories),
      nowMs,
    )
    const list = all.flatMap(advisory => {
      const box = boxAround(advisory.outlines)
      return box ? [{ advisory, box }] : []
    })
    this.#boxed = { list, untilMs: nowMs + 1000 }
    return list
  }

  find(id: string, nowMs: number): Advisory | undefined {
    return this.#standing(nowMs).find(({ advisory }) => advisory.id === id)?.advisory
  }

  /** All alerts, the worst first, and when they were heard; undefined while it is not known which there are. */
  all(nowMs: number): { readonly asOfMs: number; readonly advisories: readonly Advisory[] } | undefined {
    if (!this.isKnown(nowMs)) return undefined
    return {
      asOfMs: Math.min(...[...this.#lists.values()].map(({ asOfMs }) => asOfMs)),
      advisories: this.#standing(nowMs).map(({ advisory }) => advisory),
    }
  }

  /** The alerts at a place, the worst first; undefined while it is not known whether there are any. */
  at(point: Point, nowMs: number): Advisory[] | undefined {
    if (!this.isKnown(nowMs)) return undefined
    return this.#standing(nowMs)
      .filter(
        ({ advisory, box }) =>
          isInBox(point, box) && advisory.outlines.some(outline => isInside(point, outline)),
      )
      .map(({ advisory }) => advisory)
  }
}
