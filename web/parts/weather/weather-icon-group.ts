export type WeatherIconGroup =
  | 'clear'
  | 'partly'
  | 'cloud'
  | 'rain'
  | 'heavy rain'
  | 'snow'
  | 'storm'
  | 'fog'
  | 'haze'
  | 'wind'
  | 'unknown'

const single: Readonly<Record<string, WeatherIconGroup>> = {
  '0011': 'snow',
  '0012': 'cloud',
  '0013': 'rain',
  '0014': 'rain',
  '0016': 'snow',
  '0017': 'snow',
  '0021': 'fog',
  '0022': 'haze',
  '0023': 'haze',
  '9003': 'partly',
  '9004': 'partly',
  '9005': 'cloud',
  '9100': 'heavy rain',
  '9200': 'storm',
  '9201': 'wind',
}

/** Returns the icon for a wire code, by the specification's groups. Unknown codes also have an icon. */
export function weatherIconGroup(code: string | null): WeatherIconGroup {
  if (code === null || !/^\d{4}$/.test(code)) return 'unknown'
  // Codes 20xx are the daylight versions of 00xx.
  const plain = code.startsWith('20') ? `00${code.slice(2)}` : code
  const known = single[plain]
  if (known) return known
  const number = Number(plain)
  if ((number >= 2 && number <= 5) || (number >= 9000 && number <= 9002)) return 'clear'
  if (number >= 18 && number <= 30) return 'storm'
  return 'unknown'
}
