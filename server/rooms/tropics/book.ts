import { usualStaleAfterMs } from '#domain/feeds/stale-after'
import { soundStorms } from '#domain/tropics/sound'
import type { TropicalList, TropicalStorm } from '#domain/tropics/storm'
import { HeardLists } from '#server/platform/heard-lists'

const knownForMs = usualStaleAfterMs.tropics

export interface KnownStorms {
  readonly asOfMs: number
  readonly storms: readonly TropicalStorm[]
}

/** The valid storms last received. */
export class TropicalBook {
  readonly #heard = new HeardLists<TropicalList>(knownForMs)

  receive(list: TropicalList) {
    this.#heard.receive(soundStorms(list))
  }

  known(nowMs: number): KnownStorms | undefined {
    const known = this.#heard.known(nowMs)
    return known && { asOfMs: known.asOfMs, storms: known.lists.flatMap(({ storms }) => storms) }
  }
}
