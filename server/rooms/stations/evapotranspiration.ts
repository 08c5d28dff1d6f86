import { usualWindHeightM } from '#domain/conditions/derived'
import { dewPointC } from '#domain/conditions/formulas/humidity'
import { dayName, standardAheadMs, type DayName } from '#domain/conditions/local-day'
import { dailyEt } from '#domain/evapotranspiration/daily'
import { dayOfHours } from '#domain/evapotranspiration/day-of-hours'
import { etMissing, type EtNeed } from '#domain/evapotranspiration/missing'
import { celsiusFromFahrenheit, inchesFromMm, metresFromFeet, msFromMph } from '#domain/units/convert'
import { roundedTo } from '#domain/units/rounding'
import { dayMs } from '#server/platform/clock'
import type { Db } from '#server/platform/store/index'
import { listEtHours, type EtHourRow } from './store/gather.ts'
import type { DayRange } from './ranges.ts'
import type { StationRow } from './store/stations.ts'

export interface EtReading {
  readonly value: number
  readonly date: DayName
  readonly timeZone: string
}

/** When a station's day begins in standard time: evapotranspiration ignores daylight saving time. */
function standardDayStart({ time_zone }: StationRow, day: number): Date {
  return new Date(day * dayMs - standardAheadMs(time_zone, day * dayMs))
}

const measuredBy = (row: EtHourRow) => {
  const tempC = celsiusFromFahrenheit(row.mean_temperature_f)
  return {
    tempC,
    dewPointC: dewPointC(tempC, row.mean_humidity_percent),
    solarWm2: row.mean_solar_watts_per_m2,
    windMs: msFromMph(row.mean_wind_mph),
  }
}

/** ASCE short crop, with clear sky from beam and haze. Null for a day with too few measurements. */
function evapotranspirationOn(
  station: StationRow,
  day: number,
  hours: readonly EtHourRow[],
): EtReading | null {
  const measured = dayOfHours(hours.map(measuredBy))
  const et =
    measured &&
    dailyEt(
      {
        ...measured,
        latitude: station.latitude,
        elevationM: metresFromFeet(station.elevation_feet),
        dayOfYear: dayOfYear(day),
        windHeightM: usualWindHeightM,
      },
      { standard: 'ASCE', clearSky: 'full' },
    )
  const value = et && roundedTo(inchesFromMm(et.mm), 3)
  return value === null ? null : { value, date: dayName(day), timeZone: station.time_zone }
}

function dayOfYear(day: number): number {
  const date = new Date(day * dayMs)
  return day - Date.UTC(date.getUTCFullYear(), 0, 1) / dayMs + 1
}

/** The evapotranspiration for each of these days that has ended and has enough measurements. */
export async function evapotranspirationBetween(
  db: Db,
  station: StationRow,
  { from, to }: DayRange,
  now: Date,
): Promise<EtReading[]> {
  const readings: EtReading[] = []
  for (const { day, hours } of await hoursByDay(db, station, { from, to }, now)) {
    const reading = evapotranspirationOn(station, day, hours)
    if (reading) readings.push(reading)
  }
  return readings
}

/** The measurements that a station lacks for the evapotranspiration of these days. */
export async function missingFor(db: Db, station: StationRow, range: DayRange, now: Date): Promise<EtNeed[]> {
  const days = await hoursByDay(db, station, range, now)
  return etMissing(
    station.elevation_feet,
    days.map(({ hours }) => hours.map(measuredBy)),
  )
}

/** The hours of each of these days that has ended. */
async function hoursByDay(db: Db, station: StationRow, { from, to }: DayRange, now: Date) {
  const [start, end] = [standardDayStart(station, from), standardDayStart(station, to + 1)]
  const hours = await listEtHours(db, 'system', station.id, start, end)
  const days: { readonly day: number; readonly hours: readonly EtHourRow[] }[] = []
  let next = 0
  for (let day = from; day <= to; day++) {
    const dayEnd = standardDayStart(station, day + 1)
    // A day that has not ended has no value yet.
    if (dayEnd > now) break
    const first = next
    for (let hour = hours[next]; hour && hour.start_at < dayEnd; hour = hours[next]) next++
    days.push({ day, hours: hours.slice(first, next) })
  }
  return days
}
