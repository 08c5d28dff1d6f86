import type { PlaceRing } from '#domain/lightning/reader-answer'
import type { Zone } from '#domain/lightning/ring-rules'
import type { Notification } from '#contract/messages/notifications'
import type { Point } from '#domain/geo/distance'
import type { AlertMessage } from '#domain/messages/alert-message'
import type { NearestStrike } from '#domain/messages/lightning-message'
import type { Concern } from '#domain/notifications/recipient'
import { minuteMs } from '#server/platform/clock'
import { timeZoneAt } from '#server/platform/time-zone-at'
import type { LocationRings } from '#server/rooms/locations/index'
import type { UserRow } from '#server/rooms/users/index'
import type { NotificationKind } from '#server/rooms/notifications/store/notifications'
import type { PolicyRow } from '#server/rooms/policies/index'

/** A ring that is in delay now. */
export interface RunningRing {
  readonly ring: Zone
  readonly radiusMiles: number
  readonly endsAt: Date
}

/** What a message contains in addition to its fact. */
export interface OccasionMoment {
  readonly now: Date
  /** Whether the reader was already notified of lightning farther away. */
  readonly isCloser: boolean
  /** The place's other rings that are in delay and concern the reader. */
  readonly stillInDelay: readonly RunningRing[]
  /** Further rings that concern the reader and are not known to be clear. */
  readonly unproven: readonly Zone[]
  /** Whether any of the rings that the message says are clear is proven only by satellite. */
  readonly satelliteOnly: boolean
  readonly nearest: NearestStrike | null
}

export interface Words extends AlertMessage {
  /** The end that the message names; the message is not sent after that. */
  readonly holdsUntil?: Date
}

/** For a delay: which of the place's rings it is in. */
export interface OfRing {
  readonly delayId: number
  readonly ring: Zone
  /** Whether the delay is over by now, regardless of the fact. */
  readonly isOver: boolean
  /** Whether the fact is that the delay ended in All Clear, and not for another reason. */
  readonly isAllClear: boolean
  /** The place's rings with their states now. */
  readonly states: readonly PlaceRing[]
  /** The place's other rings that are in delay now, inner ones first. */
  readonly others: readonly RunningRing[]
  /** Whether a person's settings include notifications for a ring. */
  readonly concerns: (person: UserRow, ring: Zone) => boolean
  /** Whether it is an outer ring that requires no action from the person. */
  readonly isAdvisory: (person: UserRow) => boolean
  /** The text for people who received an All Clear that this withdraws; null if it withdraws none. */
  readonly withdrawn: Occasion['message'] | null
}

/** An event as it concerns one person. */
export interface Occasion {
  readonly customerId: number
  readonly userId: string
  readonly event: string
  /** Only the newest message on a topic is valid. */
  readonly topic: string
  readonly kind: NotificationKind
  readonly round: number
  readonly eventType: Notification['eventType']
  readonly locationId: number | null
  readonly locationLabel: string | null
  readonly simulated: boolean
  /** For a meteorologists' message: the ID of the full version. */
  readonly correlationId: string | null
  readonly concern: (person: UserRow) => Concern
  /** Writes the message in the person's own time zone. */
  readonly message: (timeZone: string, person: UserRow, moment: OccasionMoment) => Words
  /** The minimum time before a message about this occasion is repeated. */
  readonly againAfterMs: number
  readonly ofRing: OfRing | null
}
export interface OccasionSources {
  readonly places: () => Iterable<LocationRings>
  readonly isSimulated: (source: string) => boolean
  /** Returns the rings of a location with their states now; none for a location that is not watched. */
  readonly ringsAt: RingsAt
}
export type RingsAt = (locationId: number) => readonly PlaceRing[]

export const usualAgainMs = 10 * minuteMs
/** The distance that counts as near where no ring defines one. */
export const occasionNearMiles = 10

/** Creating a formatter takes longer than using it a hundred times, and a county has few zones. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const options = { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  const clock = new Intl.DateTimeFormat('en-US', options)
  clocks.set(timeZone, clock)
  return clock
}

/** A time in the reader's local time, and also in the place's where the two differ: '4:32 PM CDT (5:32 PM EDT)'. */
export function clockTime(time: Date, timeZone: string, place: Point | undefined): string {
  return timeIn([timeZone, ...(place ? [timeZoneAt(place)] : [])], time)
}

/** A time in one zone, and in brackets in the others that differ from it. */
export function timeIn(zones: readonly string[], time: Date): string {
  const [own, ...others] = new Set(zones.map(zone => clockOf(zone).format(time)))
  return [own, ...others.map(other => `(${other})`)].join(' ')
}

/** Any of these flags silences a location. */
const silencedFlags = 2 | 4 | 8 | 16

export const isSilenced = (location: { readonly flags: number } | undefined): boolean =>
  ((location?.flags ?? 0) & silencedFlags) !== 0

/** The text that the organization adds to a message. */
export const additionOf = (policy: PolicyRow | undefined, allClear: boolean): string =>
  policy?.notification_actions.find(action => action.allClear === allClear)?.message ?? ''

export const notifies = (policy: PolicyRow): boolean =>
  policy.notification_actions.some(action => !action.allClear)
