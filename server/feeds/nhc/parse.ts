import type { ModelTrack, TropicalPoint, TropicalStorm } from '#domain/tropics/storm'
import { msFromKnots } from '#domain/units/convert'
import { knownWithin } from '#domain/units/known'
import * as z from 'zod/mini'
import type { ListedCone } from './cones.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')

/** Numbers arrive as text, as numbers, or not at all. */
const looseNumber = z.optional(z.nullable(z.union([z.number(), z.string()])))
const currentStorms = z.object({
  activeStorms: z.array(
    z.object({
      id: z.string().check(z.regex(/^[a-z]{2}\d{6}$/i)),
      name: z.string(),
      intensity: looseNumber,
      pressure: looseNumber,
      latitudeNumeric: z.number(),
      longitudeNumeric: z.number(),
      movementDir: looseNumber,
      movementSpeed: looseNumber,
      lastUpdate: z.string(),
      forecastAdvisory: z.optional(z.nullable(z.object({ advNum: z.string(), url: z.string() }))),
      binNumber: z.optional(z.nullable(z.string())),
      trackCone: z.optional(z.nullable(z.object({ advNum: z.string() }))),
    }),
  ),
})

/** A storm as listed by the National Hurricane Center, and where its forecast is. */
export interface ListedStorm {
  readonly storm: TropicalStorm
  readonly advisory: { readonly number: string; readonly path: string } | null
  readonly cone: ListedCone | null
}

function numberOf(value: string | number | null | undefined): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : null
}

function movementOf(direction: number | null, knots: number | null): TropicalStorm['movement'] {
  const speedMs = msFromKnots(knownWithin(knots, 0, 120))
  if (speedMs === null || direction === null) return null
  return { speedMs, headingToDegrees: ((direction % 360) + 360) % 360 }
}

const windOf = (knots: number | null) => msFromKnots(knownWithin(knots, 1, 250))
const pressureOf = (mb: number | null) => knownWithin(mb, 850, 1050)

/** Parses every storm that is active now. An empty list is valid; anything but a list is rejected. */
export function parseCurrentStorms(json: Buffer): ListedStorm[] {
  const parsed = currentStorms.safeParse(JSON.parse(json.toString()))
  if (!parsed.success) throw new Error('The list of storms cannot be read')
  return parsed.data.activeStorms.map(each => {
    const issuedMs = Date.parse(each.lastUpdate)
    if (Number.isNaN(issuedMs)) throw new Error(`The list does not say when ${each.name} was last updated`)
    const { latitudeNumeric: latitude, longitudeNumeric: longitude } = each
    const url = each.forecastAdvisory && URL.parse(each.forecastAdvisory.url)
    const id = each.id.toLowerCase()
    const { binNumber: slot, trackCone } = each
    return {
      cone: slot && trackCone ? { stormId: id, slot, number: trackCone.advNum } : null,
      storm: {
        id,
        name: each.name,
        issuedMs,
        pressureMb: pressureOf(numberOf(each.pressure)),
        movement: movementOf(numberOf(each.movementDir), numberOf(each.movementSpeed)),
        points: [
          { timeMs: issuedMs, latitude, longitude, windMs: windOf(numberOf(each.intensity)), gustMs: null },
        ],
        tracks: [],
      },
      advisory: url ? { number: each.forecastAdvisory?.advNum ?? '', path: url.pathname } : null,
    }
  })
}

const place = String.raw`(\d{1,2}(?:\.\d)?)([NS])\s+(\d{1,3}(?:\.\d)?)([EW])`

function pointOf([latitude = '', northSouth, longitude = '', eastWest]: readonly string[]) {
  return {
    latitude: Number(latitude) * (northSouth === 'S' ? -1 : 1),
    longitude: Number(longitude) * (eastWest === 'W' ? -1 : 1),
  }
}

/**
 * Parses a time such as 'At 09/1200Z', which has no month. It is taken as the first such time that is not well before
 * the advisory.
 */
function instantOf(issuedMs: number, day: string, clock: string): number {
  for (let ms = issuedMs - dayMs / 2; ms < issuedMs + 10 * dayMs; ms += hourMs) {
    const at = new Date(Math.floor(ms / hourMs) * hourMs)
    if (at.getUTCDate() === Number(day) && at.getUTCHours() === Number(clock.slice(0, 2))) return at.getTime()
  }
  throw new Error('The advisory has a forecast for an impossible time')
}

