import { soundCells } from '#domain/radar/sound-cells'
import type { StormCell, StormCellList } from '#domain/radar/storm-cell'
import { knownForMs } from '#domain/radar/storm-outlook'
import { HeardLists, type KnownLists } from '#server/platform/heard-lists'
import { hourMs, minuteMs } from '#server/platform/clock'

/** What is known of the sky, and since when. */
export interface KnownCells {
  readonly asOfMs: number
  readonly cells: readonly StormCell[]
}

/** As long as radar pictures of the past are shown, and a little. */
export const cellsKeptMs = 2 * hourMs + 10 * minuteMs

/** The cells that were heard, as far as they make sense, with those of the last two hours. */
export class StormBook {
  readonly #heard = new HeardLists<StormCellList>(knownForMs, cellsKeptMs)

  /** What stands in for a source is heard as if that had spoken: the newer list of the two counts, alone. */
  hear(list: StormCellList) {
    this.#heard.hear({ ...soundCells(list), source: list.standsInFor ?? list.source })
  }

  known(nowMs: number): KnownCells | undefined {
    return cellsOf(this.#heard.known(nowMs))
  }

  /** As they were known at an instant of the last two hours. */
  knownAt(atMs: number): KnownCells | undefined {
    return cellsOf(this.#heard.knownAt(atMs))
  }
}

function cellsOf(known: KnownLists<StormCellList> | undefined): KnownCells | undefined {
  return known && { asOfMs: known.asOfMs, cells: known.lists.flatMap(({ cells }) => cells) }
}
