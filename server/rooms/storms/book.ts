import { soundCells } from '#domain/radar/sound-cells'
import type { StormCell, StormCellList } from '#domain/radar/storm-cell'
import { knownForMs } from '#domain/radar/storm-outlook'

/** What is known of the sky, and since when. */
export interface KnownCells {
  readonly asOfMs: number
  readonly cells: readonly StormCell[]
}

/** The cells that were last heard, by source. Only in memory: they are heard again within minutes. */
export class StormBook {
  readonly #lists = new Map<string, StormCellList>()

  hear(list: StormCellList) {
    const known = this.#lists.get(list.source)
    if (known && known.asOfMs > list.asOfMs) return
    this.#lists.set(list.source, soundCells(list))
  }

  /** Undefined before a list was heard, and while that of any source is old: that it names no cell is no proof. */
  known(nowMs: number): KnownCells | undefined {
    const lists = [...this.#lists.values()]
    const asOfMs = Math.min(...lists.map(list => list.asOfMs))
    if (lists.length === 0 || nowMs - asOfMs > knownForMs) return undefined
    return { asOfMs, cells: lists.flatMap(({ cells }) => cells) }
  }
}
