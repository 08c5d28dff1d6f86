import { metarOf, awcNumber, type Metar, type ReportFields } from './parse.ts'

type Entry = Readonly<Record<string, unknown>>

/** Reads a number. Absent values, null and words are not numbers; '10+' is one. */
function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'string' ? awcNumber(value) : null
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

/** Returns the cloud layers; if there are none, the report's value for the whole sky. */
function coversIn({ clouds, cover }: Entry): string[] {
  const layers = Array.isArray(clouds) ? (clouds as readonly unknown[]) : []
  const covers = layers.map(layer => textIn(((layer ?? {}) as Entry).cover))
  return covers.length > 0 ? covers : [textIn(cover)]
}

function fieldsOfEntry(entry: Entry): ReportFields {
  const number = (name: string) => numberIn(entry[name])
  return {
    id: textIn(entry.icaoId),
    // Not `reportTime`, which is rounded to the hour.
    timeMs: (number('obsTime') ?? NaN) * 1000,
    latitude: number('lat'),
    longitude: number('lon'),
    elevationM: number('elev'),
    temperatureC: number('temp'),
    dewPointC: number('dewp'),
    windFromDegrees: number('wdir'),
    windKnots: number('wspd'),
    gustKnots: number('wgst'),
    visibilityMiles: number('visib'),
    altimeterHpa: number('altim'),
    covers: coversIn(entry),
    weather: textIn(entry.wxString),
    rainInches: number('precip'),
    isSpecial: entry.metarType === 'SPECI',
  }
}

/** Parses the service's reply to a request for some airports. */
export function parseMetarList(json: Buffer): Metar[] {
  let list: unknown
  try {
    list = JSON.parse(json.toString())
  } catch {
    throw new Error('The list of reports is not complete, or not JSON')
  }
  if (!Array.isArray(list)) throw new Error('The response is not a list of reports')
  return (list as readonly unknown[]).flatMap(entry => {
    const isEntry = typeof entry === 'object' && entry !== null && !Array.isArray(entry)
    return (isEntry && metarOf(fieldsOfEntry(entry as Entry))) || []
  })
}
