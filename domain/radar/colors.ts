/** Red, green and blue from 0 to 255, and how much of it covers the map, from 0 to 255. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number]

export interface RadarColor {
  /** From this strength up to the next step. */
  readonly fromDbz: number
  readonly rgba: Rgba
}

export const radarStepDbz = 5
export const strongestShownDbz = 75

/** As people know them from American radars: blue drizzle, green rain, yellow and red downpours, purple hail. */
export const radarColors: readonly RadarColor[] = [
  { fromDbz: 5, rgba: [4, 233, 231, 150] },
  { fromDbz: 10, rgba: [1, 190, 244, 180] },
  { fromDbz: 15, rgba: [1, 159, 244, 200] },
  { fromDbz: 20, rgba: [3, 80, 224, 215] },
  { fromDbz: 25, rgba: [2, 220, 2, 225] },
  { fromDbz: 30, rgba: [1, 170, 1, 230] },
  { fromDbz: 35, rgba: [0, 124, 0, 235] },
  { fromDbz: 40, rgba: [253, 248, 2, 240] },
  { fromDbz: 45, rgba: [229, 188, 0, 240] },
  { fromDbz: 50, rgba: [253, 139, 0, 245] },
  { fromDbz: 55, rgba: [253, 0, 0, 245] },
  { fromDbz: 60, rgba: [188, 0, 0, 250] },
  { fromDbz: 65, rgba: [248, 0, 253, 250] },
  { fromDbz: 70, rgba: [152, 84, 198, 255] },
]

/** Hatched over what no radar sees. */
export const noCoverageColor: Rgba = [110, 116, 128, 96]

/** As the legend lists them. */
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

/** The place of an echo's colour in the list; -1 for one too weak to be shown. */
export function colorIndexOf(dbz: number): number {
  const steps = Math.floor(dbz / radarStepDbz) - 1
  return Math.min(steps, radarColors.length - 1)
}
