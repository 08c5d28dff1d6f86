import { usualWindHeightM } from '#domain/conditions/derived'
import { dewPointC } from '#domain/conditions/humidity'
import { dayName, standardAheadMs, type DayName } from '#domain/conditions/local-day'
import { dailyEt } from '#domain/evapotranspiration/daily'
import { dayOfHours } from '#domain/evapotranspiration/day-of-hours'
import { celsiusFromFahrenheit, inchesFromMm, metresFromFeet, msFromMph } from '#domain/units/convert'
import { roundedTo } from '#domain/units/rounding'
import { dayMs, hourMs } from '#server/platform/clock'
import type { HourRow } from './history-store.ts'
import type { StationRow } from './store.ts'

export interface EtReading {
  readonly value: number
  readonly date: DayName
  readonly timeZone: string
}

/** When a day of the station begins by standard time: evapotranspiration knows no daylight saving. */
export function standardDayStart({ time_zone }: StationRow, day: number): Date {
  return new Date(day * dayMs - standardAheadMs(time_zone, day * dayMs))
}

const wholeHour = (row: HourRow) => Math.round(row.start_at.getTime() / hourMs)

/** ASCE's short crop, clear sky by beam and haze. Null for a day of which too little was measured. */
export function evapotranspirationOn(
  station: StationRow,
  day: number,
  hours: readonly HourRow[],
): EtReading | null {
  const start = standardDayStart(station, day).getTime() / hourMs
  const own = hours.filter(row => wholeHour(row) >= start && wholeHour(row) < start + 24)
  const measured = dayOfHours(
    own.map(row => {
      const tempC = celsiusFromFahrenheit(row.mean_temperature_f)
      return {
        tempC,
        dewPointC: dewPointC(tempC, row.mean_humidity_percent),
        solarWm2: row.mean_solar_watts_per_m2,
        windMs: msFromMph(row.mean_wind_mph),
      }
    }),
  )
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
