import { asSimulated, type AlertMessage } from '#domain/messages/alert-message'
import { decideTelling, type Channel, type Decision } from '#domain/notifications/recipient'
import type { Facts } from '#server/facts'
import type { Fact } from '#server/platform/changes/index'
import { dayMs, hourMs, later, minuteMs } from '#server/platform/clock'
import type { Secrets } from '#server/platform/secrets'
import type { Tx } from '#server/platform/store/index'
import { occasionsOf, type Occasion, type OccasionSources } from './occasions/index.ts'
import { addressOf, loadPeople, type Person } from './recipients.ts'
import { insertDeliveries, type NewDelivery } from './store.ts'
import {
  holdDeliveriesOf,
  holdWaitingAbout,
  insertNotifications,
  supersede,
  toldAbout,
  type Kind,
  type NewNotification,
  type QueuedDelivery,
} from './told-store.ts'

/** That there is danger is of no use later than this: by then it may be over. */
const dangerUsefulMs = 10 * minuteMs
/** That it is over stays true until there is danger again, and is overtaken then: nobody is to wait for it in vain. */
const overUsefulMs = 4 * hourMs

export interface TellDeps {
  readonly secrets: Secrets
  readonly sources: OccasionSources
}

/** What is to be written of one occasion. */
interface Verdict {
  readonly occasion: Occasion
  readonly person: Person
  readonly kind: Kind
  readonly decision: Decision
  readonly message: AlertMessage
  readonly channels: readonly Channel[]
}

/** Older than this, what somebody was told is forgotten. */
const rememberedMs = 14 * dayMs

/** Whoever has these last believes that it is over. */
const closes = (kind: Kind) => kind === 'ended' || kind === 'cancelled'

const keyOf = ({ userId, topic }: Pick<Occasion, 'userId' | 'topic'>) => `${userId} ${topic}`

/** Whether a delivery has reached its person, or may have. */
function mayHaveReached({ state, attempts }: QueuedDelivery): boolean {
  if (state === 'waiting' || state === 'superseded') return attempts > 0
  // The last time that it was taken up it was too late to try.
  return state === 'expired' ? attempts > 1 : state !== 'failed'
}

const hasReached = ({ state }: QueuedDelivery) =>
  state === 'sent' || state === 'delivered' || state === 'kept'

interface Told {
  readonly event: string
  readonly kind: Kind
  readonly atMs: number
  readonly mayHaveReached: readonly Channel[]
  readonly hasReached: readonly Channel[]
}

/** What people have heard about topics: what was told before, and what this batch tells. */
class Past {
  readonly #told = new Map<string, Told[]>()

  static async load(tx: Tx, topics: ReadonlySet<string>, now: Date): Promise<Past> {
    const rows = await toldAbout(tx, 'system', [...topics], later(now, -rememberedMs))
    const held = await holdDeliveriesOf(
      tx,
      'system',
      rows.map(({ id }) => id),
    )
    const byNotification = Map.groupBy(held, each => each.notification_id)
    const past = new Past()
    for (const { id, user_id: userId, topic, event, kind, created_at } of rows) {
      const deliveries = byNotification.get(id) ?? []
      const channelsOf = (those: typeof deliveries) => those.map(({ channel }) => channel)
      past.add(
        { userId, topic },
        {
          event,
          kind,
          atMs: created_at.getTime(),
          mayHaveReached: channelsOf(deliveries.filter(mayHaveReached)),
          hasReached: channelsOf(deliveries.filter(hasReached)),
        },
      )
    }
    return past
  }

  add(about: Pick<Occasion, 'userId' | 'topic'>, told: Told) {
    const key = keyOf(about)
    const known = this.#told.get(key)
    if (known) known.push(told)
    else this.#told.set(key, [told])
  }

  #of(about: Pick<Occasion, 'userId' | 'topic'>): readonly Told[] {
    return this.#told.get(keyOf(about)) ?? []
  }

  /** Whether somebody was told last that there is danger. */
  standsTold(about: Pick<Occasion, 'userId' | 'topic'>): boolean {
    const last = this.#of(about).at(-1)
    return last !== undefined && !closes(last.kind)
  }

  lastToldMs(occasion: Occasion): number | undefined {
    return this.#of(occasion).findLast(({ kind }) => !closes(kind))?.atMs
  }

  wasTold(occasion: Occasion): boolean {
    return this.#of(occasion).some(({ kind }) => !closes(kind))
  }

  /** Whether the all clear of a delay has, or may have, reached somebody. */
  allClearReached(occasion: Occasion, event: string): boolean {
    return this.#of(occasion).some(
      told => told.event === event && closes(told.kind) && told.mayHaveReached.length > 0,
    )
  }

  /**
   * The channels on which somebody may believe that there is danger, and that are to hear that it is over: a word of
   * danger counts if it may have come, one that it is over only if it has.
   */
  channelsInDanger(occasion: Occasion): Channel[] {
    const inDanger = new Set<Channel>()
    for (const told of this.#of(occasion)) {
      if (closes(told.kind)) for (const channel of told.hasReached) inDanger.delete(channel)
      else for (const channel of told.mayHaveReached) inDanger.add(channel)
    }
    return [...inDanger]
  }
}

