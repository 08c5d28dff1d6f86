import type { MapFrame } from './frames.ts'
import { shownHourMinute, withDay } from '#web/parts/time/times.ts'

const hourMs = 60 * 60_000
/** More ticks than this would run together, so only full hours are marked. */
const mostTicks = 40

export interface SliderTick {
  /** The position on the slider, in percent. */
  readonly at: number
  readonly isHour: boolean
}

export interface SliderScale {
  readonly ticks: readonly SliderTick[]
  readonly oldest: string
  readonly newest: string
  /** Where observations end and the forecast begins. */
  readonly nowAt: number
}

/** Returns the marks of a slider over frames. Null without frames. */
export function sliderScale(frames: readonly MapFrame[], nowMs: number, zone: string): SliderScale | null {
  const [first, last] = [frames.at(0), frames.at(-1)]
  if (!first || !last) return null
  const share = (count: number) => (100 * count) / frames.length
  const ticks = frames.map(({ timeMs }, index) => ({ at: share(index), isHour: timeMs % hourMs === 0 }))
  return {
    ticks: frames.length > mostTicks ? ticks.filter(({ isHour }) => isHour) : ticks,
    oldest: endWords(first, nowMs, zone),
    newest: endWords(last, nowMs, zone),
    nowAt: share(frames.filter(({ origin }) => origin === 'observed').length),
  }
}

function endWords({ timeMs }: MapFrame, nowMs: number, zone: string): string {
  return withDay(new Date(timeMs), nowMs, zone, shownHourMinute)
}
