import type { Point } from '#domain/geo/distance'
import { Draws, hashOf, hashOfText } from '#simulator/weather/chance'
import { memoized } from '#simulator/weather/memo'
import { blend, clamp, headingBetween, offsetMiles, smoothstep } from '#simulator/weather/plane'
import { seasonAround } from '#simulator/weather/season'
import { atlanticRoutes, gulfRoutes, tropicalNames, type TropicalRoute } from './tropics-routes.ts'

/** A tropical storm at an instant. */
export interface TropicalState extends Point {
  readonly id: string
  readonly name: string
  /** The sustained wind where it is strongest. */
  readonly knots: number
  readonly pressureHpa: number
  readonly speedMph: number
  readonly headingDegrees: number
}

interface TropicalLife {
  readonly id: string
  readonly name: string
  readonly bornMs: number
  readonly diesMs: number
  readonly at: (timeMs: number) => TropicalState
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** At most one storm per basin in this many days. */
const slotMs = 14 * dayMs
const chanceOfOne = 0.85
/**
 * From June 1 to the end of November; one basin's spans begin in the middle of the other's, so their gaps rarely
 * coincide.
 */
const basins = [
  { routes: gulfRoutes, startDay: 0, slots: 13 },
  { routes: atlanticRoutes, startDay: 7, slots: 12 },
]
const peakDay = 253

const genesisKnots = 25
/** How far the first and the last day may be from the route's. */
const [firstDegrees, lastDegrees] = [0.9, 0.3]
const mostErrors = 2

/**
 * Kaplan and DeMaria 1995: ashore the wind drops immediately, then falls by a tenth an hour toward that of a remnant.
 */
const remnantKnots = 26.7
const ashoreShare = 0.9
const decayPerHour = 0.095

/** Over the cold water of the north, less than half of the wind is left. */
const leftInTheNorth = 0.45

/** The relation of wind and pressure deficit by Landsea and others 2004, for the tropical Atlantic. */
export const environmentHpa = 1013
function pressureOf(knots: number): number {
  return environmentHpa - (knots / 12.016) ** (1 / 0.5337)
}

const keptSeasons = 3

/** Creates the storms of a world in closed form: any moment is computed from the seed alone. */
export function createSimulatedTropics(seed: number): (timeMs: number) => readonly TropicalState[] {
  const start = hashOfText(`${seed}/tropical-births`)
  const seasons = new Map<number, readonly TropicalLife[]>()
  const seasonOf = (year: number): readonly TropicalLife[] => {
    const births = basins.flatMap(({ routes, startDay, slots }) =>
      Array.from({ length: slots }, (_, slot) => startDay * dayMs + slot * slotMs).flatMap(sinceJuneMs => {
        const draws = new Draws(hashOf(start, year, sinceJuneMs / dayMs))
        return draws.unit() < chanceOfOne ? [birthIn(draws, routes, Date.UTC(year, 5) + sinceJuneMs)] : []
      }),
    )
    return births
      .toSorted((one, other) => one.bornMs - other.bornMs)
      .map((birth, index) => {
        const id = `AL${String(index + 1).padStart(2, '0')}${year}`
        return lifeOf(birth, id, tropicalNames[index] ?? id)
      })
  }
  // Cached, because every point of a picture asks for the same instant.
  let last: { readonly timeMs: number; readonly storms: readonly TropicalState[] } | null = null

  return timeMs => {
    if (last?.timeMs === timeMs) return last.storms
    const season = memoized(seasons, keptSeasons, new Date(timeMs).getUTCFullYear(), seasonOf)
    const alive = season.filter(({ bornMs, diesMs }) => timeMs >= bornMs && timeMs < diesMs)
    last = { timeMs, storms: alive.map(life => life.at(timeMs)) }
    return last.storms
  }
}

interface TropicalBirth {
  readonly route: TropicalRoute
  readonly bornMs: number
  /** How long the storm takes for one day of the route. */
  readonly paceMs: number
  readonly peakKnots: number
  readonly first: readonly [north: number, east: number]
  readonly last: readonly [north: number, east: number]
}

function birthIn(draws: Draws, routes: readonly TropicalRoute[], slotStartMs: number): TropicalBirth {
  const route = routes[Math.floor(draws.unit() * routes.length)]
  if (!route) throw new Error('A basin without routes')
  const error = () => clamp(draws.gaussian(), -mostErrors, mostErrors)
  const paceMs = Math.round(dayMs * draws.between(0.95, 1.3))
  const sparedMs = slotMs - (route.days.length - 1) * paceMs
  const inSeason = 0.8 + 0.2 * seasonAround(peakDay, slotStartMs)
  return {
    route,
    paceMs,
    bornMs: Math.round(slotStartMs + sparedMs * draws.unit()),
    // Half become hurricanes, and one in five a major one.
    peakKnots: 42 + 108 * inSeason * draws.unit() ** 2,
    first: [firstDegrees * error(), firstDegrees * error()],
    last: [lastDegrees * error(), lastDegrees * error()],
  }
}

function lifeOf(birth: TropicalBirth, id: string, name: string): TropicalLife {
  const { bornMs, paceMs, route } = birth
  const days = route.days.length - 1
  const placeOn = (day: number) => placeAlong(birth, day)
  return {
    id,
    name,
    bornMs,
    diesMs: bornMs + days * paceMs,
    at(timeMs) {
      const day = (timeMs - bornMs) / paceMs
      const place = placeOn(day)
      const [fromDay, toDay] = [Math.max(0, day - 0.05), Math.min(days, day + 0.05)]
      const after = placeOn(toDay)
      const { north, east } = offsetMiles(placeOn(fromDay), after.latitude, after.longitude)
      const hours = ((toDay - fromDay) * paceMs) / hourMs
      const knots = knotsOn(birth, day)
      return {
        id,
        name,
        ...place,
        knots,
        pressureHpa: pressureOf(knots),
        speedMph: Math.sqrt(north * north + east * east) / hours,
        headingDegrees: headingBetween(east, north),
      }
    },
  }
}

/** Returns a place on a Catmull-Rom curve through the days of the route, with offsets at its start and end. */
function placeAlong({ route: { days }, first, last }: TropicalBirth, day: number): Point {
  const index = clamp(Math.floor(day), 0, days.length - 2)
  const along = day - index
  const coordinate = (axis: 0 | 1) => {
    const [b, c] = [days[index]?.[axis] ?? 0, days[index + 1]?.[axis] ?? 0]
    // Before the first day and after the last the curve continues straight.
    const [a, d] = [days[index - 1]?.[axis] ?? 2 * b - c, days[index + 2]?.[axis] ?? 2 * c - b]
    const curve =
      b + (along * (c - a + along * (2 * a - 5 * b + 4 * c - d + along * (3 * (b - c) + d - a)))) / 2
    return curve + blend(first[axis], last[axis], day / (days.length - 1))
  }
  return { latitude: coordinate(0), longitude: coordinate(1) }
}

function knotsOn({ route, peakKnots, paceMs }: TropicalBirth, day: number): number {
  const lastDay = route.days.length - 1
  const peakDayOfRoute = route.landfallDay === null ? 0.6 * lastDay : route.landfallDay - 0.3
  const grown = blend(genesisKnots, peakKnots, smoothstep(0, peakDayOfRoute, day))
  if (route.landfallDay === null) {
    return grown * blend(1, leftInTheNorth, smoothstep(peakDayOfRoute, lastDay, day))
  }
  if (day <= route.landfallDay) return grown
  const hoursAshore = ((day - route.landfallDay) * paceMs) / hourMs
  const left = Math.exp(-decayPerHour * hoursAshore)
  const atOnce = Math.max(remnantKnots, blend(1, ashoreShare, Math.min(1, hoursAshore)) * peakKnots)
  return remnantKnots + (atOnce - remnantKnots) * left
}
