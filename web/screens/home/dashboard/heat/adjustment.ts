import { roundedTo } from '#domain/units/rounding'

/** Returns text such as `+5.4 °F`, `−2 °F`, `0 °F`. */
export function shownAdjustment(degrees: number): string {
  const shown = roundedTo(degrees, 1) ?? 0
  if (shown === 0) return '0 °F'
  return `${shown > 0 ? '+' : '−'}${Math.abs(shown)} °F`
}
