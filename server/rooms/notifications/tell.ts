import { asSimulated, type AlertMessage } from '#domain/messages/alert-message'
import { decideTelling, type Channel, type Decision } from '#domain/notifications/recipient'
import type { Facts } from '#server/facts'
import type { Fact } from '#server/platform/changes/index'
import { later, minuteMs } from '#server/platform/clock'
import type { Secrets } from '#server/platform/secrets'
import type { Tx } from '#server/platform/store/index'
import { occasionsOf, type Occasion, type OccasionSources } from './occasions.ts'
import { addressOf, loadPeople, type Person } from './recipients.ts'
import { insertDeliveries, type NewDelivery } from './store.ts'
import {
  holdDeliveriesOf,
  holdWaitingAbout,
  insertNotifications,
  supersede,
  toldOf,
  type Kind,
  type NewNotification,
  type QueuedDelivery,
} from './told-store.ts'

/** A word about the weather is of no use later than this. */
const usefulMs = 10 * minuteMs

export interface TellDeps {
  readonly secrets: Secrets
  readonly sources: OccasionSources
}

/** What somebody was told of an event before. */
interface Told {
  readonly kind: Kind
  readonly atMs: number
  /** Null if it is only about to be written. */
  readonly notificationId: number | null
}

/** What is to be written of one occasion. */
interface Verdict {
  readonly occasion: Occasion
  readonly person: Person
  readonly decision: Decision
  readonly message: AlertMessage
  readonly channels: readonly Channel[]
}

const keyOf = ({ userId, event }: Pick<Occasion, 'userId' | 'event'>) => `${userId} ${event}`

/** Whether a delivery has reached its person, or may have. */
const mayHaveReached = ({ state, attempts }: QueuedDelivery) =>
  state === 'waiting' || state === 'superseded' ? attempts > 0 : state !== 'expired' && state !== 'failed'

/** What is known of the past of some occasions, and of those before them in the same batch. */
class Past {
  readonly #told = new Map<string, Told[]>()
  readonly #reached = new Map<number, ReadonlySet<Channel>>()

  static async load(tx: Tx, occasions: readonly Occasion[]): Promise<Past> {
    const events = new Set(occasions.flatMap(({ event, takesBack }) => [event, takesBack ?? event]))
    const rows = await toldOf(tx, 'system', [...events])
    const deliveries = await holdDeliveriesOf(
      tx,
      rows.map(({ id }) => id),
    )
    const past = new Past()
    for (const [id, own] of Map.groupBy(deliveries, each => each.notification_id))
      past.#reached.set(id, new Set(own.filter(mayHaveReached).map(({ channel }) => channel)))
    for (const row of rows)
      past.add(`${row.user_id} ${row.event}`, {
        kind: row.kind,
        atMs: row.created_at.getTime(),
        notificationId: row.id,
      })
    return past
  }

  add(key: string, told: Told) {
    this.#told.set(key, [...(this.#told.get(key) ?? []), told])
  }

  of(occasion: Occasion): readonly Told[] {
    return this.#told.get(keyOf(occasion)) ?? []
  }

