import { channels as channelNames, type Channel as ChannelName } from '#domain/notifications/recipient'
import { later, minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import type { Channel, Outcome } from './channels/channel.ts'
import { leaseDue, settle, type DeliveryRow, type Settled } from './store.ts'

export interface DispatchTimes {
  /** An attempt that takes longer is over; whether the message went out is not known then. */
  readonly longestAttemptMs: number
  /** Longer than any attempt: what a process took up that died is taken up by the next one then. */
  readonly leaseMs: number
  readonly firstPauseMs: number
}
const usualTimes: DispatchTimes = {
  longestAttemptMs: 25 * secondMs,
  leaseMs: 40 * secondMs,
  firstPauseMs: 5 * secondMs,
}
const leasedAtOnce = 200
const longestPauseMs = 15 * minuteMs

/** Twice as long after each attempt, up to a limit, with up to a fifth more so that retries spread out. */
export function pauseAfter(
  attempts: number,
  chance: number,
  { firstPauseMs }: Pick<DispatchTimes, 'firstPauseMs'> = usualTimes,
): number {
  const pause = Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs)
  return Math.round(pause * (1 + 0.2 * chance))
}

export interface DispatchDeps {
  readonly db: Db
  readonly clock: Clock
  readonly secrets: Secrets
  readonly channels: Readonly<Record<ChannelName, Channel>>
  readonly chance: () => number
  readonly times?: DispatchTimes
}

async function withinTime(outcome: Promise<Outcome>, longestMs: number): Promise<Outcome> {
  const over = Promise.withResolvers<Outcome>()
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

function settledBy(outcome: Outcome, row: DeliveryRow, now: Date, pauseMs: number): Settled {
  const about = { id: row.id, at: now }
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
      return { ...about, state: 'kept', error: null }
    case 'give-up':
      return { ...about, state: 'failed', error: outcome.because }
    case 'try-again': {
      const nextAttemptAt = later(now, Math.max(pauseMs, outcome.afterMs ?? 0))
      return { ...about, state: 'waiting', error: outcome.because, nextAttemptAt }
    }
  }
}

async function deliver(row: DeliveryRow, { clock, channels, secrets }: DispatchDeps): Promise<Outcome> {
  const usefulMs = row.expires_at.getTime() - clock.now().getTime()
  return channels[row.channel].deliver({
    recipient: row.recipient,
    subject: row.subject,
    text: secrets.open(row.sealed_text),
    key: `delivery-${row.id}`,
    userId: row.user_id,
    isNotification: row.notification_id !== null,
    replyTo: row.reply_to,
    link: row.link,
    tone: row.tone,
    usefulSeconds: Math.max(1, Math.floor(usefulMs / secondMs)),
  })
}

/** A message that cannot even be tried must not keep the others from being sent. */
const asOutcome = (error: unknown): Outcome => ({ kind: 'give-up', because: (error as Error).message })

async function attempt(row: DeliveryRow, deps: DispatchDeps): Promise<Settled> {
  const { clock, chance, times = usualTimes } = deps
  const now = clock.now()
  if (row.expires_at <= now) return { id: row.id, state: 'expired', at: now, error: row.last_error }
  const outcome = await withinTime(deliver(row, deps).catch(asOutcome), times.longestAttemptMs)
  return settledBy(outcome, row, clock.now(), pauseAfter(row.attempts, chance(), times))
}

/** Writes outcomes down as they come: at once, and those that come meanwhile together. */
function settler(db: Db) {
  let waiting: Settled[] = []
  let writing: Promise<void> | undefined
  async function writeAll() {
    while (waiting.length > 0) {
      const some = waiting
      waiting = []
      await settle(db, 'system', some)
    }
    writing = undefined
  }
  return (settled: Settled): Promise<void> => {
    waiting.push(settled)
    return (writing ??= writeAll())
  }
}

async function* dueOn(channel: ChannelName, { db, clock, times = usualTimes }: DispatchDeps) {
  for (;;) {
    const now = clock.now()
    const take = { channel, now, until: later(now, times.leaseMs), most: leasedAtOnce }
    const rows = await leaseDue(db, 'system', take)
    yield* rows
    if (rows.length < leasedAtOnce) return
  }
}

async function dispatchOn(channel: ChannelName, deps: DispatchDeps): Promise<void> {
  const due = dueOn(channel, deps)
  const write = settler(deps.db)
  const work = async () => {
    for await (const row of due) await write(await attempt(row, deps))
  }
  await Promise.all(Array.from({ length: deps.channels[channel].atOnce }, work))
}

/** Sends everything that is due, each channel for itself: one that hangs does not hold up the others. */
export async function dispatchDue(deps: DispatchDeps): Promise<void> {
  await Promise.all(channelNames.map(channel => dispatchOn(channel, deps)))
}
