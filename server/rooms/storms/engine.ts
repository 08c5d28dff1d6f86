import { soundCells } from '#domain/radar/sound-cells'
import type { StormCell, StormCellList } from '#domain/radar/storm-cell'
import { knownForMs } from '#domain/radar/storm-outlook'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { hourMs, minuteMs } from '#server/platform/clock'
import { ReceivedLists, type KnownLists } from '#server/platform/received-lists'

/** The known cells, and the time they were received. */
export interface KnownCells {
  readonly asOfMs: number
  readonly cells: readonly StormCell[]
}

/** As long as past radar images are shown, plus a margin. */
export const cellsKeptMs = 2 * hourMs + 10 * minuteMs

/** The valid cells received, including those of the last two hours. */
export class StormBook {
  readonly #heard = new ReceivedLists<StormCellList>(knownForMs, cellsKeptMs)

  /**
   * Receives a list. A backup source is treated like the source that it replaces: only the newer of the two lists
   * applies.
   */
  receive(list: StormCellList) {
    this.#heard.receive({ ...soundCells(list), source: list.standsInFor ?? list.source })
  }

  known(nowMs: number): KnownCells | undefined {
    return cellsOf(this.#heard.known(nowMs))
  }

  /** The cells as known at a given time in the last two hours. */
  knownAt(atMs: number): KnownCells | undefined {
    return cellsOf(this.#heard.knownAt(atMs))
  }
}

function cellsOf(known: KnownLists<StormCellList> | undefined): KnownCells | undefined {
  return known && { asOfMs: known.asOfMs, cells: known.lists.flatMap(({ cells }) => cells) }
}

export function startStormEngine(bus: Bus<Events>): StormBook {
  const book = new StormBook()
  bus.subscribe('storm-cells-heard', list => book.receive(list))
  return book
}
