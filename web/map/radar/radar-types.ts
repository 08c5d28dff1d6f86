import type { RadarStyle } from './layer-choice.ts'
import type { RadarType } from '#contract/radar'
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

/** What there is to play where the map looks: beyond the continental US nobody forecasts radar pictures. */
export function offeredTypes(style: RadarStyle, centre: Point): readonly OfferedType[] {
  if (style === 'future-road-conditions') return roads
  return inContinentalUs(centre.latitude, centre.longitude) ? inside : [past]
}

/** Which pictures are asked for: the chosen ones as far as they are offered, else the past of the whole world. */
export function picturesFor(style: RadarStyle, centre: Point): RadarType {
  if (style === 'future-road-conditions') return style
  return inContinentalUs(centre.latitude, centre.longitude) ? style : 'international'
}
