import type { RadarStyle } from './layer-choice.ts'
import type { RadarType } from '#contract/weather/radar'
import { inContinentalUs } from '#domain/geo/continental-us'
import type { Point } from '#domain/geo/distance'

export interface OfferedType {
  readonly style: RadarStyle
  readonly label: string
}

const past: OfferedType = { style: 'past', label: 'Past' }
const inside: readonly OfferedType[] = [
  past,
  { style: 'future', label: 'Future' },
  { style: 'extended', label: 'Extended' },
]
const roads: readonly OfferedType[] = [{ style: 'future-road-conditions', label: 'Future road conditions' }]

/** Returns the types available at the map's position. Outside the continental US there are no radar forecasts. */
export function offeredTypes(style: RadarStyle, centre: Point): readonly OfferedType[] {
  if (style === 'future-road-conditions') return roads
  return inContinentalUs(centre.latitude, centre.longitude) ? inside : [past]
}

/** Returns which images to request: the chosen type if offered, otherwise the worldwide past. */
export function picturesFor(style: RadarStyle, centre: Point): RadarType {
  if (style === 'future-road-conditions') return style
  return inContinentalUs(centre.latitude, centre.longitude) ? style : 'international'
}
