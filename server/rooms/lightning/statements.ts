import type { Zone } from '#domain/lightning/ring-rules'
import type { LocationDelay, RingCircle, RingStatement, RingStrike } from '#contract/weather/lightning'
import { seeing } from '#domain/feeds/source'
import { satelliteNotAccepted, unprovable } from '#domain/lightning/proof'
import type { RingSettings, RingState } from '#domain/lightning/ring'
import { strikeRange } from '#domain/lightning/strike-range'
import type { Strike } from '#domain/lightning/strike'
import { roundedTo } from '#domain/units/rounding'
import { later } from '#server/platform/clock'
import { timeZoneAt } from '#server/platform/time-zone-at'
import type { Sources } from '#server/sources'
import type { WatchedPlace } from './proven-coverage.ts'
import { isKept, type WatchedLocation } from './watch.ts'

/** How long a statement is valid. */
export const leaseMs = 15_000

const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

function hhmmss(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map(part => String(part).padStart(2, '0')).join(':')
}

/** The time left. A delay is not shown as over until its end is proven. */
function timerOf(state: RingState | undefined, nowMs: number): string | null {
  if (state?.state === 'Unknown') return null
  return hhmmss(state?.state === 'Delay' ? state.endsMs - nowMs : 0)
}

type WhoProves = Pick<Sources, 'proving' | 'provingAt' | 'provingWhereAccepted'>

/** Why no feed can prove anything for a ring; null if a feed can. */
function whyNotCovered(sources: WhoProves, place: WatchedPlace, radiusMiles: number): string | null {
  const satellites = sources.provingWhereAccepted('lightning')
  if (place.countsSatellites && seeing(satellites, place, radiusMiles).length > 0) return null
  if (sources.proving('lightning').length === 0)
    return 'No lightning feed is connected. A Super Admin can connect one with a feed key'
  if (sources.provingAt('lightning', place).length === 0) return 'No lightning feed covers this location'
  if (sources.provingAt('lightning', place, radiusMiles).length === 0)
    return 'No lightning feed covers the whole ring'
  return null
}

/** The reason as text for the person in charge; each one calls for a different next step. */
function becauseText(
  state: RingState,
  notCovered: string | null,
  isProvable: boolean,
  kept: string | null,
): string {
  switch (state.because) {
    case 'strike':
      if (kept !== null) return kept
      if (!state.stale) return 'Lightning inside the ring'
      return isProvable ? 'Lightning inside the ring; the feed has stopped reporting since' : unprovable
    case 'proven quiet':
      return state.satelliteOnly
        ? 'No lightning seen by satellite inside the ring for the whole all-clear time. Satellites miss some flashes'
        : 'No lightning inside the ring for the whole all-clear time'
    case 'satellite not accepted':
      return satelliteNotAccepted
    case 'starting':
      return 'Skywarden is starting'
    case 'changes unread':
      return 'Recent changes to locations could not be read yet'
    case 'not stored':
      return 'Lightning data was received that could not be stored. The server’s disk may be full'
    case 'no coverage':
      return notCovered ?? 'The lightning feed has not reported in the last hour'
    case 'feed silent':
      return 'The lightning feed has stopped reporting'
    case 'gap in coverage':
      return 'The lightning feed has a gap within the all-clear time'
  }
}

/** Explains a delay whose strikes are not inside the ring as it is now; null if they are. */
function keptText(watched: WatchedLocation, ring: Zone, state: RingState): string | null {
  if (state.state !== 'Delay' || !isKept(watched, ring, state)) return null
  const time = { timeZone: timeZoneAt(watched.place), hour: 'numeric', minute: '2-digit' } as const
  const until = new Date(state.endsMs).toLocaleTimeString('en-US', time)
  const isMoved = watched.endsBeforeMove[ring - 1] === state.endsMs
  return `Kept from ${isMoved ? 'its old position' : 'before it was changed'} until ${until}`
}

/** The time and id of a statement, and the sources that could prove more. */
export interface StatementContext {
  readonly now: Date
  readonly seq: number
  readonly sources: WhoProves
}

/** The position, relative to the place, of the strike from which a delay is counted. */
export function whereStruck({ place, newest }: WatchedLocation, ring: Zone, state: RingState) {
  const strike = newest[ring - 1]
  const range = strike && strikeRange(place, strike)
  if (state.state !== 'Delay' || strike?.timeMs !== state.lastStrikeMs || !range)
    return {
      lastStrikeMiles: null,
      lastStrikeBearing: null,
      lastStrikeErrorMiles: null,
      lastStrikeWithinMiles: null,
    }
  return {
    lastStrikeMiles: roundedTo(range.miles, 2),
    lastStrikeBearing: roundedTo(range.bearingDegrees, 0),
    lastStrikeErrorMiles: strike.positionErrorMiles,
    lastStrikeWithinMiles: roundedTo(range.withinMiles, 2),
  }
}

