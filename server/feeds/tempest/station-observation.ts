import type { MessageBuilder } from '#domain/instruments/draft'
import { distanceSensed } from '#domain/instruments/distance-steps'
import type { SensedLightning } from '#domain/instruments/message'
import { fieldNumber } from '#domain/instruments/missing'
import { timeFromEpochSeconds } from '#domain/instruments/sender-time'
import type { JsonFields } from '#server/feeds/nws/json'

/** Reads what the maker's REST service returns for a station: values by name, in metric units. */
export function readStationObservation(
  draft: MessageBuilder,
  values: JsonFields,
): { sentMs: number | null; lightning: SensedLightning | null } {
  const number = (name: string) => fieldNumber(values[name])
  draft.set('temperatureF', '°C', number('air_temperature'))
  draft.set('humidityPercent', '%', number('relative_humidity'))
  draft.set('windMph', 'm/s', number('wind_avg'))
  draft.set('gustMph', 'm/s', number('wind_gust'))
  draft.set('windFromDegrees', '°', number('wind_direction'))
  draft.set('stationPressureHpa', 'hPa', number('station_pressure'))
  draft.set('seaLevelPressureHpa', 'hPa', number('sea_level_pressure'))
  draft.set('solarWattsPerM2', 'W/m²', number('solar_radiation'))
  draft.set('uvIndex', 'index', number('uv'))
  draft.set('rainInchesPerHour', 'mm/min', number('precip'))
  draft.set('rainTodayInches', 'mm', number('precip_accum_local_day'))
  draft.set('wbgtF', '°C', number('wet_bulb_globe_temperature'))
  const timeMs = timeFromEpochSeconds(number('lightning_strike_last_epoch'))
  const position = distanceSensed(number('lightning_strike_last_distance'))
  const hasLightning = number('lightning_strike_count') !== null || timeMs !== null
  const strikes = timeMs !== null && position ? [{ id: String(timeMs / 1000), timeMs, ...position }] : []
  return {
    sentMs: timeFromEpochSeconds(number('timestamp')),
    lightning: hasLightning ? { strikes, count: null } : null,
  }
}
