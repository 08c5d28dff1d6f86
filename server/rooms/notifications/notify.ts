import { maySignIn } from '#domain/access/roles'
import { asSimulated } from '#domain/messages/alert-message'
import type { Priority } from '#domain/notifications/recipient'
import type { Facts } from '#server/facts'
import type { Fact } from '#server/platform/changes/index'
import { dayMs, hourMs, later, minuteMs } from '#server/platform/clock'
import type { Secrets } from '#server/platform/secrets'
import type { Tx } from '#server/platform/store/index'
import { timeZoneAt } from '#server/platform/time-zone-at'
import { nearestStrikes, type StrikeNearby } from '#server/rooms/lightning/index'
import { personOf } from '#server/rooms/users/index'
import { judge, type Judged } from './judge.ts'
import {
  occasionsOf,
  type OccasionMoment,
  type Occasion,
  type OccasionSources,
  type Words,
} from './occasions/index.ts'
import type { MessageTraces } from './message-traces.ts'
import { closes, closesRing, Past } from './past.ts'
import { holdWaitingAbout, supersede } from './store/past.ts'
import { recipientAddress, loadPeople, type Person } from './recipients.ts'
import { brieflyMs } from './last-look.ts'
import { insertDeliveries, type AboutWeather, type NewDelivery } from './store/deliveries.ts'
import { insertNotifications, type NotificationKind, type NewNotification } from './store/notifications.ts'

/**
 * Danger lasts until its end: the one that it names, or another message, which overtakes it here and wherever it waits.
 * So does the end until danger returns, and no one should be left waiting for it; how long it may wait outside is
 * decided when it is sent. Anything else is of use only at once.
 */
const longestUsefulMs = 4 * hourMs
/** Danger that names its end. */
const longestNamedMs = dayMs
/** The nearest strike in this period is named. */
const newStrikesMs = 10 * minuteMs

export interface TellDeps {
  readonly secrets: Secrets
  readonly sources: OccasionSources
  /** Records what a transaction does, although it may still be rolled back. */
  readonly traces?: Pick<MessageTraces, 'decided' | 'superseded'> | undefined
}

/** The decision about one occasion, with what is needed to write it. */
interface Verdict extends Judged {
  readonly occasion: Occasion
  readonly person: Person
}
type Worded = Verdict & { readonly words: Words }
type Word = { readonly kind: NotificationKind; readonly ring: number | null }

const keyOf = ({ userId, topic }: Pick<Occasion, 'userId' | 'topic'>) => `${userId} ${topic}`
const ringOf = ({ ofRing }: Occasion) => ofRing?.ring ?? null

/** Inner rings first, because whether a ring covers the ones around it depends on whether its message is sent. */
function innerFirst(occasions: readonly Occasion[]): Occasion[] {
  return occasions.toSorted((one, other) => (ringOf(one) ?? 0) - (ringOf(other) ?? 0))
}

function rowOf({ occasion, kind, decision, words }: Worded, now: Date): NewNotification {
  return {
    customer_id: occasion.customerId,
    user_id: occasion.userId,
    event: occasion.event,
    topic: occasion.topic,
    kind,
    round: occasion.round,
    ring: ringOf(occasion),
    event_type: occasion.eventType,
    location_id: occasion.locationId,
    location_label: occasion.locationLabel,
    message: words.text,
    correlation_id: occasion.correlationId,
    told: decision.told,
    because: decision.because,
    simulated: occasion.simulated,
    created_at: now,
  }
}

/** Lightning that requires no action comes after anything that does, and before anything that is not weather. */
function priorityOf({ kind, words, occasion }: Worded): Priority {
  if (closesRing(kind)) return 'over'
  if (words.tone === 'danger') return 'danger'
  return occasion.ofRing ? 'over' : 'other'
}

function expiryOf({ kind, words: { tone, holdsUntil } }: Worded, now: Date): Date {
  const lasts = tone === 'danger' || closesRing(kind)
  const longestMs = lasts ? (holdsUntil ? longestNamedMs : longestUsefulMs) : brieflyMs
  const latest = later(now, longestMs)
  return holdsUntil && holdsUntil < latest ? holdsUntil : latest
}

function aboutOf({ occasion, person, kind, words, clearBut, satelliteOnly }: Worded): AboutWeather {
  const { place } = occasion.concern(person.row)
  const { topic, locationId } = occasion
  // An alert and a meteorologists' message say themselves until when they apply.
  const namesItsEnd = kind === 'issued' || kind === 'forecast'
  return {
    topic,
    lasts: namesItsEnd ? 'until its end' : words.tone === 'danger' ? 'until told' : 'briefly',
    isEnd: closesRing(kind),
    zones: [person.recipient.timeZone, ...(place ? [timeZoneAt(place)] : [])],
    ...(clearBut && locationId !== null && { clear: { locationId, but: clearBut, satelliteOnly } }),
  }
}

function deliveriesFor(verdict: Worded, notificationId: number, secrets: Secrets, now: Date): NewDelivery[] {
  const { occasion, person, words, channels } = verdict
  return channels.flatMap(channel => {
    const recipient = recipientAddress(person, channel)
    if (recipient === null) return []
    return {
      customerId: occasion.customerId,
      channel,
      recipient,
      subject: words.subject,
      sealedText: secrets.seal(words.text),
      dedupeKey: `notification ${notificationId} ${channel}`,
      expiresAt: expiryOf(verdict, now),
      userId: occasion.userId,
      notificationId,
      // The message has no link if the person cannot sign in.
      ...(occasion.locationId !== null &&
        maySignIn(personOf(person.row).role) && { link: `/?location=${occasion.locationId}` }),
      tone: words.tone,
      priority: priorityOf(verdict),
      about: aboutOf(verdict),
    }
  })
}

