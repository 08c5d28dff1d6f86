import type { TropicalList, TropicalStorm } from '#domain/tropics/storm'
import { hourMs } from '#server/platform/clock'

/** Forecasts come every six hours. Older than this, a list says nothing of now, an empty one least of all. */
const knownForMs = 7 * hourMs

export interface KnownStorms {
  readonly asOfMs: number
  readonly storms: readonly TropicalStorm[]
}

/** The storms that were last heard, by source. Only in memory: they are heard again within minutes. */
export class TropicalBook {
  readonly #lists = new Map<string, TropicalList>()

  hear(list: TropicalList) {
    const known = this.#lists.get(list.source)
    if (known && known.asOfMs > list.asOfMs) return
    this.#lists.set(list.source, list)
  }

  /** Undefined before a list was heard, and while that of any source is old. */
  known(nowMs: number): KnownStorms | undefined {
    const lists = [...this.#lists.values()]
    const asOfMs = Math.min(...lists.map(list => list.asOfMs))
    if (lists.length === 0 || nowMs - asOfMs > knownForMs) return undefined
    return { asOfMs, storms: lists.flatMap(({ storms }) => storms) }
  }
}
