import { worseWeather } from '#domain/forecasts/weather-code'
import { entryOf, fieldsOf, listOf, textOf, textsOf } from './json.ts'

/** Our weather codes for the service's icons in forecasts and observations. */
const codeOfIcon: Readonly<Record<string, string>> = {
  skc: '0002',
  few: '0004',
  sct: '9003',
  bkn: '0012',
  ovc: '0012',
  wind_skc: '9201',
  wind_few: '9201',
  wind_sct: '9201',
  wind_bkn: '9201',
  wind_ovc: '9201',
  hot: '0002',
  cold: '0002',
  rain: '0014',
  rain_showers: '0014',
  rain_showers_hi: '0013',
  // There is no code for ice. Freezing precipitation is drawn and counted as snow, as the specification groups its
  // icons.
  rain_snow: '0016',
  rain_sleet: '0016',
  rain_fzra: '0016',
  snow: '0016',
  snow_sleet: '0016',
  snow_fzra: '0016',
  sleet: '0016',
  fzra: '0016',
  blizzard: '0017',
  tsra: '0019',
  tsra_sct: '0019',
  tsra_hi: '0019',
  tornado: '9200',
  hurricane: '9200',
  tropical_storm: '9200',
  fog: '0021',
  haze: '0022',
  dust: '0022',
  smoke: '0023',
}

/** The terms of the grid's weather layer and of present weather for which intensity makes no difference. */
const codeOfWeather: Readonly<Record<string, string>> = {
  drizzle: '0013',
  freezing_rain: '0016',
  freezing_drizzle: '0016',
  freezing_spray: '0016',
  sleet: '0016',
  ice_pellets: '0016',
  snow_pellets: '0016',
  snow_grains: '0011',
  ice_crystals: '0011',
  blowing_snow: '0016',
  hail: '0019',
  thunderstorms: '0019',
  water_spouts: '0019',
  funnel_cloud: '9200',
  squalls: '9201',
  fog: '0021',
  fog_mist: '0021',
  freezing_fog: '0021',
  ice_fog: '0021',
  haze: '0022',
  dust: '0022',
  sand: '0022',
  blowing_dust: '0022',
  blowing_sand: '0022',
  dust_storm: '0022',
  sand_storm: '0022',
  volcanic_ash: '0022',
  smoke: '0023',
}

const rainOf: Readonly<Record<string, string>> = { very_light: '0013', light: '0013', heavy: '9100' }
const snowOf: Readonly<Record<string, string>> = { very_light: '0011', heavy: '0017' }
const severe: ReadonlySet<string> = new Set(['damaging_wind', 'large_hail', 'tornadoes'])

function worst(codes: readonly string[]): string | null {
  return codes.reduce<string | null>((bad, code) => (bad === null ? code : worseWeather(bad, code)), null)
}

const iconPath = /\/icons\/[a-z]+\/(?:day|night)\/([^?]+)/

/** Returns the code for an icon's URL, the worse of two in one icon; null if unknown. */
export function codeOfIconUrl(url: unknown): string | null {
  const [, path = ''] = iconPath.exec(textOf(url) ?? '') ?? []
  return worst(path.split('/').flatMap(part => entryOf(codeOfIcon, part.split(',')[0] ?? '') ?? []))
}

function codeOfEntry(entry: unknown): string | null {
  const { weather, intensity, attributes } = fieldsOf(entry)
  const [kind, strength] = [textOf(weather) ?? '', textOf(intensity) ?? '']
  if (kind === 'rain' || kind === 'rain_showers') return entryOf(rainOf, strength) ?? '0014'
  if (kind === 'snow' || kind === 'snow_showers') return entryOf(snowOf, strength) ?? '0016'
  if (kind === 'thunderstorms' && textsOf(attributes).some(each => severe.has(each))) return '9200'
  return entryOf(codeOfWeather, kind) ?? null
}

/** Returns the worst weather in a list; null if nothing in the list is weather. */
export function codeOfWeatherList(list: unknown): string | null {
  return worst(listOf(list).flatMap(entry => codeOfEntry(entry) ?? []))
}

/** Returns the sky condition without precipitation. */
export function codeOfClouds(cloudFraction: number | null): string | null {
  if (cloudFraction === null) return null
  if (cloudFraction >= 0.85) return '0012'
  if (cloudFraction >= 0.4) return '9003'
  return cloudFraction >= 0.15 ? '0004' : '0002'
}
