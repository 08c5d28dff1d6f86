import { tropicalForecasts } from '#contract/weather/tropics'
import { unavailable } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { TropicalBook } from './engine.ts'
import { wireForecasts } from './wire.ts'

export function tropicsRoutes(book: TropicalBook): Served[] {
  return [
    serve(tropicalForecasts, async ({ now }) => {
      const known = book.known(now.getTime())
      if (!known) throw unavailable('Tropical storms are currently unknown.')
      return wireForecasts(known.storms)
    }),
  ]
}
