import { usualStaleAfterMs } from '#domain/feeds/stale-after'
import { soundStorms } from '#domain/tropics/sound'
import type { TropicalList, TropicalStorm } from '#domain/tropics/storm'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { ReceivedLists } from '#server/platform/received-lists'
import type { Radar } from '#server/rooms/radar/index'
import { modelLines } from './model-lines.ts'

const knownForMs = usualStaleAfterMs.tropics

export interface KnownStorms {
  readonly asOfMs: number
  readonly storms: readonly TropicalStorm[]
}

/** The valid storms from the last list received. */
export class TropicalBook {
  readonly #heard = new ReceivedLists<TropicalList>(knownForMs)

  receive(list: TropicalList) {
    this.#heard.receive(soundStorms(list))
  }

  known(nowMs: number): KnownStorms | undefined {
    const known = this.#heard.known(nowMs)
    return known && { asOfMs: known.asOfMs, storms: known.lists.flatMap(({ storms }) => storms) }
  }
}

export interface TropicsEngineDeps {
  readonly bus: Bus<Events>
  readonly radar: Pick<Radar, 'offer'>
}

export function startTropicsEngine({ bus, radar }: TropicsEngineDeps): TropicalBook {
  const book = new TropicalBook()
  bus.subscribe('tropical-storms-heard', list => book.receive(list))

  // If there are no storms, the image has no lines, but it is not missing.
  radar.offer('tropical-models', nowMs => {
    const known = book.known(nowMs)
    if (!known) return []
    const drawable = modelLines(known.storms)
    return [{ validMs: known.asOfMs, issuedMs: known.asOfMs, origin: 'model', drawable }]
  })
  return book
}