  wasToldAllClear({ userId, takesBack }: Occasion): boolean {
    if (takesBack === null) return false
    return (this.#told.get(`${userId} ${takesBack}`) ?? []).some(({ kind }) => kind === 'ended')
  }

  /** By which channels somebody has, or may have, heard of an event. */
  channelsReached(occasion: Occasion): Channel[] {
    return [
      ...new Set(
        this.of(occasion).flatMap(({ notificationId }) => [
          ...(this.#reached.get(notificationId ?? -1) ?? []),
        ]),
      ),
    ]
  }
}

/** Whether an occasion closes what was told, and so goes to whoever was told, whatever they have set meanwhile. */
const isClosing = ({ kind }: Occasion) => kind === 'ended' || kind === 'unproven' || kind === 'cancelled'

function judge(
  occasion: Occasion,
  person: Person,
  past: Past,
  innerRings: ReadonlyMap<string, number>,
  now: Date,
): Pick<Verdict, 'decision' | 'channels'> | null {
  const { recipient, row } = person
  const told = past.of(occasion)
  if (isClosing(occasion)) {
    if (told.length === 0) return null
    const channels = past.channelsReached(occasion)
    return channels.length > 0
      ? { decision: { told: true, because: 'They were told that it began' }, channels }
      : { decision: { told: false, because: 'That it began had not been sent to them yet' }, channels: [] }
  }
  if (past.wasToldAllClear(occasion))
    return {
      decision: { told: true, because: 'They were told All Clear, which is not true any more' },
      channels: recipient.channels,
    }
  const lastAtMs = told.at(-1)?.atMs
  if (occasion.kind === 'again' && lastAtMs !== undefined && now.getTime() - lastAtMs < occasion.againAfterMs)
    return null
  const inner = innerRings.get(`${row.id} ${occasion.locationId}`)
  const decision: Decision =
    occasion.ring !== null && inner !== undefined && inner < occasion.ring
      ? { told: false, because: `Lightning Zone ${inner} is in delay, and speaks for this one` }
      : decideTelling(recipient, occasion.concern(row), now.getTime())
  // Told again, or not: there is no need to write down every strike that did not change anything.
  if (occasion.kind === 'again' && !decision.told) return null
  return { decision, channels: decision.told ? recipient.channels : [] }
}

/** The innermost ring in delay at each person's locations, of those that a batch opens. */
function innermostOpened(occasions: readonly Occasion[]): ReadonlyMap<string, number> {
  const inner = new Map<string, number>()
  for (const { userId, locationId, ring, kind } of occasions) {
    if (ring === null || (kind !== 'opened' && kind !== 'withdrawn' && kind !== 'again')) continue
    const key = `${userId} ${locationId}`
    inner.set(key, Math.min(ring, inner.get(key) ?? ring))
  }
  return inner
}

function rowOf({ occasion, decision, message }: Verdict, now: Date): NewNotification {
  return {
    customer_id: occasion.customerId,
    user_id: occasion.userId,
    event: occasion.event,
    topic: occasion.topic,
    kind: occasion.kind,
    round: occasion.round,
    event_type: occasion.eventType,
    location_id: occasion.locationId,
    location_label: occasion.locationLabel,
    message: message.text,
    correlation_id: null,
    told: decision.told,
    because: decision.because,
    simulated: occasion.simulated,
    created_at: now,
  }
}

function deliveriesFor(
  { occasion, person, message, channels }: Verdict,
  notificationId: number,
  secrets: Secrets,
  now: Date,
): NewDelivery[] {
  return channels.flatMap(channel => {
    const recipient = addressOf(person, channel)
    if (recipient === null) return []
    return {
      customerId: occasion.customerId,
      channel,
      recipient,
      subject: message.subject,
      sealedText: secrets.seal(message.text),
      dedupeKey: `notification ${notificationId} ${channel}`,
      expiresAt: later(now, usefulMs),
      userId: occasion.userId,
      notificationId,
      ...(occasion.locationId !== null && { link: `/?location=${occasion.locationId}` }),
      tone: message.tone,
    }
  })
}

/**
 * Tells people what facts mean to them: who is told and who is not, and why, and what is to be sent, in one
 * transaction with the cursor of the facts. What waits to be sent about the same thing is overtaken by it.
 */
export async function tellOfFacts(
  tx: Tx,
  facts: readonly Fact<Facts>[],
  { secrets, sources }: TellDeps,
  now: Date,
): Promise<number> {
  const occasions = await occasionsOf(tx, facts, sources)
  if (occasions.length === 0) return 0
  const people = await loadPeople(tx, [...new Set(occasions.map(({ userId }) => userId))])
  const past = await Past.load(tx, occasions)
  const innerRings = innermostOpened(occasions)

  const verdicts: Verdict[] = []
  for (const occasion of occasions) {
    const person = people.get(occasion.userId)
    const judged = person && judge(occasion, person, past, innerRings, now)
    if (!judged) continue
    const plain = occasion.message(person.recipient.timeZone, person.row)
    verdicts.push({ ...judged, occasion, person, message: occasion.simulated ? asSimulated(plain) : plain })
    if (judged.decision.told)
      past.add(keyOf(occasion), { kind: occasion.kind, atMs: now.getTime(), notificationId: null })
  }
  return write(tx, verdicts, secrets, now)
}

async function write(tx: Tx, verdicts: readonly Verdict[], secrets: Secrets, now: Date): Promise<number> {
  const newest = new Map(
    verdicts.map(({ occasion }, index) => [`${occasion.userId} ${occasion.topic}`, index]),
  )
  const waiting = await holdWaitingAbout(tx, [...new Set(verdicts.map(({ occasion }) => occasion.topic))])
  await supersede(
    tx,
    waiting.filter(({ user_id, topic }) => newest.has(`${user_id} ${topic}`)).map(({ id }) => id),
    now,
  )
  const ids = await insertNotifications(
    tx,
    verdicts.map(verdict => rowOf(verdict, now)),
  )
  const deliveries = [...ids].flatMap(([index, id]) => {
    const verdict = verdicts[index] as Verdict
    const isNewest = newest.get(`${verdict.occasion.userId} ${verdict.occasion.topic}`) === index
    return isNewest && verdict.decision.told ? deliveriesFor(verdict, id, secrets, now) : []
  })
  await insertDeliveries(tx, deliveries, now)
  return deliveries.length
}
