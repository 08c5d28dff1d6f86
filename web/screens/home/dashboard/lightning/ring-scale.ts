import type { Shown } from './hero.ts'

/** How far the widest ring reaches from the middle, in the picture's units. */
export const reach = 112
/** A label stands outside of its ring, so that it hides no strike inside. */
const labelGap = 10
/** Labels of small rings keep off the middle. */
const nearestLabel = 22
/** Each label stands in another direction, so that rings a mile apart do not hide each other's. */
const labelDegrees: Readonly<Record<number, number>> = { 1: -40, 2: 40, 3: 140, 4: -140 }

/** A little more than the ring that matters, so that what is about to enter it is seen. */
const aroundShare = 1.3

interface PicturedRing {
  readonly radiusMiles: number
  readonly show: Shown
}

/** How far the picture looks: as far as the innermost ring in delay, where strikes are nearest; else to the widest ring. */
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
  const radius = shownMiles > 0 ? (miles / shownMiles) * reach : 0
  const turn = ((labelDegrees[ring] ?? 0) * Math.PI) / 180
  const away = Math.max(radius + labelGap, nearestLabel)
  return { radius, label: { x: Math.sin(turn) * away, y: -Math.cos(turn) * away } }
}
