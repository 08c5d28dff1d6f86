import { setTimeout as sleep } from 'node:timers/promises'
import { channels as channelNames, type Channel as ChannelName } from '#domain/notifications/recipient'
import type { Facts } from '#server/facts'
import { later, minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Leadership } from '#server/platform/leadership/index'
import { isRehearsal } from '#server/platform/rehearsal/index'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import type { DeliveryChannel, DeliveryAttempt } from './channels/channel.ts'
import { expireWaiting, holdWaiting, settle, takeDue, type Settled } from './dispatch-store.ts'
import { canaryRecipient, rankOf, type DeliveryRow } from './store.ts'

export interface DispatchTimes {
  /** An attempt that takes longer is over; whether the message went out is not known then. */
  readonly longestAttemptMs: number
  /** Longer than any attempt, and than writing down what became of it. */
  readonly leaseMs: number
  readonly firstPauseMs: number
  /** An attempt that takes longer than this no longer keeps the next one from beginning. */
  readonly slowMs: number
}
const usualTimes: DispatchTimes = {
  longestAttemptMs: 25 * secondMs,
  leaseMs: 40 * secondMs,
  firstPauseMs: 5 * secondMs,
  slowMs: 2 * secondMs,
}
const longestPauseMs = 15 * minuteMs
/** Danger, and that it is over, arrive soon after a provider is back, however long it was away. */
const longestUrgentPauseMs = 30 * secondMs
/** Those that come to an end within this make room together. */
const gatherMs = 2

/** Twice as long after each attempt, up to a limit, with up to a fifth more so that retries spread out. */
export function pauseAfter(
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
  readonly leadership: Pick<Leadership<Facts>, 'term' | 'keep'>
  readonly channels: Readonly<Record<ChannelName, DeliveryChannel>>
  readonly chance: () => number
  readonly times?: DispatchTimes
  /** Called when this process finds that a rehearsal is over. */
  readonly afterRehearsal?: () => void
}

async function withinTime(outcome: Promise<DeliveryAttempt>, longestMs: number): Promise<DeliveryAttempt> {
  const over = Promise.withResolvers<DeliveryAttempt>()
  const timer = setTimeout(
    () => over.resolve({ kind: 'try-again', because: `No answer within ${longestMs / secondMs} seconds` }),
    longestMs,
  )
  try {
    return await Promise.race([outcome, over.promise])
  } finally {
    clearTimeout(timer)
  }
}

function settledBy(
  outcome: DeliveryAttempt,
  about: Pick<Settled, 'id' | 'term' | 'at'>,
  pauseMs: number,
): Settled {
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
    case 'try-again': {
      const nextAttemptAt = later(about.at, Math.max(pauseMs, outcome.afterMs ?? 0))
      return { ...about, state: 'waiting', error: outcome.because, nextAttemptAt }
    }
  }
}

async function deliver(row: DeliveryRow, name: ChannelName, deps: DispatchDeps): Promise<DeliveryAttempt> {
  const { clock, channels, secrets } = deps
  if (row.recipient === canaryRecipient) return channels[name].probe()
  const usefulMs = row.expires_at.getTime() - clock.now().getTime()
  return channels[name].deliver({
    customerId: row.customer_id,
    recipient: row.recipient,
    subject: row.subject,
    text: secrets.open(row.sealed_text),
    key: `delivery-${row.id}`,
    deliveryId: row.id,
    userId: row.user_id,
    isNotification: row.notification_id !== null,
    replyTo: row.reply_to,
    link: row.link,
    tone: row.tone,
    usefulSeconds: Math.max(1, Math.floor(usefulMs / secondMs)),
  })
}

/** A message that cannot even be tried must not keep the others from being sent. */
const asOutcome = (error: unknown): DeliveryAttempt => ({
  kind: 'give-up',
  because: (error as Error).message,
})

/** Writes outcomes down as they come: at once, and those that come meanwhile together. What fails is kept for the next time. */
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

/** Sends what is due on one channel, without end: what it takes up is sent at once, and nothing waits for a neighbor. */
export interface Dispatcher {
  /** Takes up as much as there are free places for. Resolves when it is under way, not when it has arrived. */
  fill(): Promise<void>
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
  /** Takes up nothing more. */
  stop(): void
}

