/**
 * The weather as four digits, as in the API. The specification's icon groups and its test for snow (codes that end in
 * 06, 11, 16, 17, 18, 24, 25 or 26) determine which number a kind of weather can have.
 */
export const weatherTexts: ReadonlyMap<string, string> = new Map([
  ['0002', 'Clear'],
  ['0004', 'Mostly clear'],
  ['9003', 'Partly cloudy'],
  ['0012', 'Cloudy'],
  ['0013', 'Light rain'],
  ['0014', 'Rain'],
  ['9100', 'Heavy rain'],
  ['0011', 'Flurries'],
  ['0016', 'Snow'],
  ['0017', 'Heavy snow'],
  ['0019', 'Thunderstorm'],
  ['9200', 'Severe thunderstorm'],
  ['0021', 'Fog'],
  ['0022', 'Haze'],
  ['0023', 'Smoke'],
  ['9201', 'Windy'],
])

export const thunderstorm = '0019'

/** Worst first. Codes that are not listed differ only in clouds. */
const worstFirst = [
  '9200',
  thunderstorm,
  '0017',
  '9100',
  '0016',
  '0014',
  '0011',
  '0013',
  '0021',
  '0023',
  '0022',
  '9201',
] as const
const wetCodes: ReadonlySet<string> = new Set(worstFirst.slice(0, worstFirst.indexOf('0021')))

/** Whether there is precipitation. */
export function isWetCode(code: string): boolean {
  return wetCodes.has(code)
}

/** The worse of the observed and the expected weather; the observed one if they are equal. */
export function worseWeather(seen: string, expected: string | null): string {
  const rank = (code: string) => {
    const found = (worstFirst as readonly string[]).indexOf(code)
    return found === -1 ? worstFirst.length : found
  }
  return expected !== null && rank(expected) < rank(seen) ? expected : seen
}

const snowEndings = new Set(['06', '11', '16', '17', '18', '24', '25', '26'])

export function isSnowCode(code: string): boolean {
  return snowEndings.has(code.slice(-2))
}

export interface Sky {
  readonly cloudFraction: number
  readonly rainInchesPerHour: number
  readonly snows: boolean
  /** Nearby strikes, and whether the storm that produces them is severe. */
  readonly thunder: 'none' | 'storm' | 'severe'
  readonly visibilityMiles: number
  readonly smoky: boolean
  readonly windMph: number
}

/** The common name of the weather, worst part first. */
export function weatherCodeOf(sky: Sky): string {
  if (sky.thunder === 'severe') return '9200'
  if (sky.thunder === 'storm') return '0019'
  const rain = sky.rainInchesPerHour
  if (rain >= 0.002) {
    if (sky.snows) return rain >= 0.1 ? '0017' : rain >= 0.02 ? '0016' : '0011'
    return rain >= 0.3 ? '9100' : rain >= 0.1 ? '0014' : '0013'
  }
  if (sky.visibilityMiles < 7 && sky.smoky) return '0023'
  if (sky.visibilityMiles < 0.75) return '0021'
  if (sky.visibilityMiles < 5) return '0022'
  if (sky.windMph >= 30) return '9201'
  if (sky.cloudFraction >= 0.85) return '0012'
  if (sky.cloudFraction >= 0.4) return '9003'
  return sky.cloudFraction >= 0.15 ? '0004' : '0002'
}
