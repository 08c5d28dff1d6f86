/** Each ring's line differs from the others without its colour too. */
export const dashes: Readonly<Record<number, string | undefined>> = { 3: '7 4', 4: '1.5 4.500' }

/** How far the widest ring reaches from the middle, in the picture's units. */
export const reach = 112
/** Labels of small rings keep off the middle. */
const nearestLabel = 17
/** Each label stands in another direction, so that rings a mile apart do not hide each other's. */
const labelDegrees: Readonly<Record<number, number>> = { 1: -40, 2: 40, 3: 140, 4: -140 }

export interface ScaledRing {
  readonly radius: number
  readonly label: { readonly x: number; readonly y: number }
}

export function scaledRing(ring: number, miles: number, widestMiles: number): ScaledRing {
  const radius = widestMiles > 0 ? (miles / widestMiles) * reach : 0
  const turn = ((labelDegrees[ring] ?? 0) * Math.PI) / 180
  const away = Math.max(radius, nearestLabel)
  return { radius, label: { x: Math.sin(turn) * away, y: -Math.cos(turn) * away } }
}
