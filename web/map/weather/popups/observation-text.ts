import type { StrikeFact } from './strike-text.ts'
import type { PlaceObservation } from '#contract/weather/conditions'
import type { ObservedMeasure } from '#contract/weather/measures'

function shown({ value, unit }: ObservedMeasure, decimals: number): string {
  return value === null ? '--' : `${value.toFixed(decimals)} ${unit}`
}

/** As on the dashboard, a missing value is shown as `--`. */
export function observationFacts({ data }: PlaceObservation): StrikeFact[] {
  const wind = shown(data.windSpeed, 0)
  return [
    { label: 'Temperature', value: shown(data.ambientTemperature, 0) },
    { label: 'Feels like', value: shown(data.feelLike, 0) },
    { label: 'WBGT', value: shown(data.wgbt, 1) },
    { label: 'Humidity', value: shown(data.relativeHumidity, 0) },
    { label: 'Wind', value: data.windDirection === null ? wind : `${data.windDirection} ${wind}` },
    { label: 'Gust', value: shown(data.windGust, 0) },
    { label: 'Rain today', value: shown(data.precipitation, 2) },
    { label: 'Sky', value: data.weather_code.text ?? '--' },
  ]
}
