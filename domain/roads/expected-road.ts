import { rememberedHours, roadStateOf, type RoadState } from './condition.ts'

/** What a forecast says of one hour, as far as roads go. What it does not say is null. */
export interface RoadHour {
  readonly timeMs: number
  readonly temperatureF: number | null
  /** All that falls in the hour, as water. */
  readonly waterMm: number | null
  /** As it lies. */
  readonly snowMm: number | null
  /** Of freezing rain, on whatever it falls. */
  readonly iceMm: number | null
}

const hourMs = 3_600_000
const freezingF = 32
const freezingRain: RoadState = { condition: 'Ice', because: 'Freezing rain is expected' }

/** The sum, or null where a part of it is not known: what is not told is not nothing. */
function sumOf(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((sum, each) => (sum === null || each === null ? null : sum + each), 0)
}

/** What falls as snow does not make a road wet as rain does. */
function rainMm({ waterMm, snowMm }: RoadHour): number | null {
  return snowMm !== null && snowMm > 0 ? 0 : waterMm
}

/**
 * An estimate of a road in one hour of a forecast, of what falls then and what fell within the hours before. Null where
 * one of those hours is not known.
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
  // Ice is told at few offices and in few months: without a word of it the rest of the forecast decides.
  const hasIced = known.some(({ iceMm }) => (iceMm ?? 0) > 0)
  const isFrozen = (now.iceMm ?? 0) > 0 || (now.temperatureF ?? Infinity) <= freezingF
  return hasIced && isFrozen ? freezingRain : state
}
