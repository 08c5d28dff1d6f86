import { compass8, type Compass8 } from '#domain/units/compass'
import { type AlertMessage, joined } from './alert-message.ts'
import { triggerMessage } from './trigger-message.ts'

/** A ring of a place, as described to its reader. */
export interface RingWords {
  readonly ring: 1 | 2 | 3 | 4
  readonly radiusMiles: number
  /** Whether this is an outer ring that requires no action, because lightning there is only information. */
  readonly isAdvisory: boolean
}

export interface NearestStrike {
  readonly distanceMiles: number
  /** Direction as seen from the place; null if directly overhead, or unknown. */
  readonly bearingDegrees: number | null
  /** Set if only the distance from a sensor is known, which means that the strike was within this many miles. */
  readonly withinMiles?: number | null
}

/** A ring's delay, as reported to people. Times are text in the reader's time zone. */
export interface LightningAlert extends RingWords {
  readonly place: string
  readonly allClearMinutes: number
  /** The nearest of the new strikes; null if unknown. */
  readonly nearest: NearestStrike | null
  /** Null if that time has passed or is unknown. */
  readonly endsAt: string | null
  /** Whether only a satellite proves the end. */
  readonly satelliteOnly?: boolean
  /** Text that the organization adds, for the delay or for its end. */
  readonly addition: string
}

/** A ring still in delay, with its end as text; null if that time has passed and nothing proves the end. */
export type StillInDelay = RingWords & { readonly endsAt: string | null }

const shownMiles = (miles: number) => `${Number(miles.toFixed(1))} mi`
const typeOf = (ring: RingWords['ring']) => `LR${ring}` as const

/** Formats as 'Ring 1 (8 mi)', as on screens. */
const ringName = ({ ring, radiusMiles }: Pick<RingWords, 'ring' | 'radiusMiles'>): string =>
  `Ring ${ring} (${shownMiles(radiusMiles)})`

const directions: Readonly<Record<Compass8, string>> = {
  N: 'north',
  NE: 'northeast',
  E: 'east',
  SE: 'southeast',
  S: 'south',
  SW: 'southwest',
  W: 'west',
  NW: 'northwest',
}

/** Rounded up: 'within 7 mi' must be true. */
const withinText = (miles: number) => `within ${Math.ceil(miles)} mi`

/** Formats as '38 mi to the southwest of Stadium'. */
function whereStruck({ distanceMiles, bearingDegrees, withinMiles }: NearestStrike, place: string): string {
  if (typeof withinMiles === 'number') return `${withinText(withinMiles)} of ${place}, direction unknown`
  const point = bearingDegrees === null ? null : compass8(bearingDegrees)
  return `${shownMiles(distanceMiles)} ${point === null ? 'from' : `to the ${directions[point]} of`} ${place}`
}

const beReady = 'No action needed yet; be ready.'
const untilTold = 'until you are notified that it is over'

/** What the ring requires the reader to do. */
function whatToDo({ isAdvisory, endsAt }: Pick<LightningAlert, 'isAdvisory' | 'endsAt'>): string {
  if (isAdvisory) return beReady
  return `Stay in a safe place ${endsAt === null ? untilTold : `until at least ${endsAt}`}.`
}

function textOf(alert: LightningAlert): string {
  const { place, nearest, ring, radiusMiles, allClearMinutes, addition } = alert
  if (alert.isAdvisory) {
    const where = nearest
      ? `Lightning ${whereStruck(nearest, place)}, in ${ringName(alert)}.`
      : `Lightning in ${ringName(alert)} of ${place}.`
    return joined(`${where} ${beReady}`, addition)
  }
  return joined(
    triggerMessage({ type: typeOf(ring), threshold: radiusMiles, allClearMinutes }, place),
    nearest
      ? `Nearest strike: ${whereStruck(nearest, place)}, in ${ringName(alert)}.`
      : `It is in ${ringName(alert)}.`,
    whatToDo(alert),
    addition,
  )
}

const toneOf = ({ isAdvisory }: RingWords) => (isAdvisory ? 'info' : 'danger')

const distanceOf = ({ nearest }: LightningAlert) =>
  nearest &&
  (typeof nearest.withinMiles === 'number'
    ? withinText(nearest.withinMiles)
    : shownMiles(nearest.distanceMiles))

/** The preposition in '4.1 mi from' or 'within 7 mi of'. */
const prepositionOf = ({ nearest }: LightningAlert) =>
  typeof nearest?.withinMiles === 'number' ? 'of' : 'from'

/**
 * Formats as 'Lightning delay: Stadium (4.1 mi)', or 'Lightning delay continues: ...' if the reader was already
 * notified.
 */
function subjectOf(alert: LightningAlert, verb = ''): string {
  const { place, isAdvisory } = alert
  const distance = distanceOf(alert)
  if (!isAdvisory) return `Lightning delay${verb}: ${place}${distance === null ? '' : ` (${distance})`}`
  return distance === null
    ? `Lightning${verb} in ${ringName(alert)}: ${place}`
    : `Lightning${verb} ${distance} ${prepositionOf(alert)} ${place}`
}

