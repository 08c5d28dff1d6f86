import { soundCells } from '#domain/radar/sound-cells'
import type { StormCell, StormCellList } from '#domain/radar/storm-cell'
import { knownForMs } from '#domain/radar/storm-outlook'
import { HeardLists } from '#server/platform/heard-lists'

/** What is known of the sky, and since when. */
export interface KnownCells {
  readonly asOfMs: number
  readonly cells: readonly StormCell[]
}

/** The cells that were last heard, as far as they make sense. */
export class StormBook {
  readonly #heard = new HeardLists<StormCellList>(knownForMs)

  hear(list: StormCellList) {
    this.#heard.hear(soundCells(list))
  }

  known(nowMs: number): KnownCells | undefined {
    const known = this.#heard.known(nowMs)
    return known && { asOfMs: known.asOfMs, cells: known.lists.flatMap(({ cells }) => cells) }
  }
}
