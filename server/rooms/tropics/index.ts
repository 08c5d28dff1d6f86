import { tropicalForecasts } from '#contract/weather/tropics'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import { unavailable } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Radar } from '#server/rooms/radar/index'
import { TropicalBook } from './book.ts'
import { modelLines } from './model-lines.ts'
import { wireForecasts } from './wire.ts'

export interface TropicsDeps {
  readonly bus: Bus<Events>
  readonly radar: Pick<Radar, 'offer'>
}

export interface Tropics {
  readonly routes: readonly Served[]
}

/** Tropical storms, their forecast tracks, and the models' tracks. Missing data is never treated as absence. */
export function createTropics({ bus, radar }: TropicsDeps): Tropics {
  const book = new TropicalBook()
  bus.subscribe('tropical-storms-heard', list => book.receive(list))

  // A sea without storms is an image without lines, not a missing one.
  radar.offer('tropical-models', nowMs => {
    const known = book.known(nowMs)
    if (!known) return []
    const drawable = modelLines(known.storms)
    return [{ validMs: known.asOfMs, issuedMs: known.asOfMs, origin: 'model', drawable }]
  })

  return {
    routes: [
      serve(tropicalForecasts, async ({ now }) => {
        const known = book.known(now.getTime())
        if (!known) throw unavailable('Tropical storms are currently unknown.')
        return wireForecasts(known.storms)
      }),
    ],
  }
}
