import { setTimeout as sleep } from 'node:timers/promises'
import { channels as channelNames, type Channel as ChannelName } from '#domain/notifications/recipient'
import type { Facts } from '#server/facts'
import { later, minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Leadership } from '#server/platform/leadership/index'
import { isRehearsal } from '#server/platform/rehearsal/index'
import type { Secrets } from '#server/platform/secrets'
import { createSharedRun } from '#server/platform/serial'
import type { Db } from '#server/platform/store/index'
import type { DeliveryChannel, DeliveryAttempt } from './channels/channel.ts'
import { lastLook } from './last-look.ts'
import type { MessageTraces } from './message-traces.ts'
import type { RingsAt } from './occasions/index.ts'
import { expireWaiting, holdWaiting, removeLinks, settle, takeDue, type Settled } from './store/dispatch.ts'
import { canaryRecipient, rankOf, type DeliveryRow } from './store/deliveries.ts'

export interface DispatchTimes {
  /** An attempt that takes longer is aborted; whether the message was sent is then unknown. */
  readonly longestAttemptMs: number
  /** Longer than any attempt plus the time to record its result. */
  readonly leaseMs: number
  readonly firstPauseMs: number
  /** An attempt slower than this no longer blocks the next one. */
  readonly slowMs: number
}
const usualTimes: DispatchTimes = {
  longestAttemptMs: 25 * secondMs,
  leaseMs: 40 * secondMs,
  firstPauseMs: 5 * secondMs,
  slowMs: 2 * secondMs,
}
const longestPauseMs = 15 * minuteMs
/** Danger and its end go out soon after a provider is back, however long it was down. */
const longestUrgentPauseMs = 30 * secondMs
/** What is not true at the moment is looked at again after this time: it becomes true, or a newer message replaces it. */
const lookAgainMs = 10 * secondMs
/** Attempts that finish within this time free their slots together. */
const gatherMs = 2

/**
 * The delay after a failed attempt. Doubles each time up to a limit, plus up to a fifth of jitter to spread retries.
 */
export function deliveryPauseAfter(
  { attempts, priority }: Pick<DeliveryRow, 'attempts' | 'priority'>,
  chance: number,
  { firstPauseMs }: Pick<DispatchTimes, 'firstPauseMs'> = usualTimes,
): number {
  const longestMs = priority <= rankOf('over') ? longestUrgentPauseMs : longestPauseMs
  const pause = Math.min(firstPauseMs * 2 ** (attempts - 1), longestMs)
  return Math.round(pause * (1 + 0.2 * chance))
}

export interface DispatchDeps {
  readonly db: Db
  readonly clock: Clock
  readonly secrets: Secrets
  readonly leadership: Pick<Leadership<Facts>, 'term' | 'commit'>
  readonly channels: Readonly<Record<ChannelName, DeliveryChannel>>
  readonly chance: () => number
  readonly ringsAt: RingsAt
  readonly times?: DispatchTimes
  /** Called when this process sees that a rehearsal is over. */
  readonly afterRehearsal?: () => void
  readonly traces?: MessageTraces | undefined
}

/** An attempt, or that the message was held back because it is not true now. */
type Outcome = DeliveryAttempt | { readonly kind: 'held back' }

async function withinTime(outcome: Promise<Outcome>, longestMs: number): Promise<Outcome> {
  const over = Promise.withResolvers<Outcome>()
  const timer = setTimeout(
    () => over.resolve({ kind: 'try-again', because: `No response within ${longestMs / secondMs} seconds` }),
    longestMs,
  )
  try {
    return await Promise.race([outcome, over.promise])
  } finally {
    clearTimeout(timer)
  }
}

function settledBy(outcome: Outcome, about: Pick<Settled, 'id' | 'term' | 'at'>, pauseMs: number): Settled {
  switch (outcome.kind) {
    case 'sent':
      return {
        ...about,
        state: 'sent',
        error: null,
        providerRef: outcome.ref,
        providerAnswer: outcome.answer,
      }
    case 'kept':
      return { ...about, state: 'kept', error: outcome.because ?? null }
    case 'give-up':
      return { ...about, state: 'failed', error: outcome.because }
    case 'held back': {
      const nextAttemptAt = later(about.at, lookAgainMs)
      return { ...about, state: 'waiting', error: 'Not true at the moment', nextAttemptAt, isHeldBack: true }
    }
    case 'try-again': {
      const nextAttemptAt = later(about.at, Math.max(pauseMs, outcome.afterMs ?? 0))
      return { ...about, state: 'waiting', error: outcome.because, nextAttemptAt }
    }
  }
}

