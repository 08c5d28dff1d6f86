import { getMapGrounds, type MapGrounds } from '#contract/radar'
import { serve, type Served } from '#server/platform/http/serve'

/** Tells what of the ground of maps comes from elsewhere, as the operator has set it. */
export function groundRoutes(grounds: MapGrounds): Served[] {
  return [serve(getMapGrounds, async () => grounds)]
}
