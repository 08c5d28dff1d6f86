import type { DayOfDelays } from './history-text.ts'

const hourSeconds = 3600
/** Possible upper ends of the scale. The first one keeps a delay of five minutes from looking like a whole day. */
const tops = [1, 2, 4, 8, 12, 25].map(hours => hours * hourSeconds)
/** The minimum height, because every delay must be visible, however short. */
const leastHeight = 3
/** A day with less unproven time than this is not hatched. Its text mentions it. */
const hatchedFromSeconds = hourSeconds

/** Returns the upper end of the scale, in seconds. */
export function topOf(days: readonly DayOfDelays[]): number {
  const most = Math.max(0, ...days.map(({ delayedSeconds }) => delayedSeconds))
  return tops.find(top => top >= most) ?? most
}

/** Returns a day's bar height; zero without a delay. */
export function barHeight(
  { delays, delayedSeconds }: DayOfDelays,
  topSeconds: number,
  height: number,
): number {
  return delays === 0 ? 0 : Math.max(leastHeight, (delayedSeconds / topSeconds) * height)
}

export function isHatched({ unknownSeconds }: DayOfDelays): boolean {
  return unknownSeconds !== null && unknownSeconds >= hatchedFromSeconds
}
