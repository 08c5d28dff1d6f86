import { asSimulated, type AlertMessage } from '#domain/messages/alert-message'
import { decideTelling, type Channel, type Decision } from '#domain/notifications/recipient'
import type { Facts } from '#server/facts'
import type { Fact } from '#server/platform/changes/index'
import { hourMs, later, minuteMs } from '#server/platform/clock'
import type { Secrets } from '#server/platform/secrets'
import type { Tx } from '#server/platform/store/index'
import { occasionsOf, type Occasion, type OccasionSources } from './occasions/index.ts'
import { addressOf, loadPeople, type Person } from './recipients.ts'
import { insertDeliveries, type NewDelivery } from './store.ts'
import { closes, Past } from './past.ts'
import { holdWaitingAbout, supersede } from './past-store.ts'
import { insertNotifications, type Kind, type NewNotification } from './told-store.ts'

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
      priority: closes(kind) ? 'over' : message.tone === 'danger' ? 'danger' : 'other',
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
