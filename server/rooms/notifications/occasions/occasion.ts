import type { Notification } from '#contract/notifications'
import type { AlertMessage } from '#domain/messages/alert-message'
import type { Concern } from '#domain/notifications/recipient'
import { minuteMs } from '#server/platform/clock'
import type { LocationRings } from '#server/rooms/locations/index'
import type { UserRow } from '#server/rooms/users/index'
import type { Kind } from '#server/rooms/notifications/told-store'

/** Something that happened, as it concerns one person. */
export interface Occasion {
  readonly customerId: number
  readonly userId: string
  readonly event: string
  readonly topic: string
  readonly kind: Kind
  readonly round: number
  readonly eventType: Notification['eventType']
  readonly locationId: number | null
  readonly locationLabel: string | null
  readonly simulated: boolean
  /** Of a message of the meteorologists: the fuller one has this id. */
  readonly correlationId: string | null
  readonly concern: (person: UserRow) => Concern
  /** In the person's own time zone. */
  readonly message: (timeZone: string, person: UserRow) => AlertMessage
  /** Told again at the earliest so long after the last time. */
  readonly againAfterMs: number
  /** Of a delay: the rings inside of its own. One of which somebody was told speaks for those around it. */
  readonly inner: readonly { readonly ring: number; readonly topic: string }[]
  /** The delay whose all clear this one takes back, and the words for whoever got it. */
  readonly takesBack: { readonly event: string; readonly message: Occasion['message'] } | null
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

/** '4:32 PM CDT' */
export const clockTime = (time: Date, timeZone: string): string => clockOf(timeZone).format(time)
