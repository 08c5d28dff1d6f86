/** Maps a range of values to a range of the picture. An empty range maps to its middle. */
export function linearScale(
  [least, most]: readonly [number, number],
  [from, to]: readonly [number, number],
): (value: number) => number {
  const width = most - least
  return value => (width === 0 ? (from + to) / 2 : from + ((value - least) / width) * (to - from))
}

export interface Axis {
  readonly least: number
  readonly most: number
  readonly ticks: readonly number[]
}

const steps = [1, 2, 5, 10]

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  return (steps.find(step => step * power >= rough * 0.999_999) ?? 10) * power
}

/** Multiplies instead of adding up, so that ten times a tenth is one. */
function multiple(count: number, step: number): number {
  return Number((count * step).toPrecision(12))
}

interface AxisWish {
  /** The highest value at which the axis may start; zero for amounts. */
  readonly from?: number
  /** The axis's minimum span, without which a calm day would look stormy. */
  readonly leastSpan: number
}

/** Returns an axis of round numbers around the data, or null without data. */
export function axisOf(values: readonly (number | null)[], { from, leastSpan }: AxisWish): Axis | null {
  const known = values.filter(value => value !== null)
  if (known.length === 0) return null
  const low = Math.min(...known, from ?? Infinity)
  const high = Math.max(...known, from ?? -Infinity)
  const missing = Math.max(0, leastSpan - (high - low))
  const [least, most] = from === undefined ? [low - missing / 2, high + missing / 2] : [low, high + missing]
  const step = niceStep((most - least) / 4)
  const first = Math.floor(least / step + 1e-9)
  const last = Math.ceil(most / step - 1e-9)
  const ticks = Array.from({ length: last - first + 1 }, (_tick, index) => multiple(first + index, step))
  return { least: multiple(first, step), most: multiple(last, step), ticks }
}
