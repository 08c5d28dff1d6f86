import type { PollutantAtLocation, WireIndex } from '#contract/weather/air-quality'
import type { WirePolicy } from '#contract/places/policies'
import { aqiCategory } from '#domain/air-quality/aqi'
import { mainOf, shownIndex } from '#web/parts/weather/air-text.ts'
import { limitsOf, limitStateOf, type LimitState } from '#web/screens/home/dashboard/conditions/limits.ts'

export type PollutantName = PollutantAtLocation['pollutantName']
const order: readonly PollutantName[] = ['PM2.5', 'PM10', 'Ozone']

const policyNames = { 'PM2.5': 'AQI-PM2.5', PM10: 'AQI-PM10', Ozone: 'AQI-O3' } as const

/**
 * Returns a pollutant's index compared with its strictest policy. An old index can still warn, but it proves nothing.
 */
export function airStanding(
  {
    pollutantName,
    aqiData,
    freshUntil,
  }: Pick<PollutantAtLocation, 'pollutantName' | 'aqiData' | 'freshUntil'>,
  policies: readonly WirePolicy[],
  nowMs: number,
): LimitState | null {
  const limits = limitsOf(policies)
  const [strictest] = (['AQI', 'AQI-MAX', policyNames[pollutantName]] as const)
    .flatMap(type => limits.get(type) ?? [])
    .toSorted((one, other) => one.threshold - other.threshold)
  const standing = limitStateOf(aqiData.nowCastIndex.value, strictest)
  return standing?.level === 'fine' && nowMs > Date.parse(freshUntil) ? null : standing
}

export interface PollutantEntry {
  readonly name: PollutantName
  /** Undefined if no sensor nearby measures the pollutant. */
  readonly pollutant: PollutantAtLocation | undefined
}

/** Returns all three pollutants, the main one first, whether or not a sensor measures them. */
export function entriesOf(pollutants: readonly PollutantAtLocation[]): PollutantEntry[] {
  const main = mainOf(pollutants)?.pollutantName
  return order
    .toSorted((one, other) => Number(other === main) - Number(one === main))
    .map(name => ({ name, pollutant: pollutants.find(({ pollutantName }) => pollutantName === name) }))
}

export interface IndexRow {
  readonly label: string
  readonly index: WireIndex
}

/** Returns the specification's averaging times: particles by the day, ozone by eight hours. */
export function indexRows({ pollutantName, aqiData }: PollutantAtLocation): IndexRow[] {
  return [
    { label: 'NowCast', index: aqiData.nowCastIndex },
    { label: '1-Hr AQI', index: aqiData.oneHourIndex },
    pollutantName === 'Ozone'
      ? { label: '8-Hr AQI', index: aqiData.eightHourIndex }
      : { label: '24-Hr AQI', index: aqiData.twentyFourHourIndex },
  ]
}

/** The gauge's scale, with the specification's breakpoints. */
const gaugeMost = 300
const gaugeBreakpoints: readonly number[] = [0, 5, 25, 50, 75, 100, 125, 150, 175, 200, 225, 250, 275, 300]

/**
 * Returns the needle's position, from 0 at the far left to 1 at the far right. Beyond the scale, the needle stays at
 * the end.
 */
export function needleAt(value: number | null): number {
  return value === null ? 0 : Math.min(1, Math.max(0, value / gaugeMost))
}

export const isBeyondScale = (value: number | null) => value !== null && value > gaugeMost

/** The gauge's segments, each in its category's color. */
export const gaugePieces: readonly { readonly from: number; readonly to: number; readonly color: string }[] =
  gaugeBreakpoints.slice(1).map((to, index) => ({
    from: (gaugeBreakpoints[index] ?? 0) / gaugeMost,
    to: to / gaugeMost,
    color: aqiCategory(to)?.color ?? '',
  }))

/** Returns a point on the half circle, from 0 at its left to 1 at its right. */
export function gaugePoint(at: number, radius: number): { x: number; y: number } {
  const angle = Math.PI * (1 - at)
  return { x: radius * Math.cos(angle), y: -radius * Math.sin(angle) }
}

/** Describes the gauge for people who cannot see it. */
export function gaugeText(name: string, value: number | null, description: string | null): string {
  if (value === null) return `${name} air quality index: not known`
  const scale = isBeyondScale(value)
    ? `, beyond the scale, which ends at ${gaugeMost}`
    : ` on a scale from 0 to ${gaugeMost}`
  return `${name} air quality index ${shownIndex(value)}${scale}: ${description ?? 'N/A'}`
}
