import type { Point } from '#domain/geo/distance'
import type {
  Front,
  FrontKind,
  FrontStrength,
  PressureCenter,
  SurfaceAnalysis,
} from '#domain/surface/analysis'

/** A bulletin in the Weather Prediction Center's code: words and numbers, with line breaks anywhere between them. */

const kinds: Readonly<Record<string, FrontKind>> = {
  COLD: 'cold',
  WARM: 'warm',
  STNRY: 'stationary',
  OCFNT: 'occluded',
  TROF: 'trough',
}
const strengths: Readonly<Record<string, FrontStrength>> = { WK: 'weak', MDT: 'moderate', STG: 'strong' }
const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')
const [deepestMb, highestMb] = [850, 1099]
/** More than were ever drawn on one map; a malformed bulletin must not fill the memory. */
const mostTokens = 20_000

/**
 * Parses a location. High resolution: three digits of latitude and four of west longitude, in tenths. Low resolution:
 * two and two or three, in whole degrees. A minus sign indicates a southern latitude.
 */
function pointOf(token: string): Point | null {
  const [, sign = '', digits = ''] = /^(-?)(\d{4,5}|\d{7})$/.exec(token) ?? []
  if (digits === '') return null
  const [split, scale] = digits.length === 7 ? [3, 10] : [2, 1]
  const latitude = (Number(digits.slice(0, split)) / scale) * (sign === '-' ? -1 : 1)
  const west = Number(digits.slice(split)) / scale
  if (Math.abs(latitude) > 90 || west > 360) return null
  return { latitude, longitude: west > 180 ? 360 - west : -west }
}

const isPressure = (token: string) => {
  const value = Number(token)
  return /^\d{3,4}$/.test(token) && value >= deepestMb && value <= highestMb
}

/** Parses pressures and locations in turn; a center may lack a pressure. */
function centersOf(kind: PressureCenter['kind'], tokens: readonly string[]): PressureCenter[] {
  const centers: PressureCenter[] = []
  let pressureMb: number | null = null
  for (const token of tokens) {
    // In low resolution a location may look like a pressure: the pressure comes first.
    if (pressureMb === null && isPressure(token)) pressureMb = Number(token)
    else {
      const point = pointOf(token)
      if (!point) throw new Error(`The bulletin has ${token} where a location should be`)
      centers.push({ kind, pressureMb, ...point })
      pressureMb = null
    }
  }
  return centers
}

function frontOf(kind: FrontKind, tokens: readonly string[]): Front {
  const strength = strengths[tokens[0] ?? ''] ?? null
  const line = tokens.slice(strength === null ? 0 : 1).map(token => {
    const point = pointOf(token)
    if (!point) throw new Error(`The bulletin has ${token} where a location should be`)
    return point
  })
  return { kind, strength, line }
}

/**
 * Parses a time such as 'VALID 062818Z', which has no year. The year is that of the issue line, or the year before on
 * New Year's Day.
 */
function validMs(text: string): number {
  const valid = /\bVALID (\d{2})(\d{2})(\d{2})Z/.exec(text)
  const issued = /\b([A-Z]{3}) (\d{1,2}) (\d{4})\s*$/m.exec(text)
  if (!valid || !issued) throw new Error('The bulletin does not say when it is valid')
  const [month, day, hour] = valid.slice(1).map(Number) as [number, number, number]
  const issuedMonth = months.indexOf(issued[1] ?? '') + 1
  if (issuedMonth === 0 || month < 1 || month > 12 || day < 1 || day > 31 || hour > 23)
    throw new Error('The bulletin is valid for a time that does not exist')
  const year =
    Number(issued[3]) -
    (month === 12 && issuedMonth === 1 ? 1 : 0) +
    (month === 1 && issuedMonth === 12 ? 1 : 0)
  return Date.UTC(year, month - 1, day, hour)
}

/** Splits tokens into sections, which begin with a word and contain everything up to the next word. */
function sectionsOf(tokens: readonly string[]) {
  const sections: { readonly word: string; readonly rest: string[] }[] = []
  for (const token of tokens) {
    if (token === '$$') break
    if (token in kinds || token === 'HIGHS' || token === 'LOWS') sections.push({ word: token, rest: [] })
    else sections.at(-1)?.rest.push(token)
  }
  return sections
}

/** Parses the analysis in a coded bulletin, in either resolution. */
export function parseBulletin(text: string): SurfaceAnalysis {
  if (!/\bCODSUS\b/.test(text)) throw new Error('This is not a coded surface bulletin')
  const begin = text.search(/\bVALID \d{6}Z/)
  const tokens = begin === -1 ? [] : text.slice(begin).split(/\s+/).slice(2)
  if (tokens.length > mostTokens) throw new Error('The bulletin is too long')
  const sections = sectionsOf(tokens.filter(token => token !== ''))
  const centers = sections.flatMap(({ word, rest }) => {
    if (word === 'HIGHS') return centersOf('high', rest)
    return word === 'LOWS' ? centersOf('low', rest) : []
  })
  const fronts = sections.flatMap(({ word, rest }) => {
    const kind = kinds[word]
    return kind ? [frontOf(kind, rest)] : []
  })
  if (centers.length === 0) throw new Error('The bulletin has no highs or lows')
  return { source: 'wpc', validMs: validMs(text), centers, fronts }
}
