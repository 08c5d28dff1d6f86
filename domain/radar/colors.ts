import type { Falling } from './falling.ts'

/** Red, green and blue, and opacity, each from 0 to 255. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number]

export interface RadarColor {
  /** The color applies from this strength up to the next step. */
  readonly fromDbz: number
  readonly rgba: Rgba
}

export const radarStepDbz = 5

/** The National Weather Service's steps: blue drizzle, green from 20 dBZ, yellow from 35, red from 50, magenta hail from 65. */
export const radarColors: readonly RadarColor[] = [
  { fromDbz: 5, rgba: [4, 233, 231, 255] },
  { fromDbz: 10, rgba: [1, 159, 244, 255] },
  { fromDbz: 15, rgba: [3, 0, 244, 255] },
  { fromDbz: 20, rgba: [2, 253, 2, 255] },
  { fromDbz: 25, rgba: [1, 197, 1, 255] },
  { fromDbz: 30, rgba: [0, 142, 0, 255] },
  { fromDbz: 35, rgba: [253, 248, 2, 255] },
  { fromDbz: 40, rgba: [229, 188, 0, 255] },
  { fromDbz: 45, rgba: [253, 149, 0, 255] },
  { fromDbz: 50, rgba: [253, 0, 0, 255] },
  { fromDbz: 55, rgba: [212, 0, 0, 255] },
  { fromDbz: 60, rgba: [160, 0, 0, 255] },
  { fromDbz: 65, rgba: [248, 0, 253, 255] },
  { fromDbz: 70, rgba: [152, 84, 198, 255] },
]

/** Snow reflects little, so its color ramp ends at strengths where rain is only getting heavy. */
const snowColors: readonly RadarColor[] = [
  { fromDbz: 5, rgba: [205, 222, 250, 255] },
  { fromDbz: 10, rgba: [170, 198, 246, 255] },
  { fromDbz: 15, rgba: [132, 170, 236, 255] },
  { fromDbz: 20, rgba: [96, 138, 220, 255] },
  { fromDbz: 25, rgba: [68, 104, 198, 255] },
  { fromDbz: 30, rgba: [54, 70, 166, 255] },
  { fromDbz: 35, rgba: [52, 40, 128, 255] },
]

/** Sleet, freezing rain, and rain and snow together. */
const iceColors: readonly RadarColor[] = [
  { fromDbz: 5, rgba: [252, 214, 228, 255] },
  { fromDbz: 10, rgba: [246, 180, 206, 255] },
  { fromDbz: 15, rgba: [238, 144, 182, 255] },
  { fromDbz: 20, rgba: [224, 106, 156, 255] },
  { fromDbz: 25, rgba: [202, 70, 128, 255] },
  { fromDbz: 30, rgba: [168, 42, 100, 255] },
  { fromDbz: 35, rgba: [128, 24, 76, 255] },
]

/** As listed in the legend and drawn in every image. */
export const radarRamps: Readonly<Record<Falling, readonly RadarColor[]>> = {
  rain: radarColors,
  snow: snowColors,
  ice: iceColors,
}

/** Hatching for areas that no radar sees. */
export const noCoverageColor: Rgba = [110, 116, 128, 96]

/** Road conditions, in the order of the legend. */
export const roadConditions = ['Flooded', 'Slippery', 'Patchy Ice', 'Ice', 'Snow', 'Heavy Snow'] as const
export type RoadCondition = (typeof roadConditions)[number]

export const roadColors: Readonly<Record<RoadCondition, Rgba>> = {
  Flooded: [0, 92, 230, 230],
  Slippery: [255, 193, 7, 230],
  'Patchy Ice': [244, 143, 177, 230],
  Ice: [216, 27, 96, 230],
  Snow: [144, 202, 249, 230],
  'Heavy Snow': [106, 27, 154, 230],
}

/** The index of an echo's color in its ramp; -1 if too weak to show. */
export function colorIndexOf(dbz: number, falling: Falling = 'rain'): number {
  const steps = Math.floor(dbz / radarStepDbz) - 1
  return Math.min(steps, radarRamps[falling].length - 1)
}
