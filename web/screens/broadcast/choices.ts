import { mapStyles, type MapStyle } from '#web/map/colours.ts'
import type { MapLayer, RadarStyle } from '#web/map/radar/layer-choice.ts'
import { ticksMs, type SpeedName } from '#web/map/radar/playback.ts'
import * as z from 'zod/mini'

/** What may lie on a wall's map: the specification's layers, and storms and tropics that can be clicked. */
export const wallLayers = [
  'tropical-forecast',
  'storm-vectors',
  'radar',
  'lightning',
] as const satisfies readonly MapLayer[]

export type WallLayer = (typeof wallLayers)[number]

/** In the order of the panel. */
export const wallRadar = ['past', 'future'] as const satisfies readonly RadarStyle[]
export const speeds = Object.keys(ticksMs) as SpeedName[]

/** What was chosen for this wall. */
export interface Choices {
  /** Null before anybody chose: then the first is shown. */
  readonly locationId: number | null
  readonly isAll: boolean
  readonly radar: (typeof wallRadar)[number]
  readonly speed: SpeedName
  /** Null before anybody chose: then it follows the theme. */
  readonly mapStyle: MapStyle | null
  readonly layers: readonly WallLayer[]
  /** Null before anybody chose: then the panel is open where there is room for it. */
  readonly isFolded: boolean | null
}

export const firstChoices: Choices = {
  locationId: null,
  isAll: false,
  radar: 'past',
  speed: 'Normal',
  mapStyle: null,
  layers: ['radar', 'lightning'],
  isFolded: null,
}

const kept = z.object({
  locationId: z._default(z.nullable(z.number()), firstChoices.locationId),
  isAll: z._default(z.boolean(), firstChoices.isAll),
  radar: z._default(z.enum(wallRadar), firstChoices.radar),
  speed: z._default(z.enum(speeds), firstChoices.speed),
  mapStyle: z._default(z.nullable(z.enum(mapStyles.map(([style]) => style))), firstChoices.mapStyle),
  layers: z._default(z.array(z.enum(wallLayers)), [...firstChoices.layers]),
  isFolded: z._default(z.nullable(z.boolean()), firstChoices.isFolded),
})

/** What an earlier visit left behind; what makes no sense, or is missing, is as on the first day. */
export function parseChoices(text: string | null): Choices {
  try {
    return kept.parse(JSON.parse(text ?? '{}'))
  } catch {
    // Written by another version, or by hand: nothing worth telling a wall of.
    return firstChoices
  }
}

export const formatChoices = (choices: Choices) => JSON.stringify(choices)
