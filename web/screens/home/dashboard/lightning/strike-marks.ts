import { ringReach } from './ring-scale.ts'
import type { SeenStrike } from './strikes.ts'

interface Shape {
  /** The offset from the strike to the start of its outline. */
  readonly x: number
  readonly y: number
  readonly outline: string
}

/** The newest strike is a bolt. Older ones are smaller and also have other shapes. */
const shapes: Readonly<Record<SeenStrike['age'], Shape>> = {
  new: { x: 1, y: -5.5, outline: 'l-4.500 6.300h3.100l-.8 4.700 4.700-6.700h-2.900z' },
  recent: { x: 0, y: -2.8, outline: 'l2.800 2.800-2.800 2.800-2.800-2.800z' },
  old: { x: -1.5, y: -1.5, outline: 'h3v3h-3z' },
}

/** Returns the mark for one strike of an age, centered. */
export function strikeMarkOf(age: SeenStrike['age']): string {
  const { x, y, outline } = shapes[age]
  return `M${x} ${y}${outline}`
}

/** Returns all strikes of an age as one path, so that drawing hundreds costs no more than drawing one. */
export function strikeMarks(
  strikes: readonly SeenStrike[],
  age: SeenStrike['age'],
  shownMiles: number,
): string {
  const { x, y, outline } = shapes[age]
  const place = (miles: number, offset: number) => ((miles / shownMiles) * ringReach + offset).toFixed(1)
  return strikes
    .filter(strike => strike.age === age && !strike.circle)
    .map(strike => `M${place(strike.x, x)} ${place(strike.y, y)}${outline}`)
    .join('')
}