/** `isCloser`: the reader was already notified of lightning farther away. */
export function delayOpenedMessage(alert: LightningAlert, isCloser: boolean): AlertMessage {
  const distance = distanceOf(alert)
  const closer = `Closer now: ${distance === null ? `${ringName(alert)} of` : `${distance} ${prepositionOf(alert)}`} ${alert.place}`
  return { subject: isCloser ? closer : subjectOf(alert), text: textOf(alert), tone: toneOf(alert) }
}

export function delayStandsMessage(alert: LightningAlert): AlertMessage {
  return { ...delayOpenedMessage(alert, false), subject: subjectOf(alert, ' continues') }
}

const bySatellite = 'Based on satellite data only, which misses some flashes. Leave at the first thunder.'

/** The message that every ring that affects the reader is clear. */
export function allRingsClearMessage(alert: LightningAlert): AlertMessage {
  const { place, radiusMiles, allClearMinutes, addition } = alert
  const proof = `No lightning within ${radiusMiles} miles for ${allClearMinutes} minutes.`
  const message: AlertMessage = {
    subject: `All clear: ${place}`,
    text: joined(`All clear at ${place}. ${proof}`, addition),
    tone: 'clear',
  }
  return alert.satelliteOnly ? asSatelliteOnly(message) : message
}

/** Marks a message about what is clear if only a satellite proves it, also if that is so only by the time it is sent. */
export function asSatelliteOnly<Message extends Pick<AlertMessage, 'subject' | 'text'>>(
  message: Message,
): Message {
  const { subject, text } = message
  return {
    ...message,
    subject: subject.replace('All clear: ', 'All clear (satellite only): '),
    text: joined(text, bySatellite),
  }
}

function stillInDelay(ring: StillInDelay): string {
  const until = ring.endsAt === null ? ', and its end is not known yet' : ` until ${ring.endsAt}`
  return `${ringName(ring)} is still in delay${until}.`
}

/** The required action for the rings still in delay: that of the innermost one that requires any. */
function afterwards(still: readonly StillInDelay[]): string {
  const acting = still.find(({ isAdvisory }) => !isAdvisory)
  return acting ? whatToDo(acting) : 'No action needed for it; be ready.'
}

const named = (rings: readonly number[]) => rings.map(ring => `Ring ${ring}`).join(' and ')

/**
 * The message that one ring is clear, but others are in delay or not known to be clear, so this is not an All Clear for
 * the place.
 */
export function oneRingClearMessage(
  alert: LightningAlert,
  still: readonly StillInDelay[],
  unproven: readonly number[],
): AlertMessage {
  const { place, ring } = alert
  const others = [
    still.length > 0 && `${named(still.map(other => other.ring))} still in delay`,
    unproven.length > 0 && `${named(unproven)} unknown`,
  ].filter(Boolean)
  const isUnknown = unproven.length > 0
  const unknown = `${named(unproven)} ${unproven.length > 1 ? 'are' : 'is'} not known to be clear.`
  const states = [`${ringName(alert)} is clear at ${place}.`, ...still.map(stillInDelay)]
  const message: AlertMessage = {
    subject: `Ring ${ring} clear, ${others.join(', ')}: ${place}`,
    text: joined(
      [...states, isUnknown && unknown].filter(Boolean).join(' '),
      isUnknown ? `This is not an all clear. Stay in a safe place ${untilTold}.` : afterwards(still),
    ),
    tone: isUnknown || still.some(({ isAdvisory }) => !isAdvisory) ? 'danger' : 'info',
  }
  return alert.satelliteOnly ? asSatelliteOnly(message) : message
}

/**
 * The delay ended for a reason other than the weather, which people who are waiting must not mistake for an all clear.
 */
export function ringNoLongerWatchedMessage(
  alert: LightningAlert,
  because: string,
  still: readonly StillInDelay[],
): AlertMessage {
  const { place } = alert
  return {
    subject: `No longer monitored: ${place}`,
    text: joined(
      `${ringName(alert)} of ${place} is no longer monitored: ${because.charAt(0).toLowerCase()}${because.slice(1)}.`,
      still.length > 0 && `${still.map(stillInDelay).join(' ')} ${afterwards(still)}`,
      'This is not an all clear. Check conditions yourself before resuming.',
    ),
    tone: 'info',
  }
}

/** The message for a strike that was reported only after an all clear was sent, but happened earlier. */
export function allClearWithdrawnMessage(alert: LightningAlert, struckAt: string): AlertMessage {
  const { place, nearest, radiusMiles, addition } = alert
  const where = nearest ? whereStruck(nearest, place) : `within ${radiusMiles} miles of ${place}`
  const until = alert.endsAt === null ? untilTold : `until at least ${alert.endsAt}`
  return {
    subject: `All Clear withdrawn: ${place}`,
    text: joined(
      `All Clear withdrawn: lightning struck ${where} at ${struckAt}, in ${ringName(alert)}, and was reported late.`,
      alert.isAdvisory ? beReady : `Go back to a safe place ${until}.`,
      addition,
    ),
    tone: toneOf(alert),
  }
}

/** The message for when a delay should be over, but nothing proves that it is. */
export function endUnprovenMessage({ place }: Pick<LightningAlert, 'place'>): AlertMessage {
  return {
    subject: `Lightning status unavailable: ${place}`,
    text: joined(
      `The end of the lightning delay at ${place} cannot be confirmed, because lightning data is missing.`,
      'Treat as unsafe. Wait 30 minutes after the last thunder.',
    ),
    tone: 'danger',
  }
}
