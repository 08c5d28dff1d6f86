import { zones, type Radii, type Zone } from '#domain/lightning/ring-rules'

/** The picture's size from its center, in its own units. The widest possible ring fits. */
export const pictureReach = 136
const reachMiles = 50
/** The labels of small rings are placed around the center instead of on top of each other. */
const nearestLabel = 30
/** Each ring's label has a different direction, so that the labels of rings a mile apart do not overlap. */
const labelDegrees: Readonly<Record<Zone, number>> = { 1: -45, 2: 45, 3: 135, 4: -135 }

export interface PicturedRing {
  readonly zone: Zone
  readonly miles: number
  readonly radius: number
  readonly label: { readonly x: number; readonly y: number }
}

export function unitsOf(miles: number): number {
  return (miles / reachMiles) * pictureReach
}

/** Returns the active rings to scale, with the outermost first, so that it is drawn below the others. */
export function picturedRings(radii: Radii): PicturedRing[] {
  return zones
    .map((zone, index) => ({ zone, miles: radii[index] ?? 0 }))
    .filter(({ miles }) => miles > 0)
    .map(({ zone, miles }) => {
      const radius = unitsOf(miles)
      const angle = (labelDegrees[zone] * Math.PI) / 180
      const away = Math.max(radius, nearestLabel)
      return { zone, miles, radius, label: { x: Math.cos(angle) * away, y: Math.sin(angle) * away } }
    })
    .toReversed()
}
