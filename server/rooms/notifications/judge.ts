import { lightningOf } from '#domain/lightning/reader-answer'
import { zones, type Zone } from '#domain/lightning/ring-rules'
import { decideTelling, type Channel, type Decision } from '#domain/notifications/recipient'
import type { Occasion, OfRing, RunningRing } from './occasions/index.ts'
import { closesRing, type Past } from './past.ts'
import type { Person } from './recipients.ts'
import type { NotificationKind } from './store/notifications.ts'

/** The decision for one person about an occasion. */
export interface Judged {
  readonly kind: NotificationKind
  readonly decision: Decision
  readonly channels: readonly Channel[]
  /** The place's other rings that are in delay and concern the person. */
  readonly stillInDelay: readonly RunningRing[]
  /** Further rings that concern the person and are not known to be clear. */
  readonly unproven: readonly Zone[]
  readonly satelliteOnly: boolean
  /** For a message that lightning is over: the rings of the place that it is not about; null if it says no such thing. */
  readonly clearBut: readonly Zone[] | null
  /** Whether the person was already notified of lightning farther away. */
  readonly isCloser: boolean
}

const notified = (because: string): Decision => ({ told: true, because })
const notTold = (because: string): Decision => ({ told: false, because })
const usual = {
  stillInDelay: [],
  unproven: [],
  satelliteOnly: false,
  clearBut: null,
  isCloser: false,
} as const

/**
 * Notifies anyone who still expects danger that it is over, entirely or for one ring, even if they have changed their
 * settings since.
 */
function judgeEnd(occasion: Occasion, person: Person, past: Past, now: Date): Judged | null {
  if (!past.isOpen(occasion)) return null
  const channels = past.channelsInDanger(occasion)
  const decision =
    channels.length > 0
      ? notified('They were notified when it began')
      : notTold('They had not been notified when it began')
  const about = occasion.ofRing ? judgeRings(occasion, occasion.ofRing, person, past, now) : usual
  if (about === null) return null
  const isPartly = about.stillInDelay.length + about.unproven.length > 0
  return { ...usual, ...about, kind: isPartly ? 'ring clear' : occasion.kind, decision, channels }
}

/** What can be said about a place when one of its rings has ended; null for nothing yet. */
function judgeRings(
  occasion: Occasion,
  ofRing: OfRing,
  { row }: Person,
  past: Past,
  now: Date,
): Pick<Judged, 'stillInDelay' | 'unproven' | 'satelliteOnly' | 'clearBut'> | null {
  const standing = past.standing(occasion)
  const isTheirs = ({ ring }: { readonly ring: Zone }) => standing.has(ring) || ofRing.concerns(row, ring)
  const stillInDelay = ofRing.others.filter(isTheirs)
  const states = ofRing.isAllClear ? ofRing.states : []
  const isClear = (...rings: typeof states) => lightningOf(rings, now.getTime()).state === 'AllClear'
  const doubtful = states.filter(each => isTheirs(each) && !isClear(each)).map(({ ring }) => ring)
  // The sky has changed since: the next fact says how, or a later look that it is clear again.
  if (doubtful.includes(ofRing.ring)) return null
  const unproven = doubtful.filter(ring => stillInDelay.every(other => other.ring !== ring))
  const isPartly = stillInDelay.length + unproven.length > 0
  if (isPartly && !standing.has(ofRing.ring)) return null
  const isSaidClear = (each: { readonly ring: Zone }) =>
    isPartly ? each.ring === ofRing.ring : isTheirs(each)
  const proof = lightningOf(states.filter(isSaidClear), now.getTime())
  const clearBut = zones.filter(ring => (isPartly ? ring !== ofRing.ring : !isTheirs({ ring })))
  return {
    stillInDelay,
    unproven,
    satelliteOnly: proof.state === 'AllClear' && proof.satelliteOnly === true,
    clearBut: ofRing.isAllClear ? clearBut : null,
  }
}

/** The inner ring in delay, if any, that covers this ring because the person was notified of it. */
function speaker(occasion: Occasion, past: Past): number | undefined {
  const { ofRing } = occasion
  const standing = past.standing(occasion)
  return ofRing?.others.find(({ ring }) => ring < ofRing.ring && standing.has(ring))?.ring
}

/** Notifies people waiting in a safe place that the end cannot be proven. */
function judgeUnproven(occasion: Occasion, { row }: Person, past: Past): Judged | null {
  const { ofRing, kind } = occasion
  if (!ofRing || ofRing.isOver || ofRing.isAdvisory(row)) return null
  if (!past.standing(occasion).has(ofRing.ring) || speaker(occasion, past) !== undefined) return null
  const channels = past.channelsInDanger(occasion)
  if (channels.length === 0) return null
  return { ...usual, kind, decision: notified('They were notified when it began'), channels }
}

function judgeDanger(occasion: Occasion, { recipient, row }: Person, past: Past, now: Date): Judged | null {
  const { kind, ofRing } = occasion
  const ring = ofRing?.ring ?? null
  const standing = past.standing(occasion)
  const isCloser = ring !== null && standing.size > 0 && [...standing].every(other => (other ?? 0) > ring)
  if (ofRing?.isOver) {
    if (kind === 'again') return null
    return { ...usual, kind, decision: notTold('It was over before they could be notified'), channels: [] }
  }
  if (ofRing?.withdrawn && ofRing.concerns(row, ofRing.ring) && past.mayBelieveAllClear(occasion)) {
    const decision = notified('They received an All Clear that is no longer true')
    return { ...usual, kind: 'withdrawn', decision, channels: recipient.channels }
  }
  // An alert that is updated is sent only once, and may be on its way.
  if (kind === 'issued' && standing.size > 0) return null
  if (kind === 'again') {
    const lastMs = past.lastToldMs(occasion, ring)
    if (lastMs !== undefined && now.getTime() - lastMs < occasion.againAfterMs) return null
    // A message that requires no action is sent only once.
    if (ofRing?.isAdvisory(row) && standing.size > 0) return null
  }
  const inner = speaker(occasion, past)
  const decision: Decision =
    inner === undefined
      ? decideTelling(recipient, occasion.concern(row), now.getTime())
      : notTold(`Lightning Zone ${inner} is in delay, and covers this one`)
  // Further strikes of which the person is not notified need no record.
  if (kind === 'again' && !decision.told) return null
  return { ...usual, kind, decision, isCloser, channels: decision.told ? recipient.channels : [] }
}

export function judge(occasion: Occasion, person: Person, past: Past, now: Date): Judged | null {
  if (closesRing(occasion.kind)) return judgeEnd(occasion, person, past, now)
  if (occasion.kind === 'unproven') return judgeUnproven(occasion, person, past)
  return judgeDanger(occasion, person, past, now)
}
