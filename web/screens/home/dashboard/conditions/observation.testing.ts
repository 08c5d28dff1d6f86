import type { PlaceObservation } from '#contract/weather/conditions'
import type { ObservedMeasure } from '#contract/weather/measures'

export const observedAt = '2026-11-15T18:00:00.000Z'

export function measured(
  value: number | null,
  unit: string,
  more: Partial<ObservedMeasure> = {},
): ObservedMeasure {
  return {
    value,
    unit,
    source: value === null ? null : 'Norman High School',
    observationTime: value === null ? null : observedAt,
    freshUntil: value === null ? null : '2026-11-15T18:15:00.000Z',
    derived: false,
    estimated: null,
    ...more,
  }
}

/** Returns a calm day at a customer's own station. */
export function observation(
  data: Partial<PlaceObservation['data']> = {},
  more: Partial<PlaceObservation> = {},
): PlaceObservation {
  return {
    data: {
      ambientTemperature: measured(72, '°F'),
      feelLike: measured(72, '°F', { derived: true }),
      heatIndex: measured(72.4, '°F', { derived: true }),
      windChill: measured(null, '°F'),
      dewPoint: measured(60, '°F', { derived: true }),
      relativeHumidity: measured(66, '%'),
      precipitation: measured(0, 'in'),
      wgbt: measured(70.25, '°F', { derived: true }),
      windSpeed: measured(8.4, 'mph'),
      windGust: measured(12, 'mph'),
      windDirection: 'NNE',
      weather_code: { value: '0004', text: 'Mostly clear' },
      observationTime: observedAt,
      ...data,
    },
    state: 'Fresh',
    because: 'Your own station Norman High School, 1.5 miles away',
    calibratedData: null,
    weatherStation: { id: 1, name: 'Norman High School', type: 1, imageUrl: null, distanceInMiles: 1.52 },
    metarStation: null,
    canViewHistorical: true,
    type: 1,
    ...more,
  }
}
