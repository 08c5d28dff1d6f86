import { setImmediate } from 'node:timers/promises'
import { csvLine, type Cell } from '#domain/reports/csv'
import type { ReportColumn } from '#domain/reports/report'
import { timeTexts } from '#domain/reports/time-texts'
import { batchesOf } from '#server/platform/store/batches'
import type { StationRow } from '#server/rooms/stations/index'
import { columnTitle } from './columns.ts'
import type { FilledRow } from './gather.ts'

/** The title of the local time column, which names the zone if all stations share one. */
function localTitle(stations: readonly StationRow[]): string {
  const zones = new Set(stations.map(({ time_zone }) => time_zone))
  return zones.size === 1 ? `Start (local, ${[...zones].join('')})` : 'Start (local)'
}

export function csvHead(stations: readonly StationRow[], columns: readonly ReportColumn[]): string {
  return csvLine([
    'Station',
    'Hardware ID',
    'Start (UTC)',
    localTitle(stations),
    'Local offset',
    ...columns.map(columnTitle),
  ])
}

/** The number of lines written before yielding. */
const linesAtOnce = 250

export async function* csvLines(
  { name, source_id }: StationRow,
  rows: readonly FilledRow[],
): AsyncGenerator<string> {
  for (const some of batchesOf(rows, linesAtOnce)) {
    yield some
      .map(({ startMs, aheadMs, values }) => {
        const cells: Cell[] = [name, source_id, ...timeTexts(startMs, aheadMs), ...values]
        return csvLine(cells)
      })
      .join('')
    await setImmediate()
  }
}
