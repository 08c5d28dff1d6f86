import type { MappedMeasure } from '#domain/instruments/measure-units'

/**
 * What weewx, CumulusMX and Home Assistant call the same values, in lower case and without separators.
 */
const namesByMeasure: Readonly<Record<MappedMeasure, readonly string[]>> = {
  temperatureF: ['outtemp', 'outdoortemp', 'outdoortemperature', 'temperature', 'temp', 'airtemperature'],
  humidityPercent: ['outhumidity', 'outdoorhum', 'outdoorhumidity', 'humidity', 'hum', 'relativehumidity'],
  windMph: ['windspeed', 'windaverage', 'windavg', 'wspeed', 'windspeedavg'],
  gustMph: ['windgust', 'windgustspeed', 'recentmaxgust', 'wgust', 'gust', 'windmax'],
  windFromDegrees: ['winddir', 'windbearing', 'winddirection', 'bearing', 'avgbearing'],
  stationPressureHpa: ['pressure', 'stationpressure', 'absolutepressure', 'pressureabsolute'],
  seaLevelPressureHpa: ['barometer', 'sealevelpressure', 'relativepressure', 'press', 'pressurerelative'],
  solarWattsPerM2: ['radiation', 'solarrad', 'solarradiation', 'irradiance'],
  rainInchesPerHour: ['rainrate', 'rrate', 'precipitationintensity'],
  rainTodayInches: ['dayrain', 'raintoday', 'rainday', 'dailyrain', 'rfall'],
  rainCounterInches: ['raintotal', 'totalrain', 'yearrain'],
  uvIndex: ['uv', 'uvindex'],
  wbgtF: ['wbgt', 'wetbulbglobetemperature'],
  pm25: ['pm25'],
  pm10: ['pm10', 'pm100'],
  strikeDistance: ['lightningdistance', 'lightningstrikedistance'],
}

const measureByName: ReadonlyMap<string, MappedMeasure> = new Map(
  Object.entries(namesByMeasure).flatMap(([measure, names]) =>
    names.map(name => [name, measure as MappedMeasure] as const),
  ),
)

export function measureNamed(name: string): MappedMeasure | null {
  return measureByName.get(name.toLowerCase().replaceAll(/[_. -]/g, '')) ?? null
}
