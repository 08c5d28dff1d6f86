import type { CameraLogEntry } from '#contract/devices/cameras'
import { logMonthAt, logMonths } from '#domain/cameras/log-months'
import { viewTime } from '#domain/cameras/view-time'
import type { RadialBar } from '#web/charts/RadialBarChart.tsx'

const mostBars = 8

/** Sums up how long each camera was watched, or each person watched, longest first. Bars are in whole minutes. */
export function totalsBy(
  entries: readonly CameraLogEntry[],
  nameOf: (entry: CameraLogEntry) => string,
): RadialBar[] {
  const seconds = new Map<string, number>()
  for (const entry of entries) seconds.set(nameOf(entry), (seconds.get(nameOf(entry)) ?? 0) + entry.duration)
  const sorted = [...seconds].toSorted(([, one], [, other]) => other - one)
  const rest = sorted.slice(mostBars - 1).reduce((sum, [, each]) => sum + each, 0)
  const kept: typeof sorted =
    sorted.length > mostBars ? [...sorted.slice(0, mostBars - 1), ['Others', rest]] : sorted
  return kept.map(([name, total]) => ({ name, value: Math.floor(total / 60), text: viewTime(total) }))
}

/** Returns `November 2026` and the months before it, in UTC. */
export function monthNames(now: Date): string[] {
  const format = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return Array.from({ length: logMonths }, (_, offset) =>
    format.format(logMonthAt(now.getTime(), offset).fromMs),
  )
}