function statementOf(
  watched: WatchedLocation,
  ring: Zone,
  settings: RingSettings,
  state: RingState,
  { now, seq, sources }: StatementContext,
): RingStatement {
  const notCovered =
    state.because === 'no coverage' ? whyNotCovered(sources, watched.place, settings.radiusMiles) : null
  const kept = keptText(watched, ring, state)
  const isProvable =
    state.state !== 'Delay' || whyNotCovered(sources, watched.place, settings.radiusMiles) === null
  return {
    ring,
    ...settings,
    state: state.state,
    because: becauseText(state, notCovered, isProvable, kept),
    ...(kept !== null && { isKept: true }),
    covered: notCovered === null,
    satelliteOnly: state.state === 'AllClear' && state.satelliteOnly === true,
    asOf: now.toISOString(),
    validUntil: later(now, leaseMs).toISOString(),
    seq,
    lastStrike: instant(state.state === 'Delay' && kept === null ? state.lastStrikeMs : null),
    ...whereStruck(watched, ring, state),
    endsAt: instant(state.state === 'Delay' ? state.endsMs : null),
    stale: state.state === 'Delay' && state.stale,
    since: instant(state.state === 'Unknown' ? state.sinceMs : null),
    earliestClear: instant(state.state === 'Unknown' ? state.earliestClearMs : null),
    provenThrough: instant(state.state === 'AllClear' ? state.provenThroughMs : null),
  }
}

/** Four decimals of a degree are about thirty feet. */
const degrees = (value: number) => roundedTo(value, 4) ?? value

const hundredths = (miles: number) => roundedTo(miles, 2) ?? miles

function wireStrike({ latitude, longitude, timeMs, positionErrorMiles }: Strike): RingStrike {
  return [degrees(latitude), degrees(longitude), Math.floor(timeMs), hundredths(positionErrorMiles)]
}

function wireCircle({ circleMiles = 0, ...strike }: Strike): RingCircle {
  return [...wireStrike(strike), hundredths(circleMiles)]
}

const isCircle = ({ circleMiles }: Strike) => circleMiles !== undefined

/**
 * Whether a satellite covers a place, and whether an administrator has accepted it as the only proof of All Clear
 * there.
 */
function satelliteAt(place: WatchedPlace, sources: WhoProves): LocationDelay['satellite'] {
  if (seeing(sources.provingWhereAccepted('lightning'), place).length === 0) return 'none'
  return place.countsSatellites ? 'accepted' : 'not accepted'
}

/** More than has ever been observed around one place; a malfunctioning source must not flood the screens. */
const mostStrikes = 2000

/** The statement about a location: its rings, and all the strikes behind them or only the new ones. */
export function delayOf(
  watched: WatchedLocation,
  states: readonly (RingState | undefined)[],
  reported: StatementContext,
  strikes: ReadonlySet<Strike> = watched.near,
): LocationDelay {
  const [one, two, three, four] = states.map(state => timerOf(state, reported.now.getTime()))
  const shown = [...strikes].slice(-mostStrikes)
  return {
    locationId: watched.place.id,
    item1: one ?? null,
    item2: two ?? null,
    item3: three ?? null,
    item4: four ?? null,
    statements: states.flatMap((state, index) => {
      const settings = watched.rings[index]?.settings
      return state && settings ? [statementOf(watched, (index + 1) as Zone, settings, state, reported)] : []
    }),
    strikes: shown.filter(strike => !isCircle(strike)).map(wireStrike),
    circles: shown.filter(isCircle).map(wireCircle),
    satellite: satelliteAt(watched.place, reported.sources),
  }
}

/** Until the log has been read again, every ring is Unknown, whatever was sent before the restart. */
export const startingState: RingState = {
  state: 'Unknown',
  because: 'starting',
  sinceMs: null,
  earliestClearMs: null,
}

/** While edits are unread, a clear ring may no longer be the ring that people rely on. */
export const unreadState: RingState = {
  state: 'Unknown',
  because: 'changes unread',
  sinceMs: null,
  earliestClearMs: null,
}

/**
 * Identifies a state by everything that it says, except how far its proof has advanced: whatever else changes needs a
 * new statement.
 */
export function sameUntil(state: RingState | undefined): string {
  if (!state) return '-'
  return JSON.stringify(state.state === 'AllClear' ? { ...state, provenThroughMs: 0 } : state)
}
