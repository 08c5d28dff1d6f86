import type { ObservedMeasure } from '#contract/weather/measures'
import type { WeatherStation } from '#contract/devices/stations'

function measured(value: number | null, unit: string): ObservedMeasure {
  return {
    value,
    unit,
    source: 'Norman High School',
    observationTime: '2026-11-16T18:00:00.000Z',
    freshUntil: null,
    derived: false,
    estimated: null,
  }
}

/** Returns a station for tests, with some fields overridden. */
export function weatherStation(more: Partial<WeatherStation> = {}): WeatherStation {
  return {
    id: 7,
    locationName: 'Norman High School',
    hardwareId: 'WXS-7',
    lastUpdated: '2026-11-16T18:00:00.000Z',
    isFresh: true,
    latitude: 35.2,
    longitude: -97.4,
    elevationFeet: 1170,
    timeZone: 'America/Chicago',
    type: 1,
    imageUrl: null,
    ambientTemperature: measured(65.2, '°F'),
    feelLike: measured(64.4, '°F'),
    heatIndex: measured(null, '°F'),
    windChill: measured(null, '°F'),
    windSpeed: measured(13, 'mph'),
    windGust: measured(38, 'mph'),
    windDirection: measured(315, '°'),
    windDirectionText: 'NW',
    rainToday: measured(0.12, 'in'),
    wetBulbGlobalTemp: measured(null, '°F'),
    calibratedData: null,
    features: [],
    canViewHistorical: true,
    isPublic: false,
    dropped: null,
    canShare: false,
    ...more,
  }
}
