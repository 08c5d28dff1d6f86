import type { ConditionSnapshot } from '#contract/devices/stations'
import type { Readout, TableOf } from '#web/screens/station/explorer/Explorer.tsx'
import { extremes, shown } from '#web/screens/station/shown.ts'
import { shownHourMinute, shownShort } from '#web/parts/time/times.ts'

export type SnapshotMetric = 'temperature' | 'wbgt' | 'feels'

interface MetricLook {
  readonly label: string
  readonly color: string
  readonly of: (row: ConditionSnapshot) => number | null
}

export const snapshotMetrics: Readonly<Record<SnapshotMetric, MetricLook>> = {
  temperature: {
    label: 'Temperature',
    color: 'var(--metric-temperature)',
    of: row => row.avgAmbientTemperature,
  },
  wbgt: { label: 'WBGT', color: 'var(--metric-wbgt)', of: row => row.maxWetBulbGlobalTemp },
  feels: { label: 'Feels like', color: 'var(--metric-feels)', of: row => row.avgFeelsLike },
}

/** An invalid value falls back to temperature. */
export function snapshotMetricFrom(text: string): SnapshotMetric {
  return text === 'wbgt' || text === 'feels' ? text : 'temperature'
}

/** Whether a whole quarter had no lightning coverage, so that its count of zero proves nothing. */
export function isUnwatched({ strikesWithin10Miles }: ConditionSnapshot): boolean {
  return strikesWithin10Miles === null
}

const stillComing = 2

/**
 * Drops the last quarters if their lightning data is still arriving: the current one and, briefly, the one before it.
 * Calling them 'not monitored' would be wrong.
 */
export function settledSnapshots(rows: readonly ConditionSnapshot[]): readonly ConditionSnapshot[] {
  const last = rows.findLastIndex(row => !isUnwatched(row))
  return last === -1 || rows.length - 1 - last > stillComing ? rows : rows.slice(0, last + 1)
}

export const unwatchedName = 'Lightning was not monitored'

export function snapshotStrikes(row: ConditionSnapshot): string {
  return row.strikesWithin10Miles === null ? 'Not monitored' : String(row.strikesWithin10Miles)
}

export function nearestWords(row: ConditionSnapshot): string {
  if (row.nearestStrikeMiles !== null) return shown(row.nearestStrikeMiles, 1, 'mi')
  return isUnwatched(row) ? 'Not monitored' : 'None within 30 mi'
}

/** Describes the strike count, and how long there was no coverage. */
function strikesInAll(rows: readonly ConditionSnapshot[]): string {
  const watched = rows.filter(row => !isUnwatched(row))
  if (watched.length === 0) return 'Not monitored'
  const strikes = watched.reduce((sum, row) => sum + (row.strikesWithin10Miles ?? 0), 0)
  const unwatched = (rows.length - watched.length) * 15
  return unwatched === 0 ? String(strikes) : `${strikes}, ${durationWords(unwatched)} not monitored`
}

function durationWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 ? [`${rest} min`] : [])].join(' ')
}

function nearestInAll(rows: readonly ConditionSnapshot[]): string {
  const nearest = extremes(rows.map(row => row.nearestStrikeMiles))
  if (nearest) return shown(nearest[0], 1, 'mi')
  if (rows.every(isUnwatched)) return 'Not monitored'
  return rows.some(isUnwatched) ? 'None seen' : 'None within 30 mi'
}

export function snapshotLabel({ date }: ConditionSnapshot, zone: string): string {
  return shownShort(new Date(date), zone)
}

export function snapshotReadout(
  rows: readonly ConditionSnapshot[],
  picked: ConditionSnapshot | null,
  metric: SnapshotMetric,
  zone: string,
): Readout {
  const { label, of } = snapshotMetrics[metric]
  if (picked) {
    return {
      when: snapshotLabel(picked, zone),
      cells: [
        { label, value: shown(of(picked), 1, '°F') },
        { label: 'Strikes within 10 miles', value: snapshotStrikes(picked) },
        { label: 'Nearest strike', value: nearestWords(picked) },
      ],
    }
  }
  const values = extremes(rows.map(of))
  const [first, last] = [rows.at(0), rows.at(-1)]
  return {
    when: first && last ? `${snapshotLabel(first, zone)} – ${snapshotLabel(last, zone)}` : '',
    cells: [
      { label, value: values ? `${shown(values[0], 0)} to ${shown(values[1], 0, '°F')}` : '—' },
      { label: 'Strikes within 10 miles', value: strikesInAll(rows) },
      { label: 'Nearest strike', value: nearestInAll(rows) },
    ],
  }
}

export function snapshotTable(rows: readonly ConditionSnapshot[], zone: string): TableOf {
  return {
    columns: [
      'Quarter hour',
      'Temperature (°F)',
      'Feels like (°F)',
      'WBGT (°F)',
      'Strikes within 10 miles',
      'Nearest strike',
    ],
    rows: rows.map(row => [
      snapshotLabel(row, zone),
      shown(row.avgAmbientTemperature, 1),
      shown(row.avgFeelsLike, 1),
      shown(row.maxWetBulbGlobalTemp, 1),
      snapshotStrikes(row),
      nearestWords(row),
    ]),
  }
}

export function snapshotTick({ date }: ConditionSnapshot, zone: string): string {
  return shownHourMinute(new Date(date), zone)
}
