import type { ConditionSnapshot } from '#contract/devices/stations'
import { aheadOfUtcMs, dayNumber, localDay } from '#domain/conditions/local-day'
import { csvOf, type Cell } from '#domain/reports/csv'
import { exportFault, type ExportKind } from '#domain/reports/report'
import { timeTexts, utcText } from '#domain/reports/time-texts'
import { badInput, serverRefusal } from '#server/platform/http/problems'
import { dayStart, readDays, type AskedRange, type DayRange } from './ranges.ts'
import type { StationRow } from './store/stations.ts'
import type { WireDay, WireHour } from './wire-history.ts'

/** The range of days of one export; throws the error from the specification if it is too long. */
export function exportRange(kind: ExportKind, asked: AskedRange, timeZone: string, now: Date): DayRange {
  const range = readDays(asked, timeZone)
  if (range.to < range.from) throw badInput({ EndDate: ['must not be before the start date'] })
  if (range.to > localDay(timeZone, now.getTime())) throw badInput({ EndDate: ['must not be in the future'] })
  const fault = exportFault(kind, range.to - range.from + 1)
  if (fault !== null) throw serverRefusal(fault)
  return range
}

/** Parses 'Daily' or 'Hourly', ignoring case. */
export function exportKindOf(interval: string): 'Daily' | 'Hourly' {
  const found = (['Daily', 'Hourly'] as const).find(kind => kind.toLowerCase() === interval.toLowerCase())
  if (!found) throw serverRefusal('Invalid report interval. You must select Daily or Hourly.')
  return found
}

export function spanOfDays(timeZone: string, { from, to }: DayRange): { from: Date; to: Date } {
  return { from: dayStart(timeZone, from), to: dayStart(timeZone, to + 1) }
}

/** A file name that begins with the station's name, followed by what distinguishes its files. */
export function exportName({ name }: StationRow, kind: ExportKind, simulated: boolean): string {
  return `${name} ${kind}${simulated ? ' SIMULATED' : ''}.csv`
}

/** Titles for start times in UTC and in local time. */
const timeColumns = (timeZone: string) => ['Start (UTC)', `Start (local, ${timeZone})`, 'Local offset']
const timeCells = (timeZone: string, date: string): Cell[] => [
  ...timeTexts(Date.parse(date), aheadOfUtcMs(timeZone, Date.parse(date))),
]

const rainFrom = ({ rainIsCorrected }: { rainIsCorrected: boolean }) =>
  rainIsCorrected ? 'radar-corrected' : 'gauge'

export function hoursTable({ name, time_zone }: StationRow, hours: readonly WireHour[]): string {
  const columns = [
    'Station',
    ...timeColumns(time_zone),
    'Average temperature (°F)',
    'Maximum wind speed (mph)',
    'Maximum wind gust (mph)',
    'Precipitation (in)',
    'Precipitation by',
  ]
  const rows = hours.map((hour): Cell[] => [
    name,
    ...timeCells(time_zone, hour.date),
    hour.avgAmbientTemperature,
    hour.maxWindSpeed,
    hour.maxWindGust,
    hour.maxRain1Hr,
    hour.maxRain1Hr === null ? null : rainFrom(hour),
  ])
  return csvOf(columns, rows)
}

export function daysTable({ name, time_zone }: StationRow, days: readonly WireDay[]): string {
  const columns = [
    'Station',
    `Date (local, ${time_zone})`,
    'Day begins (UTC)',
    'Minimum temperature (°F)',
    'Average temperature (°F)',
    'Maximum temperature (°F)',
    'Maximum wind speed (mph)',
    'Maximum wind gust (mph)',
    'Precipitation (in)',
    'Precipitation by',
  ]
  const rows = days.map((day): Cell[] => [
    name,
    day.date,
    utcText(dayStart(time_zone, dayNumber(day.date) ?? NaN).getTime()),
    day.minAmbientTemperature,
    day.avgAmbientTemperature,
    day.maxAmbientTemperature,
    day.maxWindSpeed,
    day.maxWindGust,
    day.rainTotal,
    day.rainTotal === null ? null : rainFrom(day),
  ])
  return csvOf(columns, rows)
}

export function snapshotsTable({ name, time_zone }: StationRow, rows: readonly ConditionSnapshot[]): string {
  const columns = [
    'Station',
    ...timeColumns(time_zone),
    'Average temperature (°F)',
    'Average feels like (°F)',
    'Maximum WBGT (°F)',
    'Average relative humidity (%)',
    'Maximum wind speed (mph)',
    'Maximum wind gust (mph)',
    'Precipitation (in)',
    'Lightning strikes within 10 miles',
    'Nearest lightning strike within 30 miles (mi)',
  ]
  const cells = rows.map((row): Cell[] => [
    name,
    ...timeCells(time_zone, row.date),
    row.avgAmbientTemperature,
    row.avgFeelsLike,
    row.maxWetBulbGlobalTemp,
    row.avgRelativeHumidity,
    row.maxWindSpeed,
    row.maxWindGust,
    row.rain,
    row.strikesWithin10Miles ?? 'not watched',
    row.nearestStrikeMiles,
  ])
  return csvOf(columns, cells)
}
