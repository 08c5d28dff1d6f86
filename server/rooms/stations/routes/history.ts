import {
  evapotranspirationMissing,
  exportConditionSnapshots,
  exportHistory,
  getEvapotranspiration,
  getEvapotranspirationOfRange,
  historyOfDay,
  historyOfMonth,
  historyOfRange,
  historyOfWeek,
  listConditionSnapshots,
} from '#contract/devices/stations'
import { listObservations } from '#contract/weather/observations'
import { dayName, localDay } from '#domain/conditions/local-day'
import { evapotranspirationLimit, historyLimit } from '#domain/reports/custom-range'
import { dayMs, hourMs, later } from '#server/platform/clock'
import { serve, type Served } from '#server/platform/http/serve'
import {
  daysTable,
  exportKindOf,
  exportName,
  exportRange,
  hoursTable,
  snapshotsTable,
  spanOfDays,
} from '#server/rooms/stations/exports'
import { evapotranspirationBetween, missingFor } from '#server/rooms/stations/evapotranspiration'
import { listDays, listHours } from '#server/rooms/stations/store/history'
import { readRange, type DayRange } from '#server/rooms/stations/ranges'
import { stationSeenBy } from '#server/rooms/stations/reach'
import type { StationBook } from '#server/rooms/stations/known-stations'
import { snapshotsOf, type SnapshotDeps } from '#server/rooms/stations/snapshots'
import { listTimeline, type StationRow } from '#server/rooms/stations/store/stations'
import { wireDay, wireHour, wireTimeline } from '#server/rooms/stations/wire-history'

/** A chart of up to this many hours shows every reading. */
const finestHours = 12

export interface StationHistoryDeps extends SnapshotDeps {
  readonly book: StationBook
  readonly simulated: boolean
}

/** Routes for past station measurements. */
export function stationHistoryRoutes(deps: StationHistoryDeps): Served[] {
  const { db, book, simulated } = deps

  async function daysOf({ id }: StationRow, { from, to }: DayRange) {
    return (await listDays(db, 'system', id, dayName(from), dayName(to))).map(wireDay)
  }

  function lastDays({ time_zone }: StationRow, count: number, now: Date): DayRange {
    const today = localDay(time_zone, now.getTime())
    return { from: today - count + 1, to: today }
  }

  return [
    serve(listObservations, async ({ caller, params, query, now }) => {
      const { row } = stationSeenBy(book, caller, params.id)
      const since = later(now, -query.hours * hourMs)
      const stepMinutes = query.hours <= finestHours ? 5 : 15
      return (await listTimeline(db, 'system', row.id, since, stepMinutes)).map(wireTimeline)
    }),

    serve(historyOfDay, async ({ caller, params, now }) => {
      const { row } = stationSeenBy(book, caller, params.id)
      return (await listHours(db, 'system', row.id, later(now, -dayMs), now)).map(wireHour)
    }),

    serve(historyOfWeek, async ({ caller, params, now }) => {
      const { row } = stationSeenBy(book, caller, params.id)
      return daysOf(row, lastDays(row, 7, now))
    }),

    serve(historyOfMonth, async ({ caller, params, now }) => {
      const { row } = stationSeenBy(book, caller, params.id)
      return daysOf(row, lastDays(row, 30, now))
    }),

    serve(historyOfRange, async ({ caller, params, query, now }) => {
      const { row } = stationSeenBy(book, caller, params.id)
      return daysOf(row, readRange(query, row.time_zone, now, historyLimit))
    }),

    serve(listConditionSnapshots, async ({ caller, params, query, now }) => {
      const { row } = stationSeenBy(book, caller, params.id)
      return snapshotsOf(deps, row, now.getTime() - query.hours * hourMs, now.getTime())
    }),

    serve(exportHistory, async ({ caller, params, query, now }) => {
      const kind = exportKindOf(params.interval)
      const { row } = stationSeenBy(book, caller, params.id)
      const range = exportRange(kind, query, row.time_zone, now)
      const fileName = exportName(row, kind, simulated)
      if (kind === 'Daily') return { fileName, content: daysTable(row, await daysOf(row, range)) }
      const { from, to } = spanOfDays(row.time_zone, range)
      const hours = (await listHours(db, 'system', row.id, from, to)).map(wireHour)
      return { fileName, content: hoursTable(row, hours) }
    }),

    serve(exportConditionSnapshots, async ({ caller, params, query, now }) => {
      const { row } = stationSeenBy(book, caller, params.id)
      const range = exportRange('Condition Snapshots', query, row.time_zone, now)
      const { from, to } = spanOfDays(row.time_zone, range)
      const endMs = Math.min(to.getTime(), now.getTime())
      const content = snapshotsTable(row, await snapshotsOf(deps, row, from.getTime(), endMs))
      return { fileName: exportName(row, 'Condition Snapshots', simulated), content }
    }),

    serve(getEvapotranspiration, async ({ caller, params, query, now }) => {
      const { row } = stationSeenBy(book, caller, params.id)
      // Today has not ended and has no value yet.
      return evapotranspirationBetween(db, row, lastDays(row, query.days + 1, now), now)
    }),

    serve(evapotranspirationMissing, async ({ caller, params, now }) => {
      const { row } = stationSeenBy(book, caller, params.id)
      return { missing: await missingFor(db, row, lastDays(row, 8, now), now) }
    }),

    serve(getEvapotranspirationOfRange, async ({ caller, params, query, now }) => {
      const { row } = stationSeenBy(book, caller, params.id)
      const range = readRange(query, row.time_zone, now, evapotranspirationLimit)
      return evapotranspirationBetween(db, row, range, now)
    }),
  ]
}
