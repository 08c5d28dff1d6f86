import { mapStyles, type MapStyle } from '#web/map/colours.ts'
import type { MapLayer, RadarStyle } from '#web/map/radar/layer-choice.ts'
import { ticksMs, type SpeedName } from '#web/map/radar/playback.ts'
import * as z from 'zod/mini'

/** The wall map's layers: the specification's, plus clickable storms and tropical systems. */
export const wallLayers = [
  'tropical-forecast',
  'storm-vectors',
  'radar',
  'lightning',
] as const satisfies readonly MapLayer[]

export type WallLayer = (typeof wallLayers)[number]

/** The layers in the panel's order. */
export const wallRadar = ['past', 'future'] as const satisfies readonly RadarStyle[]
export const speeds = Object.keys(ticksMs) as SpeedName[]

/** The choices made for this wall. */
export interface Choices {
  /** Null until chosen; until then, the first location is shown. */
  readonly locationId: number | null
  readonly isAll: boolean
  readonly radar: (typeof wallRadar)[number]
  readonly speed: SpeedName
  /** Null until chosen; until then, it follows the theme. */
  readonly mapStyle: MapStyle | null
  readonly layers: readonly WallLayer[]
  /** Null until chosen; until then, the panel is open if there is room. */
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

/** Parses the stored choices. Invalid or missing values get their defaults. */
export function parseChoices(text: string | null): Choices {
  try {
    return kept.parse(JSON.parse(text ?? '{}'))
  } catch {
    // Written by another version or edited by hand. Not worth showing on a wall.
    return firstChoices
  }
}

export const formatChoices = (choices: Choices) => JSON.stringify(choices)
