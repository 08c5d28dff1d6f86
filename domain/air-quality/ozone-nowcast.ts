import { isKnown, known } from '#domain/units/known'
import { wholeUnits } from '#domain/units/rounding'
import { aqiFrom } from './aqi.ts'
import type { Hours } from './averages.ts'
import { ozoneRegression } from './ozone-regression.ts'

/** Two weeks of hours. */
const span = 336
const fewestHours = 252
const longestGap = 7

export type OzoneBasis =
  | { readonly kind: 'regression' | 'all zero' | 'nothing' }
  /** Computed from a single hour, because there is no history. */
  | { readonly kind: 'surrogate'; readonly hoursAgo: number }
  /** Used when the current hour is missing but a slightly earlier NowCast is still valid. */
  | { readonly kind: 'earlier'; readonly hoursAgo: number }

export interface OzoneNowCast {
  readonly basis: OzoneBasis
  readonly ppb: number | null
  /** Truncated to whole ppb. */
  readonly ppm: number | null
  /** From the eight-hour table, which ends at 0.200 ppm; `ozoneAqi` handles higher values. */
  readonly aqi: number | null
}

/**
 * Computes the current ozone from two weeks of hours in ppb, newest last, and the NowCasts issued one and two hours
 * ago. Follows the agency's order of decisions.
 */
export function ozoneNowCast(oldestFirst: Hours, earlierPpb: Hours = []): OzoneNowCast {
  const hours = lastHours(oldestFirst)
  const there = hours.filter(isKnown)
  if (there.length === 0) return withIndex({ kind: 'nothing' }, null)
  if (there.length < fewestHours || longestRunWithout(hours) > longestGap) return fromOneHour(hours)
  if (there.every(value => value === 0)) return withIndex({ kind: 'all zero' }, 0)
  if (hours.at(-1) === null) return fromEarlier(hours, earlierPpb)
  const ppb = ozoneRegression(hours)
  return withIndex({ kind: 'regression' }, ppb === null ? null : Math.max(0, ppb))
}

/** Estimates the eight hours around one hour from that hour. */
export function ozoneSurrogatePpb(ppb: number | null): number | null {
  return isKnown(ppb) ? 0.85 * ppb + 4.5 : null
}

/** Pads a history that is too short with missing hours at its start. */
function lastHours(oldestFirst: Hours): Hours {
  const hours = oldestFirst.slice(-span).map(known)
  return [...Array.from({ length: span - hours.length }, () => null), ...hours]
}

function longestRunWithout(hours: Hours): number {
  let [longest, run] = [0, 0]
  for (const hour of hours) {
    run = hour === null ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

function fromOneHour(hours: Hours): OzoneNowCast {
  const hoursAgo = [0, 1, 2].find(ago => isKnown(hours.at(-1 - ago)))
  if (hoursAgo === undefined) return withIndex({ kind: 'nothing' }, null)
  return withIndex({ kind: 'surrogate', hoursAgo }, ozoneSurrogatePpb(hours.at(-1 - hoursAgo) ?? null))
}

function fromEarlier(hours: Hours, earlierPpb: Hours): OzoneNowCast {
  const hoursAgo = [1, 2].find(ago => isKnown(hours.at(-1 - ago)))
  if (hoursAgo === undefined) return withIndex({ kind: 'nothing' }, null)
  return withIndex({ kind: 'earlier', hoursAgo }, known(earlierPpb[hoursAgo - 1]))
}

function withIndex(basis: OzoneBasis, ppb: number | null): OzoneNowCast {
  const whole = wholeUnits(ppb, 1)
  const ppm = whole === null ? null : whole / 1000
  return { basis, ppb: known(ppb), ppm, aqi: aqiFrom('O3 8h', ppm) }
}