async function deliver(row: DeliveryRow, name: ChannelName, deps: DispatchDeps): Promise<Outcome> {
  const { clock, channels, secrets } = deps
  if (row.recipient === canaryRecipient) return channels[name].probe()
  const words = { subject: row.subject, text: secrets.open(row.sealed_text) }
  const said = lastLook(row, words, deps.ringsAt, clock.now())
  if (said === null) return { kind: 'held back' }
  return channels[name].deliver({
    ...said,
    customerId: row.customer_id,
    recipient: row.recipient,
    // After a copy that was accepted, the next one is another message to the provider.
    key: `delivery-${row.id}${row.provider_ref === null ? '' : `-after-${row.provider_ref}`}`,
    deliveryId: row.id,
    userId: row.user_id,
    isNotification: row.notification_id !== null,
    replyTo: row.reply_to,
    link: row.link,
    tone: row.tone,
    topic: row.about?.topic ?? null,
    sentAt: clock.now(),
    asksReceipt: row.tone === 'danger' || row.about?.isEnd === true,
  })
}

/** A message that cannot even be attempted must not block the others. The database may just be briefly unavailable. */
const asOutcome = (error: unknown): DeliveryAttempt => ({
  kind: 'try-again',
  because: (error as Error).message,
})

/**
 * Records results as they arrive, batching those that arrive during a write. Results that could not be written are kept
 * for the next write.
 */
function settler(db: Db) {
  let waiting: Settled[] = []
  let writing: Promise<void> | undefined
  async function writeAll() {
    try {
      while (waiting.length > 0) {
        const some = waiting
        waiting = []
        try {
          await settle(db, 'system', some)
        } catch (error) {
          waiting = [...some, ...waiting]
          throw error
        }
      }
    } finally {
      writing = undefined
    }
  }
  return {
    add: (settled: Settled) => void waiting.push(settled),
    async write(): Promise<void> {
      if (waiting.length > 0) writing ??= writeAll()
      await writing
    },
  }
}

interface UnderWay {
  readonly row: Pick<DeliveryRow, 'recipient' | 'priority'>
  readonly sinceMs: number
}

/**
 * Continuously sends due messages on one channel: each one that is taken is sent immediately, and none waits for
 * another.
 */
export interface Dispatcher {
  /** Takes as many messages as there are free slots. Resolves when they are in progress, not when they have arrived. */
  fill(): Promise<void>
  /** Resolves when nothing is in progress. */
  idle(): Promise<void>
  /** Takes no more messages. */
  stop(): void
}