/** Parses a storm's forecast from the marine advisory, in knots and UTC. */
export function parseAdvisory(text: string, stormId: string): Omit<TropicalStorm, 'name' | 'tracks'> {
  if (!new RegExp(`\\b${stormId.toUpperCase()}\\b`).test(text))
    throw new Error('The advisory is about another storm')
  const issued = /^(\d{2})(\d{2}) UTC \w{3} (\w{3}) (\d{2}) (\d{4})/m.exec(text)
  const month = months.indexOf(issued?.[3] ?? '')
  const center = new RegExp(`CENTER LOCATED NEAR\\s+${place}\\s+AT\\s+(\\d{2})/(\\d{4})Z`).exec(text)
  if (!issued || month === -1 || !center) throw new Error('The advisory does not say where the storm is')
  const issuedMs = Date.UTC(Number(issued[5]), month, Number(issued[4]), Number(issued[1]), Number(issued[2]))
  const number = (pattern: RegExp) => numberOf(pattern.exec(text)?.[1])
  const now: TropicalPoint = {
    timeMs: instantOf(issuedMs, center[5] ?? '', center[6] ?? ''),
    ...pointOf(center.slice(1, 5)),
    windMs: windOf(number(/MAX SUSTAINED WINDS\s+(\d+) KT/)),
    gustMs: windOf(number(/MAX SUSTAINED WINDS\s+\d+ KT WITH GUSTS TO\s+(\d+) KT/)),
  }
  const valid = new RegExp(
    `(?:FORECAST|OUTLOOK) VALID (\\d{2})/(\\d{4})Z\\s+${place}[^\\n]*\\n(?:\\s*MAX WIND\\s+(\\d+) KT\\.\\.\\.GUSTS\\s+(\\d+) KT)?`,
    'g',
  )
  const ahead = [...text.matchAll(valid)].map((found): TropicalPoint => ({
    timeMs: instantOf(issuedMs, found[1] ?? '', found[2] ?? ''),
    ...pointOf(found.slice(3, 7)),
    windMs: windOf(numberOf(found[7])),
    gustMs: windOf(numberOf(found[8])),
  }))
  const [direction, speed] = [/MOVEMENT TOWARD[^\n]*?(\d+) DEGREES/, /DEGREES AT\s+(\d+) KT/].map(number)
  return {
    id: stormId.toLowerCase(),
    issuedMs,
    pressureMb: pressureOf(number(/CENTRAL PRESSURE\s+(\d+) MB/)),
    movement: movementOf(direction ?? null, speed ?? null),
    points: [now, ...ahead.filter(({ timeMs }) => timeMs > now.timeMs)].toSorted(
      (one, other) => one.timeMs - other.timeMs,
    ),
  }
}

/** The models that forecasters use, by their usual names; a model's newest run, interpolated to now, comes first. */
const models: Readonly<Record<string, readonly string[]>> = {
  OFCL: ['OFCL'],
  TVCN: ['TVCN'],
  HCCA: ['HCCA'],
  GFEX: ['GFEX'],
  'HAFS-A': ['HFAI', 'HFSA'],
  'HAFS-B': ['HFBI', 'HFSB'],
  HWRF: ['HWFI', 'HWRF'],
  HMON: ['HMNI', 'HMON'],
  'COAMPS-TC': ['CTCI', 'CTCX'],
  GFS: ['AVNI', 'AVNO'],
  ECMWF: ['EMXI', 'EMX'],
  UKMET: ['UKXI', 'UKX'],
  CMC: ['CMCI', 'CMC'],
  NAVGEM: ['NVGI', 'NVGM'],
  'GFS mean': ['AEMI', 'AEMN'],
  TABS: ['TABS'],
  TABM: ['TABM'],
  TABD: ['TABD'],
  XTRP: ['XTRP'],
  CLP5: ['CLP5'],
}
const oldestCycleMs = 12 * hourMs

interface AidLine {
  readonly cycleMs: number
  readonly tau: number
  readonly latitude: number
  readonly longitude: number
}

const tenths = (text: string, positive: string, negative: string) => {
  const [, digits, letter] = new RegExp(`^(\\d{1,4})([${positive}${negative}])$`).exec(text) ?? []
  return digits === undefined ? null : (Number(digits) / 10) * (letter === negative ? -1 : 1)
}

function aidLineOf(fields: readonly string[]): (AidLine & { readonly aid: string }) | null {
  const [, , cycle = '', , aid = '', tau = '', latitudeText = '', longitudeText = ''] = fields
  const [, year, month, day, hour] = /^(\d{4})(\d{2})(\d{2})(\d{2})$/.exec(cycle) ?? []
  const cycleMs = Date.parse(`${year}-${month}-${day}T${hour}:00:00Z`)
  const [latitude, longitude] = [tenths(latitudeText, 'N', 'S'), tenths(longitudeText, 'E', 'W')]
  if (Number.isNaN(cycleMs) || !/^\d{1,3}$/.test(tau) || latitude === null || longitude === null) return null
  // Values that a model does not forecast are given as zero.
  if (latitude === 0 && longitude === 0) return null
  return { aid, cycleMs, tau: Number(tau), latitude, longitude }
}

/**
 * Parses the tracks that models forecast, from a deck: each model's newest track, unless it is much older than the
 * others.
 */
export function parseDeck(deck: string): ModelTrack[] {
  const lines = deck.split('\n').flatMap(line => aidLineOf(line.split(',').map(field => field.trim())) ?? [])
  if (lines.length === 0) throw new Error('The deck has no forecasts')
  const newestMs = lines.reduce((newest, { cycleMs }) => Math.max(newest, cycleMs), -Infinity)
  const byAid = Map.groupBy(lines, ({ aid }) => aid)
  return Object.entries(models).flatMap(([model, aids]) => {
    for (const aid of aids) {
      const points = newestRun(byAid.get(aid) ?? [], newestMs)
      if (points.length > 1) return [{ model, points }]
    }
    return []
  })
}

/** Returns a model's newest run. Several lines describe one hour, one for each wind radius: the first is enough. */
function newestRun(lines: readonly AidLine[], newestMs: number): ModelTrack['points'] {
  const cycleMs = lines.reduce((newest, line) => Math.max(newest, line.cycleMs), -Infinity)
  if (cycleMs < newestMs - oldestCycleMs) return []
  const byTau = new Map<number, AidLine>()
  for (const line of lines) if (line.cycleMs === cycleMs && !byTau.has(line.tau)) byTau.set(line.tau, line)
  return [...byTau.values()]
    .toSorted((one, other) => one.tau - other.tau)
    .map(({ latitude, longitude }) => ({ latitude, longitude }))
}
