import type { HeroShown } from './hero.ts'

/** The widest ring's radius in the picture's units. */
export const ringReach = 112
/** A label is outside its ring, so that it hides no strike inside. */
const labelGap = 10
/** The labels of small rings keep this distance from the center. */
const nearestLabel = 22
/** Each label has a different direction, so that the labels of rings a mile apart do not overlap. */
const labelDegrees: Readonly<Record<number, number>> = { 1: -40, 2: 40, 3: 140, 4: -140 }

/** The picture extends beyond the ring that matters, to show strikes about to enter it. */
const aroundShare = 1.3

interface PicturedRing {
  readonly radiusMiles: number
  readonly show: HeroShown
}

/**
 * Returns how far the picture extends: to the innermost ring in delay, where strikes are nearest; otherwise to the
 * widest ring.
 */
export function pictureMiles(rings: readonly PicturedRing[]): number {
  const widest = Math.max(0, ...rings.map(({ radiusMiles }) => radiusMiles))
  const delayed = rings.filter(({ show }) => show === 'Delay').map(({ radiusMiles }) => radiusMiles)
  return delayed.length === 0 ? widest : Math.min(widest, aroundShare * Math.min(...delayed))
}

export interface ScaledRing {
  readonly radius: number
  readonly label: { readonly x: number; readonly y: number }
}

export function scaledRing(ring: number, miles: number, shownMiles: number): ScaledRing {
  const radius = shownMiles > 0 ? (miles / shownMiles) * ringReach : 0
  const turn = ((labelDegrees[ring] ?? 0) * Math.PI) / 180
  const away = Math.max(radius + labelGap, nearestLabel)
  return { radius, label: { x: Math.sin(turn) * away, y: -Math.cos(turn) * away } }
}
