import type { MapFrame, MapFrameOrigin } from './frames.ts'
import { timeAgo } from '#domain/units/time-ago'
import { withDay } from '#web/parts/time/times.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const originWords: Readonly<Record<MapFrameOrigin, string>> = {
  observed: 'Observed',
  nowcast: 'Nowcast',
  model: 'Model',
}

/** Radars report every few minutes. A newest frame that is older is stale. */
const oldAfterMs = 20 * minuteMs

export interface FrameWords {
  /** `3:10 PM CST`, or `Tue, Nov 17, 3:10 PM CST` if not today. */
  readonly time: string
  readonly origin: string
  /** `4 minutes ago`, `in 25 minutes` */
  readonly age: string
}

export function frameWords({ timeMs, origin }: MapFrame, nowMs: number, zone: string): FrameWords {
  return {
    time: withDay(new Date(timeMs), nowMs, zone),
    origin: originWords[origin],
    age: timeMs > nowMs ? ahead(timeMs - nowMs) : (timeAgo(timeMs, nowMs) ?? ''),
  }
}

function ahead(ms: number): string {
  if (ms < 90 * minuteMs) return inWords(Math.round(ms / minuteMs), 'minute')
  if (ms < 36 * hourMs) return inWords(Math.round(ms / hourMs), 'hour')
  return inWords(Math.round(ms / dayMs), 'day')
}

function inWords(count: number, unit: string): string {
  return count === 0 ? 'now' : `in ${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Returns the newest observed frame or, without any, the first forecast frame. */
export function presentOf(frames: readonly MapFrame[]): MapFrame | undefined {
  return frames.findLast(({ origin }) => origin === 'observed') ?? frames.at(0)
}

/** Whether the frame that represents the present is too old to do so. */
export function isLeftBehind(frames: readonly MapFrame[], nowMs: number, afterMs = oldAfterMs): boolean {
  const present = presentOf(frames)
  return present !== undefined && nowMs - present.timeMs > afterMs
}
