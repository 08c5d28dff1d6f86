import {
  getEvapotranspiration,
  getEvapotranspirationOfRange,
  historyOfDay,
  historyOfMonth,
  historyOfRange,
  historyOfWeek,
  listObservations,
} from '#contract/conditions'
import { dayName, localDay } from '#domain/conditions/local-day'
import { roundedTo } from '#domain/units/rounding'
import { dayMs, hourMs, later } from '#server/platform/clock'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import { evapotranspirationOn, standardDayStart } from './evapotranspiration.ts'
import { listDays, listHours, type DayRow, type HourRow } from './history-store.ts'
import { evapotranspirationLimit, historyLimit, readRange, type DayRange } from './ranges.ts'
import { stationSeenBy } from './reach.ts'
import type { StationBook } from './book.ts'
import { listTimeline, type StationRow, type TimelineRow } from './store.ts'

/** Up to here a chart shows every reading. */
const finestHours = 12

const tenths = (value: number | null) => roundedTo(value, 1)
const thousandths = (value: number | null) => roundedTo(value, 3)

function wireTimeline(row: TimelineRow) {
  return {
    date: row.at.toISOString(),
    avgAmbientTemperature: tenths(row.mean_temperature_f),
    maxWindSpeed: tenths(row.max_wind_mph),
    maxWetBulbGlobalTemp: tenths(row.max_wbgt_f),
  }
}

function wireHour(row: HourRow) {
  return {
    date: row.start_at.toISOString(),
    avgAmbientTemperature: tenths(row.mean_temperature_f),
    maxWindSpeed: tenths(row.max_wind_mph),
    maxWindGust: tenths(row.max_gust_mph),
    maxRain1Hr: thousandths(row.rain_inches),
  }
}

function wireDay(row: DayRow) {
  return {
    date: row.day,
    minAmbientTemperature: tenths(row.min_temperature_f),
    avgAmbientTemperature: tenths(row.mean_temperature_f),
    maxAmbientTemperature: tenths(row.max_temperature_f),
    maxWindSpeed: tenths(row.max_wind_mph),
    maxWindGust: tenths(row.max_gust_mph),
    rainTotal: thousandths(row.rain_inches),
  }
}

export interface HistoryRouteDeps {
  readonly db: Db
  readonly book: StationBook
}

/** What stations have measured. */
export function historyRoutes({ db, book }: HistoryRouteDeps): Served[] {
  async function daysOf({ id }: StationRow, { from, to }: DayRange) {
    return (await listDays(db, 'system', id, dayName(from), dayName(to))).map(wireDay)
  }

  async function evapotranspirationOf(row: StationRow, { from, to }: DayRange) {
    const [start, end] = [standardDayStart(row, from), standardDayStart(row, to + 1)]
    const hours = await listHours(db, 'system', row.id, start, end)
    const days = Array.from({ length: to - from + 1 }, (_, index) => from + index)
    return days.flatMap(day => evapotranspirationOn(row, day, hours) ?? [])
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

    serve(getEvapotranspiration, async ({ caller, params, query, now }) => {
      const { row } = stationSeenBy(book, caller, params.id)
      // Today is not over, and says nothing yet.
      const { from, to } = lastDays(row, query.days + 1, now)
      return evapotranspirationOf(row, { from, to: to - 1 })
    }),

    serve(getEvapotranspirationOfRange, async ({ caller, params, query, now }) => {
      const { row } = stationSeenBy(book, caller, params.id)
      const range = readRange(query, row.time_zone, now, evapotranspirationLimit)
      return evapotranspirationOf(row, range)
    }),
  ]
}