function createDispatcher(name: ChannelName, deps: DispatchDeps): Dispatcher {
  const { db, clock, leadership, chance, times = usualTimes } = deps
  const { atOnce, atMost } = deps.channels[name]
  const outcomes = settler(db)
  const underWay = new Set<UnderWay>()
  /** Those that are under way, and those that are being written down. */
  const unfinished = new Set<Promise<void>>()
  let isStopped = false
  let isHeld = false
  let looking: Promise<void> | undefined
  let next: Promise<void> | undefined

  const isSlow = ({ sinceMs }: UnderWay) => clock.monotonicMs() - sinceMs >= times.slowMs

  /** As many as the channel takes at a time. Those that hang do not count, but are never more than it can hold. */
  function placesFor(isDanger: boolean): number {
    const brisk = [...underWay].filter(each => !isSlow(each))
    if (isDanger) {
      const same = brisk.filter(({ row }) => row.priority === rankOf('danger'))
      return Math.min(atOnce - same.length, atMost - underWay.size)
    }
    // Whatever hangs, there is always room for danger.
    return Math.min(atOnce - brisk.length, atMost - atOnce - underWay.size)
  }

  /** Domains of which so much hangs that, with another turn, the others would have no place left. */
  function hangingDomains(): string[] {
    const slow = [...underWay].filter(isSlow).flatMap(({ row }) => row.recipient.split('@')[1] ?? [])
    const most = Math.max(1, atMost - atOnce - Math.ceil(atOnce / 2))
    return [...Map.groupBy(slow, domain => domain)]
      .filter(([, those]) => those.length >= most)
      .map(([domain]) => domain)
  }

  async function attempt(row: DeliveryRow, term: number): Promise<void> {
    const outcome = await withinTime(deliver(row, name, deps).catch(asOutcome), times.longestAttemptMs)
    const about = { id: row.id, term, at: clock.now() }
    outcomes.add(settledBy(outcome, about, pauseAfter(row, chance(), times)))
  }

  async function send(row: DeliveryRow, term: number): Promise<void> {
    const own: UnderWay = { row, sinceMs: clock.monotonicMs() }
    underWay.add(own)
    await attempt(row, term)
    underWay.delete(own)
    await sleep(gatherMs)
    await Promise.all([outcomes.write(), fill()])
    // Its end may have waited for this one.
    await fill()
  }

  function begin(row: DeliveryRow, term: number) {
    // What the database refuses now is done by the next turn of the schedule, which reports it.
    const sending: Promise<void> = send(row, term)
      .catch(() => {})
      .finally(() => unfinished.delete(sending))
    unfinished.add(sending)
  }

  /** The last look before sending: still waiting, overtaken by nothing, and ours to send. */
  async function take(): Promise<void> {
    const term = leadership.term()
    if (term === null || isStopped || placesFor(true) <= 0) return
    const now = clock.now()
    const about = { channel: name, term, now, until: later(now, times.leaseMs), butNotTo: hangingDomains() }
    const rows = await leadership.keep(async tx => {
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
    for (const row of rows) begin(row, term)
  }

  /** One look at what is due, which serves everybody who asks before it begins. What comes to its end asks again. */
  function fill(): Promise<void> {
    if (!looking) {
      looking = take().finally(() => (looking = undefined))
      return looking
    }
    const before = looking.catch(() => {}) // told to whoever asked for it
    next ??= before.then(() => {
      next = undefined
      return fill()
    })
    return next
  }

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
  /** Takes up what is due on every channel. */
  fill(): Promise<void>
  idle(): Promise<void>
  /** Takes up nothing more, and waits a little for what is under way. */
  stop(): Promise<void>
}

const longestFarewellMs = 5 * secondMs

/** Sends everything that is due, each channel for itself: one that hangs does not hold up the others. */
export function createDispatch(deps: DispatchDeps): Dispatch {
  const { clock, leadership } = deps
  const dispatchers = channelNames.map(name => createDispatcher(name, deps))
  const idle = async () => void (await Promise.all(dispatchers.map(each => each.idle())))
  return {
    async fill() {
      const term = leadership.term()
      if (term === null) return
      await leadership.keep(tx => expireWaiting(tx, 'system', term, clock.now()))
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
