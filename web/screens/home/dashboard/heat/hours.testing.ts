import type { HourlyForecast } from '#contract/weather/forecasts'

interface Given {
  temperature?: number | null
  wbgt?: number | null
  humidity?: number | null
}

export function hourOf(
  start: string,
  { temperature = null, wbgt = null, humidity = null }: Given = {},
): HourlyForecast {
  const degrees = (value: number | null) => ({ value, unit: '°F' })
  const none = degrees(null)
  return {
    source: 'simulated',
    issuedTime: start,
    stale: false,
    observationTime: start,
    forecastStartTime: start,
    ambientTemperature: degrees(temperature),
    feelsLike: none,
    wbgt: degrees(wbgt),
    windSpeed: none,
    windGust: none,
    windDirection: { ...none, text: null },
    precipitation: none,
    precipitationChance: none,
    snowAccumulation: none,
    relativeHumidity: { value: humidity, unit: '%' },
    weatherCode: { value: null, text: null },
    dayLight: true,
  }
}

/** Consecutive hours. */
export function hoursFrom(start: string, count: number): HourlyForecast[] {
  return Array.from({ length: count }, (_hour, index) =>
    hourOf(new Date(Date.parse(start) + index * 3_600_000).toISOString(), { wbgt: 70 + (index % 24) }),
  )
}
