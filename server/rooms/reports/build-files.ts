import { zoneOf } from '#domain/alert-times/time-zones'
import type { Facts } from '#server/facts'
import { secondMs, type Clock } from '#server/platform/clock'
import type { Leadership } from '#server/platform/leadership/index'
import { findCustomer } from '#server/rooms/customers/index'
import type { StationBook, StationRow } from '#server/rooms/stations/index'
import { findUser } from '#server/rooms/users/index'
import { insertPart, noteProgress, type Built } from './store/build.ts'
import { csvHead, csvLines } from './csv-text.ts'
import { factsOf } from './facts.ts'
import { keepInParts, keepPacked, type KeepPart } from './files.ts'
import { gatherRows, type GatherDeps } from './gather.ts'
import type { DrawnPiece, ReportDocument } from './pdf/index.ts'
import { readRequest } from './read-request.ts'
import { SeriesWriter, type Series } from './series.ts'
import type { ReportFormat, StoredReport } from './store/reports.ts'

export interface BuildFilesDeps extends GatherDeps {
  readonly clock: Clock
  readonly leadership: Pick<Leadership<Facts>, 'commit'>
  readonly book: StationBook
  readonly simulated: boolean
  readonly draw: (document: ReportDocument) => AsyncIterable<DrawnPiece>
  /** Whether the server is stopping, in which case the next leader restarts the unfinished report. */
  readonly isStopping: () => boolean
}

/** Thrown if the report was deleted, or if the server is stopping. */
export class BrokenOff extends Error {}
/** Thrown if a report cannot be built, with a message for the requester. */
export class CannotBuild extends Error {}

/** The table's share of the work; the rest is drawing the PDF. */
const tablePercent = 80
const reportEveryMs = secondMs / 2

/** Writes both files part by part. They become available only when the report is marked as ready. */
export async function buildFiles(deps: BuildFilesDeps, report: StoredReport): Promise<Built> {
  const stations = stationsOf(deps, report)
  const wanted = readRequest(report.request)
  const reportProgress = progressOf(deps, report)
  const series: Series[] = []
  let rowCount = 0

  async function* table(): AsyncGenerator<string> {
    yield csvHead(stations, wanted.columns)
    const days = wanted.filter.to - wanted.filter.from + 1
    for (const [index, station] of stations.entries()) {
      const writer = new SeriesWriter(wanted.columns.length)
      for await (const rows of gatherRows(deps, station, wanted, report.requested_at)) {
        rowCount += rows.length
        writer.add(rows)
        yield* csvLines(station, rows)
        const done = ((rows.at(-1)?.day ?? 0) - wanted.filter.from + 1) / days
        await reportProgress(((index + done) / stations.length) * tablePercent)
      }
      series.push(writer.finish())
    }
  }
  const csvParts = await keepPacked(table(), partWriter(deps, report, 'csv'))

  const document = await documentOf(deps, report, stations, series)
  async function* drawing(): AsyncGenerator<Uint8Array> {
    for await (const { bytes, done } of deps.draw(document)) {
      yield bytes
      await reportProgress(tablePercent + done * (99 - tablePercent))
    }
  }
  const pdfParts = await keepInParts(drawing(), partWriter(deps, report, 'pdf'))
  return { rowCount, csvParts, pdfParts }
}

function stationsOf({ book }: BuildFilesDeps, { stations }: StoredReport): StationRow[] {
  return stations.map(({ id }) => {
    const station = book.find(id)
    if (!station) throw new CannotBuild('A weather station in this report no longer exists.')
    return station.row
  })
}

/** Reports progress, not too often, and checks whether the report is still wanted. */
function progressOf({ leadership, clock, isStopping }: BuildFilesDeps, report: StoredReport) {
  let toldMs = clock.monotonicMs()
  return async (percent: number): Promise<void> => {
    if (isStopping()) throw new BrokenOff('The server is stopping')
    if (clock.monotonicMs() - toldMs < reportEveryMs) return
    toldMs = clock.monotonicMs()
    if (!(await leadership.commit(tx => noteProgress(tx, 'system', report, Math.floor(percent)))))
      throw new BrokenOff('The report was deleted')
  }
}

function partWriter({ leadership }: BuildFilesDeps, report: StoredReport, format: ReportFormat): KeepPart {
  return async (part, bytes) => {
    if (!(await leadership.commit(tx => insertPart(tx, 'system', report, { format, part, bytes }))))
      throw new BrokenOff('The report was deleted')
  }
}

async function documentOf(
  { db, simulated }: BuildFilesDeps,
  report: StoredReport,
  stations: readonly StationRow[],
  series: readonly Series[],
): Promise<ReportDocument> {
  const customer = await findCustomer(db, report.customer_id, report.customer_id)
  const requester = await findUser(db, report.customer_id, report.requested_by)
  const wanted = readRequest(report.request)
  return {
    title: report.name,
    organization: customer?.name ?? '',
    facts: factsOf(report, wanted, requester ? zoneOf(requester.time_zone) : 'UTC'),
    columns: wanted.columns,
    isByDay: wanted.minutes === 1440,
    stations: stations.map((station, index) => ({
      name: station.name,
      hardwareId: station.source_id,
      timeZone: station.time_zone,
      series: series[index] as Series,
    })),
    simulated,
  }
}
