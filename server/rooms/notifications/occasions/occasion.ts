import type { Notification } from '#contract/notifications'
import type { Point } from '#domain/geo/distance'
import type { AlertMessage } from '#domain/messages/alert-message'
import type { NearestStrike } from '#domain/messages/lightning-message'
import type { Concern } from '#domain/notifications/recipient'
import { minuteMs } from '#server/platform/clock'
import { timeZoneAt } from '#server/platform/time-zone-at'
import type { LocationRings } from '#server/rooms/locations/index'
import type { UserRow } from '#server/rooms/users/index'
import type { NotificationKind } from '#server/rooms/notifications/notification-store'

export type RingNumber = 1 | 2 | 3 | 4

/** A ring that is in delay now. */
export interface RunningRing {
  readonly ring: RingNumber
  readonly radiusMiles: number
  readonly endsAt: Date
}

/** What a message says beside its fact. */
export interface OccasionMoment {
  readonly now: Date
  /** Whether the reader knows of lightning further out. */
  readonly isCloser: boolean
  /** The other rings of the place that are in delay and concern the reader. */
  readonly stillInDelay: readonly RunningRing[]
  readonly nearest: NearestStrike | null
}

export interface Words extends AlertMessage {
  /** It names an end: when that has passed it is not sent any more. */
  readonly holdsUntil?: Date
}

/** Of a delay: its ring among those of the place. */
export interface OfRing {
  readonly delayId: number
  readonly ring: RingNumber
  /** Whether it is over by now, whatever the fact says. */
  readonly isOver: boolean
  /** The others of the place that are in delay now, inner ones first. */
  readonly others: readonly RunningRing[]
  /** Whether a ring is one that somebody is told of, as it is set up. */
  readonly concerns: (person: UserRow, ring: RingNumber) => boolean
  /** Whether it is an outer ring that asks for nothing. */
  readonly isAdvisory: (person: UserRow) => boolean
  /** It takes back an all clear: the words for whoever got it. */
  readonly withdrawn: Occasion['message'] | null
}

/** Something that happened, as it concerns one person. */
export interface Occasion {
  readonly customerId: number
  readonly userId: string
  readonly event: string
  /** Of all words about a topic only the newest counts. */
  readonly topic: string
  readonly kind: NotificationKind
  readonly round: number
  readonly eventType: Notification['eventType']
  readonly locationId: number | null
  readonly locationLabel: string | null
  readonly simulated: boolean
  /** Of a message of the meteorologists: the fuller one has this id. */
  readonly correlationId: string | null
  readonly concern: (person: UserRow) => Concern
  /** In the person's own time zone. */
  readonly message: (timeZone: string, person: UserRow, moment: OccasionMoment) => Words
  /** Told again at the earliest so long after the last time. */
  readonly againAfterMs: number
  readonly ofRing: OfRing | null
}
export interface OccasionSources {
  readonly places: () => Iterable<LocationRings>
  readonly isSimulated: (source: string) => boolean
}

export const usualAgainMs = 10 * minuteMs
/** How near is near, where no ring says so. */
export const nearMiles = 10

/** Making one takes longer than using it a hundred times, and a county has few zones. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const options = { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  const clock = new Intl.DateTimeFormat('en-US', options)
  clocks.set(timeZone, clock)
  return clock
}

/** By the reader's clock, and by that of the place where the two differ: '4:32 PM CDT (5:32 PM EDT)' */
export function clockTime(time: Date, timeZone: string, place: Point | undefined): string {
  const own = clockOf(timeZone).format(time)
  const there = place ? clockOf(timeZoneAt(place)).format(time) : own
  return there === own ? own : `${own} (${there})`
}
