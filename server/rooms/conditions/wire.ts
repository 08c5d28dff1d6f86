import type { PlaceObservation } from '#contract/weather/conditions'
import { weatherNow } from '#domain/forecasts/agreed'
import { weatherTexts } from '#domain/forecasts/weather-code'
import { compass16 } from '#domain/units/compass'
import { roundedTo } from '#domain/units/rounding'
import {
  measures,
  stationType,
  wireCorrectedRain,
  type Speaker,
  type Stations,
} from '#server/rooms/stations/index'
import type { Conditions } from './conditions-at.ts'

type ImageUrlOf = (station: Speaker['station']) => string | null

function wireSpeaker(speaker: Speaker | null, imageUrlOf: ImageUrlOf): PlaceObservation['weatherStation'] {
  if (speaker === null) return null
  const { row } = speaker.station
  return {
    id: row.id,
    name: row.name,
    type: stationType(speaker.station),
    imageUrl: imageUrlOf(speaker.station),
    distanceInMiles: roundedTo(speaker.miles, 2) ?? 0,
  }
}

const states = { fresh: 'Fresh', stale: 'Stale', missing: 'Missing' } as const

export function wireConditions(
  conditions: Conditions,
  { canViewHistorical, isThundering }: { canViewHistorical: boolean; isThundering: boolean },
  stations: Pick<Stations, 'imageUrlOf'>,
  now: Date,
): PlaceObservation {
  const imageUrlOf: ImageUrlOf = station => stations.imageUrlOf(station, now)
  const { facets, speaker } = conditions
  const { temperature, wind } = facets
  const fromDegrees = measures.windFrom(wind)
  const seen = facets.sky?.observation.measures.weatherCode ?? null
  const code = weatherNow({ weatherCode: seen, isThundering })
  return {
    data: {
      ambientTemperature: measures.measuredTemperature(temperature),
      // Without a feels-like value, the air temperature is used and labeled as such.
      feelLike: measures.feelLikeOf(facets.feelsLike ?? temperature),
      heatIndex: measures.heatIndexOf(temperature),
      windChill: measures.windChillOf(temperature),
      dewPoint: measures.dewPointOf(temperature),
      relativeHumidity: measures.humidityOf(temperature),
      precipitation: measures.rainOf(facets.rain),
      wgbt: measures.wbgtMeasureOf(facets.wbgt),
      windSpeed: measures.measuredWind(wind),
      windGust: measures.gustOf(facets.gust),
      windDirection: fromDegrees === null ? null : compass16(fromDegrees),
      weather_code: { value: code, text: code === null ? null : (weatherTexts.get(code) ?? null) },
      observationTime: measures.measureInstant(conditions.observedMs),
    },
    state: states[conditions.state],
    because: conditions.because,
    disagreement: conditions.disagreement,
    calibratedData: speaker && wireCorrectedRain(speaker.station, now.getTime()),
    weatherStation: wireSpeaker(speaker, imageUrlOf),
    metarStation: wireSpeaker(conditions.metar, imageUrlOf),
    canViewHistorical,
    type: speaker && stationType(speaker.station) === 1 ? 1 : -1,
  }
}