type Judged = Pick<Verdict, 'kind' | 'decision' | 'channels'>

/** That something is over, or cannot be said to be, is told to whoever believes in it, whatever they have set meanwhile. */
function judgeClosing({ kind, ...occasion }: Occasion, past: Past): Judged | null {
  const channels = past.channelsInDanger({ kind, ...occasion })
  if (channels.length > 0)
    return { kind, channels, decision: { told: true, because: 'They were notified when it began' } }
  if (!past.wasTold({ kind, ...occasion })) return null
  const because = 'That it began had not been sent to them'
  return { kind, channels, decision: { told: false, because } }
}

function judge(occasion: Occasion, { recipient, row }: Person, past: Past, now: Date): Judged | null {
  const { kind, takesBack } = occasion
  if (closes(kind) || kind === 'unproven') return judgeClosing(occasion, past)
  if (takesBack && past.allClearReached(occasion, takesBack.event)) {
    const because = 'They were told All Clear, which is no longer true'
    return { kind: 'withdrawn', decision: { told: true, because }, channels: recipient.channels }
  }
  const lastMs = past.lastToldMs(occasion)
  if (kind === 'again' && lastMs !== undefined && now.getTime() - lastMs < occasion.againAfterMs) return null
  const inner = occasion.inner.find(({ topic }) => past.standsTold({ userId: occasion.userId, topic }))
  const decision: Decision = inner
    ? { told: false, because: `Lightning Zone ${inner.ring} is in delay, and speaks for this one` }
    : decideTelling(recipient, occasion.concern(row), now.getTime())
  // There is no need to write down every strike that changed nothing.
  if (kind === 'again' && !decision.told) return null
  return { kind, decision, channels: decision.told ? recipient.channels : [] }
}

/** Inner rings first: whether one speaks for those around it depends on whether it is told. */
function innerFirst(occasions: readonly Occasion[]): Occasion[] {
  return occasions.toSorted((one, other) => one.inner.length - other.inner.length)
}

function rowOf({ occasion, kind, decision, message }: Verdict, now: Date): NewNotification {
  return {
    customer_id: occasion.customerId,
    user_id: occasion.userId,
    event: occasion.event,
    topic: occasion.topic,
    kind,
    round: occasion.round,
    event_type: occasion.eventType,
    location_id: occasion.locationId,
    location_label: occasion.locationLabel,
    message: message.text,
    correlation_id: occasion.correlationId,
    told: decision.told,
    because: decision.because,
    simulated: occasion.simulated,
    created_at: now,
  }
}

function deliveriesFor(
  { occasion, person, kind, message, channels }: Verdict,
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
      expiresAt: later(now, closes(kind) ? overUsefulMs : dangerUsefulMs),
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
  const occasions = await occasionsOf(tx, facts, sources, now)
  if (occasions.length === 0) return 0
  const people = await loadPeople(tx, [...new Set(occasions.map(({ userId }) => userId))])
  const topics = occasions.flatMap(({ topic, inner }) => [topic, ...inner.map(ring => ring.topic)])
  const past = await Past.load(tx, new Set(topics), now)

  const verdicts = new Map<Occasion, Verdict>()
  for (const occasion of innerFirst(occasions)) {
    const person = people.get(occasion.userId)
    const judged = person && judge(occasion, person, past, now)
    if (!judged) continue
    verdicts.set(occasion, { ...judged, occasion, person, message: wordsOf(occasion, judged.kind, person) })
    // What is only about to be sent has reached nobody yet.
    const toNobody = { mayHaveReached: [], hasReached: [] }
    const told = { event: occasion.event, kind: judged.kind, atMs: now.getTime(), ...toNobody }
    if (judged.decision.told) past.add(occasion, told)
  }
  const inOrder = occasions.flatMap(occasion => verdicts.get(occasion) ?? [])
  return write(tx, inOrder, secrets, now)
}

function wordsOf(occasion: Occasion, kind: Kind, { recipient, row }: Person): AlertMessage {
  const words = kind === 'withdrawn' ? (occasion.takesBack?.message ?? occasion.message) : occasion.message
  const message = words(recipient.timeZone, row)
  return occasion.simulated ? asSimulated(message) : message
}

async function write(tx: Tx, verdicts: readonly Verdict[], secrets: Secrets, now: Date): Promise<number> {
  const newest = new Map(
    verdicts.map(({ occasion }, index) => [`${occasion.userId} ${occasion.topic}`, index]),
  )
  const waiting = await holdWaitingAbout(tx, 'system', [
    ...new Set(verdicts.map(({ occasion }) => occasion.topic)),
  ])
  await supersede(
    tx,
    'system',
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