/**
 * Notifies people of what facts mean to them: decides who is notified and why, and queues messages, in one transaction
 * with the fact cursor. Messages still waiting on the same topic are overtaken.
 */
export async function notifyAboutFacts(
  tx: Tx,
  facts: readonly Fact<Facts>[],
  deps: TellDeps,
  now: Date,
): Promise<number> {
  return notifyAbout(tx, await occasionsOf(tx, facts, deps.sources, now), deps, now)
}

/** Notifies people of occasions from any origin. Returns the number of messages to send. */
export async function notifyAbout(
  tx: Tx,
  occasions: readonly Occasion[],
  deps: Pick<TellDeps, 'secrets' | 'traces'>,
  now: Date,
): Promise<number> {
  if (occasions.length === 0) return 0
  const people = await loadPeople(tx, [...new Set(occasions.map(({ userId }) => userId))])
  const past = await Past.load(tx, new Set(occasions.map(({ topic }) => topic)), now)

  const verdicts = new Map<Occasion, Verdict>()
  for (const occasion of innerFirst(occasions)) {
    const person = people.get(occasion.userId)
    const judged = person && judge(occasion, person, past, now)
    if (!judged) continue
    verdicts.set(occasion, { ...judged, occasion, person })
    // A message that is about to be sent has reached no one yet.
    const toNobody = { mayHaveReached: [], hasReached: [], isPending: true }
    const reported = { kind: judged.kind, ring: ringOf(occasion), atMs: now.getTime(), ...toNobody }
    if (judged.decision.told || closesRing(judged.kind)) past.add(occasion, reported)
  }
  const inOrder = occasions.flatMap(occasion => verdicts.get(occasion) ?? [])
  return write(tx, await worded(tx, inOrder, now), deps, now)
}

async function worded(tx: Tx, verdicts: readonly Verdict[], now: Date): Promise<Worded[]> {
  const struck = verdicts.flatMap(({ occasion, kind }) =>
    occasion.ofRing && !closesRing(kind) ? occasion.ofRing.delayId : [],
  )
  const nearest = await nearestStrikes(tx, 'system', [...new Set(struck)], later(now, -newStrikesMs))
  return verdicts.map(verdict => ({ ...verdict, words: wordsOf(verdict, nearest, now) }))
}

function wordsOf(
  { occasion, kind, person, isCloser, stillInDelay, unproven, satelliteOnly }: Verdict,
  nearest: ReadonlyMap<number, StrikeNearby>,
  now: Date,
): Words {
  const { ofRing } = occasion
  const say = (kind === 'withdrawn' && ofRing?.withdrawn) || occasion.message
  const strike = ofRing && nearest.get(ofRing.delayId)
  const nearby = strike ?? null
  const moment: OccasionMoment = { now, isCloser, stillInDelay, unproven, satelliteOnly, nearest: nearby }
  const words = say(person.recipient.timeZone, person.row, moment)
  return occasion.simulated ? { ...words, ...asSimulated(words) } : words
}

/** Whether the later of two messages on a topic replaces the earlier one. */
function overtakes({ decision, kind, occasion, person }: Verdict, earlier: Word): boolean {
  if (decision.told || closes(kind)) return true
  // An end that requires no notification affects only its own ring.
  if (closesRing(kind)) return ringOf(occasion) === earlier.ring
  // Danger has returned but the person is not notified of it; even so, the waiting All Clear is false.
  const { ofRing } = occasion
  const isTrue = !ofRing || (!ofRing.isOver && ofRing.concerns(person.row, ofRing.ring))
  return isTrue && closesRing(earlier.kind)
}

async function write(
  tx: Tx,
  verdicts: readonly Worded[],
  { secrets, traces }: Pick<TellDeps, 'secrets' | 'traces'>,
  now: Date,
): Promise<number> {
  const topics = [...new Set(verdicts.map(({ occasion }) => occasion.topic))]
  const byTopic = Map.groupBy(verdicts, ({ occasion }) => keyOf(occasion))
  const waiting = await holdWaitingAbout(tx, 'system', topics)
  const overtaken = waiting.filter(each =>
    byTopic
      .get(keyOf({ userId: each.user_id, topic: each.topic }))
      ?.some(verdict => overtakes(verdict, each)),
  )
  const superseded = await supersede(
    tx,
    'system',
    overtaken.map(({ id }) => id),
    now,
  )
  traces?.superseded(superseded)
  const ids = await insertNotifications(
    tx,
    verdicts.map(verdict => rowOf(verdict, now)),
  )
  const deliveries = [...ids].flatMap(([index, id]) => {
    const verdict = verdicts[index] as Worded
    const own = byTopic.get(keyOf(verdict.occasion)) ?? []
    const since = own.slice(own.indexOf(verdict) + 1)
    const isOvertaken = since.some(other =>
      overtakes(other, { kind: verdict.kind, ring: ringOf(verdict.occasion) }),
    )
    const { told } = verdict.decision
    const queued = told && !isOvertaken ? deliveriesFor(verdict, id, secrets, now) : []
    const { customerId, event, round } = verdict.occasion
    traces?.decided({ id, customerId, event, kind: verdict.kind, round, told, messages: queued.length })
    return queued
  })
  await insertDeliveries(tx, deliveries, now)
  return deliveries.length
}
