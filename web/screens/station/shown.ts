import { roundedTo } from '#domain/units/rounding'

/** A number with its unit; a dash where nothing was measured. */
export function shown(value: number | null, decimals: number, unit = ''): string {
  const rounded = roundedTo(value, decimals)
  return rounded === null ? '—' : `${rounded.toFixed(decimals)}${unit && ` ${unit}`}`
}

/** The least and the most of what was measured; null where nothing was. */
export function extremes(values: readonly (number | null)[]): readonly [number, number] | null {
  const known = values.filter(value => value !== null)
  return known.length === 0 ? null : [Math.min(...known), Math.max(...known)]
}
