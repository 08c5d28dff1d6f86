import { roundedTo } from '#domain/units/rounding'

/** Returns a number with its unit; a dash if missing. */
export function shown(value: number | null, decimals: number, unit = ''): string {
  const rounded = roundedTo(value, decimals)
  return rounded === null ? '—' : `${rounded.toFixed(decimals)}${unit && ` ${unit}`}`
}

/** Returns the minimum and maximum reading; null without readings. */
export function extremes(values: readonly (number | null)[]): readonly [number, number] | null {
  const known = values.filter(value => value !== null)
  return known.length === 0 ? null : [Math.min(...known), Math.max(...known)]
}
