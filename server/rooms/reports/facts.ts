import { dayName } from '#domain/conditions/local-day'
import { intervalOf } from '#domain/reports/report'
import { isNightShift, type TimeFilter } from '#domain/reports/time-filter'
import type { WantedReport } from './read-request.ts'
import type { StoredReport, ReportStation } from './store/reports.ts'

const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const mostNamed = 12

/** Formats as 7:30 AM. */
function clockText(minute: number): string {
  const time = new Date(minute * 60_000)
  return time.toLocaleTimeString('en-US', { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' })
}

function dateText(day: number): string {
  const time = new Date(`${dayName(day)}T00:00:00Z`)
  return time.toLocaleDateString('en-US', {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  })
}

function windowText(filter: TimeFilter): string {
  if (filter.window === null) return 'The whole day'
  const { fromMinute, untilMinute } = filter.window
  const next = isNightShift(filter) && untilMinute > 0 ? ' the next day' : ''
  return `${clockText(fromMinute)} to ${clockText(untilMinute)}${next}`
}

function daysText({ daysOfWeek }: TimeFilter): string {
  const chosen = new Set(daysOfWeek)
  return chosen.size === 7 ? 'Every day' : dayNames.filter((_, day) => chosen.has(day)).join(', ')
}

function stationsText(stations: readonly ReportStation[]): string {
  const shown = stations
    .slice(0, mostNamed)
    .map(({ name }) => name)
    .join(', ')
  return stations.length > mostNamed ? `${shown} and ${stations.length - mostNamed} more` : shown
}

/** Lines that describe what a report covers. */
export function factsOf(
  { stations, requester, requested_at }: StoredReport,
  { filter, minutes }: WantedReport,
  requesterZone: string,
): (readonly [string, string])[] {
  return [
    ['Stations', stationsText(stations)],
    ['Dates', `${dateText(filter.from)} to ${dateText(filter.to)}`],
    ['Interval', intervalOf(minutes).label],
    ['Time of day', windowText(filter)],
    ['Days', daysText(filter)],
    ['Requested', `${requester}, ${timeText(requested_at, requesterZone)}`],
    ['Times', 'In the local time of each station'],
  ]
}

/** Formats as 'Nov 23, 2026, 9:14 AM CST'. */
export function timeText(time: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(time)
}
