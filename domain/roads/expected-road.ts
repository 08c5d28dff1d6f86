import { rememberedHours, roadStateOf, type RoadState } from './condition.ts'

/** What a forecast hour says about roads. Null for values that it does not include. */
export interface RoadHour {
  readonly timeMs: number
  readonly temperatureF: number | null
  /** Total precipitation in the hour, as water. */
  readonly waterMm: number | null
  /** As snow depth. */
  readonly snowMm: number | null
  /** From freezing rain, on any surface. */
  readonly iceMm: number | null
}

const hourMs = 3_600_000
const freezingF = 32
const freezingRain: RoadState = { condition: 'Ice', because: 'Freezing rain is expected' }

/** The sum, or null if a part is unknown: missing is not zero. */
function sumOf(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((sum, each) => (sum === null || each === null ? null : sum + each), 0)
}

/** The rain in an hour's water; snow does not wet a road as rain does. */
function rainMm({ waterMm, snowMm }: RoadHour): number | null {
  return snowMm !== null && snowMm > 0 ? 0 : waterMm
}

/**
 * Estimates a road's state in one hour of a forecast, from the precipitation in that hour and in the hours before. Null
 * if one of those hours is unknown.
 */
export function expectedRoad(hours: ReadonlyMap<number, RoadHour>, validMs: number): RoadState | null {
  const own = Array.from({ length: rememberedHours }, (_, ago) => hours.get(validMs - ago * hourMs))
  const known = own.filter(hour => hour !== undefined)
  const [now] = own
  if (!now || known.length < rememberedHours) return null
  const state = roadStateOf({
    temperatureF: now.temperatureF,
    rainMmPerHour: rainMm(now),
    snowMmPerHour: now.snowMm,
    rainMm: sumOf(known.map(rainMm)),
    snowMm: sumOf(known.map(({ snowMm }) => snowMm)),
  })
  if (state?.condition === 'Flooded' || state?.condition === 'Heavy Snow') return state
  // Few offices report ice, and only in few months. Without it, the rest of the forecast decides.
  const hasIced = known.some(({ iceMm }) => (iceMm ?? 0) > 0)
  const isFrozen = (now.iceMm ?? 0) > 0 || (now.temperatureF ?? Infinity) <= freezingF
  return hasIced && isFrozen ? freezingRain : state
}
