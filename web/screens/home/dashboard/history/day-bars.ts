import type { DayOfDelays } from './history-words.ts'

const hourSeconds = 3600
/** Where the scale may end; the first is there so that five minutes do not look like a day. */
const tops = [1, 2, 4, 8, 12, 25].map(hours => hours * hourSeconds)
/** What happened is seen, however short it was. */
const leastHeight = 3
/** A day with less than this without proof is not marked as a whole; its words tell of it. */
const hatchedFromSeconds = hourSeconds

/** The end of the scale, in seconds. */
export function topOf(days: readonly DayOfDelays[]): number {
  const most = Math.max(0, ...days.map(({ delayedSeconds }) => delayedSeconds))
  return tops.find(top => top >= most) ?? most
}

/** How high a day's bar is; nothing for a day without delay. */
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
