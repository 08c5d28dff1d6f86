import type { Location } from '#contract/places/locations'
import type { Point } from '#domain/geo/distance'
import { centralUs } from '#web/map/home-view.ts'

export function centreOf(selected: Location | null): Point {
  return selected ?? centralUs
}
