import type { PlaceObservation } from '#contract/conditions'
import { weatherTexts } from '#domain/forecasts/weather-code'
import { compass16 } from '#domain/units/compass'
import { roundedTo } from '#domain/units/rounding'
import { measures, stationType, type Speaker } from '#server/rooms/stations/index'
import type { Conditions } from './conditions-at.ts'

function wireSpeaker(speaker: Speaker | null): PlaceObservation['weatherStation'] {
  if (speaker === null) return null
  const { row } = speaker.station
  return {
    id: row.id,
    name: row.name,
    type: stationType(speaker.station),
    imageUrl: row.image_url,
    distanceInMiles: roundedTo(speaker.miles, 2) ?? 0,
  }
}

const states = { fresh: 'Fresh', stale: 'Stale', missing: 'Missing' } as const

export function wireConditions(conditions: Conditions, canViewHistorical: boolean): PlaceObservation {
  const { facets, speaker } = conditions
  const { temperature, wind } = facets
  const fromDegrees = measures.windFrom(wind)
  const code = facets.sky?.observation.measures.weatherCode ?? null
  return {
    data: {
      ambientTemperature: measures.temperatureOf(temperature),
      // Where nobody can tell how it feels, the bare temperature stands in, and says so.
      feelLike: measures.feelLikeOf(facets.feelsLike ?? temperature),
      heatIndex: measures.heatIndexOf(temperature),
      windChill: measures.windChillOf(temperature),
      dewPoint: measures.dewPointOf(temperature),
      relativeHumidity: measures.humidityOf(temperature),
      precipitation: measures.rainOf(facets.rain),
      wgbt: measures.wbgtOf(facets.wbgt),
      windSpeed: measures.windOf(wind),
      windGust: measures.gustOf(facets.gust),
      windDirection: fromDegrees === null ? null : compass16(fromDegrees),
      weather_code: { value: code, text: code === null ? null : (weatherTexts.get(code) ?? null) },
      observationTime: measures.instant(conditions.observedMs),
    },
    state: states[conditions.state],
    because: conditions.because,
    calibratedData: null,
    weatherStation: wireSpeaker(speaker),
    metarStation: wireSpeaker(conditions.metar),
    canViewHistorical,
    type: speaker && stationType(speaker.station) === 1 ? 1 : -1,
  }
}
