import { compass8 } from '#domain/units/compass'
import type { Point } from '#domain/geo/distance'
import { airportRows } from './stations/airports.ts'
import { localClockText, dateText, weekdayText } from './local-time.ts'
import { headingBetween, milesBetween, offsetMiles } from './weather/plane.ts'
import { demoPlaces } from './world.ts'

/** The parts of messages: places, times, and the service's layout. */

const directions = {
  N: 'north',
  NE: 'northeast',
  E: 'east',
  SE: 'southeast',
  S: 'south',
  SW: 'southwest',
  W: 'west',
  NW: 'northwest',
} as const

export function directionText(degrees: number): string {
  const point = compass8(degrees)
  return point ? directions[point] : 'nowhere'
}

interface Landmark extends Point {
  readonly name: string
}

const landmarks: readonly Landmark[] = [
  ...demoPlaces.map(({ name, state, latitude, longitude }) => ({
    name: `${name}, ${state}`,
    latitude,
    longitude,
  })),
  ...airportRows.map(([, name, state, latitude, longitude]) => ({
    name: `${name} Airport, ${state}`,
    latitude,
    longitude,
  })),
]

/** How much nearer an airport must be than a demo place to be named when describing where a storm is. */
const townsFirstMiles = 12

function landmarkNear({ latitude, longitude }: Point): { landmark: Landmark; miles: number } | null {
  let best: { landmark: Landmark; miles: number } | null = null
  let bestRank = Infinity
  landmarks.forEach((landmark, index) => {
    const miles = milesBetween(landmark, latitude, longitude)
    const rank = miles + (index < demoPlaces.length ? 0 : townsFirstMiles)
    if (rank < bestRank) {
      best = { landmark, miles }
      bestRank = rank
    }
  })
  return best
}

/** Describes a place, as in '14 miles north of Berwick' or 'over Berwick'. */
export function whereText(point: Point): string {
  const found = landmarkNear(point)
  if (!found) return 'in the area'
  const { landmark, miles } = found
  if (miles < 4) return `over ${landmark.name}`
  const { north, east } = offsetMiles(landmark, point.latitude, point.longitude)
  return `${Math.round(miles)} miles ${directionText(headingBetween(east, north))} of ${landmark.name}`
}

/** Names an area for which no county is known, by its position. */
export function areaText(point: Point): string {
  const found = landmarkNear(point)
  return !found || found.miles >= 15 ? whereText(point) : `Near ${found.landmark.name}`
}

/**
 * Formats a headline, as in 'Wind Advisory issued July 15 at 3:52PM EDT until July 15 at 8:00PM EDT by NWS Buffalo NY'.
 */
export function headlineText(
  event: string,
  sender: string,
  timeZone: string,
  { sentMs, endsMs }: { readonly sentMs: number; readonly endsMs: number | null },
): string {
  const moment = (timeMs: number) =>
    `${dateText(timeZone, timeMs)} at ${localClockText(timeZone, timeMs).replace(' ', '')}`
  const until = endsMs === null ? '' : ` until ${moment(endsMs)}`
  return `${event} issued ${moment(sentMs)}${until} by ${sender}`
}

/**
 * Formats a time, as in '8:00 PM MST Saturday'. Midnight is given as the end of a night, because '12:00 AM Saturday' is
 * read as a day later.
 */
function endText(timeZone: string, endsMs: number): string {
  const clock = localClockText(timeZone, endsMs)
  if (!clock.startsWith('12:00 AM')) return `${clock} ${weekdayText(timeZone, endsMs)}`
  return `${clock.replace('12:00 AM', 'midnight')} ${weekdayText(timeZone, endsMs - 1)} night`
}

/**
 * Formats a period, as in 'From 10:00 AM MST to 8:00 PM MST Saturday', or 'Until 8:00 PM MST Saturday' once it has
 * begun.
 */
export function whenText(timeZone: string, sentMs: number, onsetMs: number, endsMs: number): string {
  const end = endText(timeZone, endsMs)
  return onsetMs <= sentMs ? `Until ${end}` : `From ${localClockText(timeZone, onsetMs)} to ${end}`
}

/** Returns the four paragraphs of most messages. */
export function paragraphs(parts: {
  readonly what: string
  readonly where: string
  readonly when: string
  readonly impacts: string
}): string {
  return [
    `* WHAT...${parts.what}`,
    `* WHERE...${parts.where}`,
    `* WHEN...${parts.when}.`,
    `* IMPACTS...${parts.impacts}`,
  ].join('\n\n')
}
