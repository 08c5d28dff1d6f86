import type { Report } from '#contract/messages/reports'
import { intervalOf } from '#domain/reports/report'
import { shownDates } from '#web/parts/time/times.ts'

/** A report's state as displayed. A finished report's files are kept for a limited time. */
export type ShownReportState = Report['state'] | 'Expired'

export function reportStateOf({ state, csvUrl, pdfUrl }: Report): ShownReportState {
  return state === 'Ready' && csvUrl === null && pdfUrl === null ? 'Expired' : state
}

const namedStations = 2

/** Returns text such as `North Field, Pool and 3 more`. */
export function stationsInWords(stations: readonly string[]): string {
  const rest = stations.length - namedStations
  const named = stations.slice(0, namedStations).join(', ')
  return rest > 0 ? `${named} and ${rest} more` : named
}

/** Returns text such as `Jul 1 – 31, 2026 · 60 min · 230 rows`. */
export function contentInWords(report: Report): string {
  const { startDate, endDate, dataInterval, rowCount } = report
  return [
    shownDates(startDate, endDate),
    intervalOf(dataInterval).label,
    ...(rowCount === null ? [] : [rowCount === 1 ? '1 row' : `${rowCount.toLocaleString('en-US')} rows`]),
  ].join(' · ')
}