function createDispatcher(name: ChannelName, deps: DispatchDeps): Dispatcher {
  const { db, clock, leadership, chance, times = usualTimes } = deps
  const { atOnce, atMost } = deps.channels[name]
  const outcomes = settler(db)
  const underWay = new Set<UnderWay>()
  /** Messages being sent or recorded. */
  const unfinished = new Set<Promise<void>>()
  let isStopped = false
  let isHeld = false

  const isSlow = ({ sinceMs }: UnderWay) => clock.monotonicMs() - sinceMs >= times.slowMs

  /**
   * The number of free slots. A message that hangs does not occupy a slot, but the total never exceeds what the channel
   * can hold.
   */
  function placesFor(isDanger: boolean): number {
    const brisk = [...underWay].filter(each => !isSlow(each))
    if (isDanger) {
      const same = brisk.filter(({ row }) => row.priority === rankOf('danger'))
      return Math.min(atOnce - same.length, atMost - underWay.size)
    }
    // However many messages hang, there is always room for danger.
    return Math.min(atOnce - brisk.length, atMost - atOnce - underWay.size)
  }

  /** Domains with so many hanging messages that one more round would leave no slot for the others. */
  function hangingDomains(): string[] {
    const slow = [...underWay].filter(isSlow).flatMap(({ row }) => row.recipient.split('@')[1] ?? [])
    const most = Math.max(1, atMost - atOnce - Math.ceil(atOnce / 2))
    return [...Map.groupBy(slow, domain => domain)]
      .filter(([, those]) => those.length >= most)
      .map(([domain]) => domain)
  }

  async function attempt(row: DeliveryRow, term: number): Promise<void> {
    const from = clock.now()
    const outcome = await withinTime(deliver(row, name, deps).catch(asOutcome), times.longestAttemptMs)
    const about = { id: row.id, term, at: clock.now() }
    const settled = settledBy(outcome, about, deliveryPauseAfter(row, chance(), times))
    outcomes.add(settled)
    if (row.recipient !== canaryRecipient && outcome.kind !== 'held back')
      deps.traces?.attempted(row, from, outcome, settled.state)
  }

  async function send(row: DeliveryRow, term: number): Promise<void> {
    const own: UnderWay = { row, sinceMs: clock.monotonicMs() }
    underWay.add(own)
    await attempt(row, term)
    underWay.delete(own)
    await sleep(gatherMs)
    await Promise.all([outcomes.write(), fill()])
    // The end of a danger may have been waiting for this message.
    await fill()
  }

  function begin(row: DeliveryRow, term: number) {
    // The next scheduled run retries what the database rejects now, and reports it.
    const sending: Promise<void> = send(row, term)
      .catch(() => {})
      .finally(() => unfinished.delete(sending))
    unfinished.add(sending)
  }

  /** Takes due messages. The last check before sending: still waiting, not overtaken, and ours to send. */
  async function take(): Promise<void> {
    const term = leadership.term()
    if (term === null || isStopped || placesFor(true) <= 0) return
    const now = clock.now()
    const about = { channel: name, term, now, until: later(now, times.leaseMs), butNotTo: hangingDomains() }
    const rows = await leadership.commit(async tx => {
      const wasHeld = isHeld
      isHeld = await isRehearsal(tx)
      if (wasHeld && !isHeld) deps.afterRehearsal?.()
      if (isHeld) {
        await holdWaiting(tx, 'system', about)
        return []
      }
      const [most, rest] = [placesFor(true), placesFor(false)]
      const danger = await takeDue(tx, 'system', { ...about, from: 'danger', through: 'danger', most })
      if (danger.length === most) return danger
      const others = { from: 'over', through: 'other', most: Math.min(rest, most - danger.length) } as const
      return [...danger, ...(await takeDue(tx, 'system', { ...about, ...others }))]
    })
    deps.traces?.taken(rows)
    for (const row of rows) begin(row, term)
  }

  /**
   * Takes due messages; callers that ask before a run begins share that run. When an attempt finishes, another run is
   * requested.
   */
  const fill = createSharedRun(take)

  return {
    async fill() {
      await outcomes.write()
      await fill()
    },
    async idle() {
      while (unfinished.size > 0) await Promise.all(unfinished)
    },
    stop() {
      isStopped = true
    },
  }
}

export interface Dispatch {
  /** Takes due messages on every channel. */
  fill(): Promise<void>
  idle(): Promise<void>
  /** Takes no more messages and waits briefly for those in progress. */
  stop(): Promise<void>
}

const longestFarewellMs = 5 * secondMs

/** Sends everything that is due, each channel independently, so that a channel that hangs does not delay the others. */
export function createDispatch(deps: DispatchDeps): Dispatch {
  const { clock, leadership } = deps
  const dispatchers = channelNames.map(name => createDispatcher(name, deps))
  const idle = async () => void (await Promise.all(dispatchers.map(each => each.idle())))
  return {
    async fill() {
      const term = leadership.term()
      if (term === null) return
      const expired = await leadership.commit(async tx => {
        const rows = await expireWaiting(tx, 'system', term, clock.now())
        await removeLinks(tx, 'system', clock.now())
        return rows
      })
      const toPeople = expired.filter(({ recipient }) => recipient !== canaryRecipient)
      deps.traces?.ended(toPeople, 'expired')
      await Promise.all(dispatchers.map(each => each.fill()))
    },
    idle,
    async stop() {
      for (const each of dispatchers) each.stop()
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, longestFarewellMs)
      await Promise.race([idle(), late])
      clearTimeout(timer)
    },
  }
}
