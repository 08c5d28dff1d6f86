import type { MappedMeasure } from '#domain/instruments/measure-units'
import { compass16 } from '#domain/units/compass'
import { inHgFromHpa } from '#domain/units/convert'

interface ShownMeasure {
  readonly name: string
  /** The unit in which the value is stored. */
  readonly unit: string
  readonly decimals: number
}

const measures: Readonly<Record<MappedMeasure, ShownMeasure>> = {
  temperatureF: { name: 'Temperature', unit: '°F', decimals: 1 },
  humidityPercent: { name: 'Humidity', unit: '%', decimals: 0 },
  windMph: { name: 'Wind', unit: 'mph', decimals: 1 },
  gustMph: { name: 'Gust', unit: 'mph', decimals: 1 },
  windFromDegrees: { name: 'Wind direction', unit: '°', decimals: 0 },
  stationPressureHpa: { name: 'Station pressure', unit: 'hPa', decimals: 1 },
  seaLevelPressureHpa: { name: 'Sea-level pressure', unit: 'hPa', decimals: 1 },
  solarWattsPerM2: { name: 'Sunlight', unit: 'W/m²', decimals: 0 },
  rainInchesPerHour: { name: 'Rain rate', unit: 'in/h', decimals: 2 },
  rainTodayInches: { name: 'Rain today', unit: 'in', decimals: 2 },
  rainCounterInches: { name: 'Rain counter', unit: 'in', decimals: 2 },
  uvIndex: { name: 'UV index', unit: '', decimals: 1 },
  wbgtF: { name: 'Wet-bulb globe temperature', unit: '°F', decimals: 1 },
  pm25: { name: 'Particles (PM2.5)', unit: 'µg/m³', decimals: 1 },
  pm10: { name: 'Particles (PM10)', unit: 'µg/m³', decimals: 1 },
  strikeDistance: { name: 'Distance of a strike', unit: 'mi', decimals: 1 },
}

const measureOf = (measure: string): ShownMeasure | undefined =>
  Object.hasOwn(measures, measure) ? measures[measure as MappedMeasure] : undefined

/** A measure that only a newer server defines is shown by its wire name. */
export const valueName = (measure: string) => measureOf(measure)?.name ?? measure
export const unitName = (measure: string) => measureOf(measure)?.unit ?? ''

/** Returns a value with its unit: `72.1 °F`, `225° SW`, `1013.2 hPa (29.92 inHg)`. */
export function shownMeasure(measure: string, value: number): string {
  const shown = measureOf(measure)
  if (!shown) return String(value)
  // Minus zero is shown as zero.
  const number = (Number(value.toFixed(shown.decimals)) + 0).toFixed(shown.decimals)
  if (measure === 'windFromDegrees') return [`${number}°`, compass16(value)].filter(Boolean).join(' ')
  if (shown.unit === '%') return `${number}%`
  if (shown.unit === 'hPa') return `${number} hPa (${inHgFromHpa(value)?.toFixed(2)} inHg)`
  return shown.unit === '' ? number : `${number} ${shown.unit}`
}
