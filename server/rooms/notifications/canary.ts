import type { Channel } from '#domain/notifications/recipient'
import { later, minuteMs, secondMs } from '#server/platform/clock'
import type { Secrets } from '#server/platform/secrets'
import type { Db, Tx } from '#server/platform/store/index'
import { channelHealth, queueCanaries } from './store/canary.ts'

/** Two canaries missed in a row, plus a margin. */
const missedAfterMs = 2 * minuteMs + 5 * secondMs
/** Danger and its end are sent immediately; administrators' messages are sent within minutes. */
const urgentWithinMs = 30 * secondMs
const otherWithinMs = 10 * minuteMs

const channelWords: Readonly<Record<Channel, string>> = {
  push: 'push message',
  sms: 'text message',
  email: 'email',
}

/** Queues new canaries; run by the leader every minute. */
export function sendCanaries(tx: Tx, secrets: Pick<Secrets, 'seal'>, now: Date): Promise<void> {
  return queueCanaries(tx, 'system', secrets, { now, expiresAt: later(now, missedAfterMs) })
}

const secondsSince = (from: Date, now: Date) => Math.round((now.getTime() - from.getTime()) / secondMs)

/** Throws, with the channel's name, if messages are not being sent. */
export async function checkMessages(db: Db, now: Date): Promise<string> {
  for (const { channel, passed, first, error, oldestUrgent, oldestOther } of await channelHealth(
    db,
    'system',
    now,
  )) {
    const isLate = (oldest: Date | null, withinMs: number) =>
      oldest !== null && now.getTime() - oldest.getTime() > withinMs
    const late = isLate(oldestUrgent, urgentWithinMs) ? oldestUrgent : oldestOther
    if (late && (late === oldestUrgent || isLate(oldestOther, otherWithinMs)))
      throw new Error(
        `At least one ${channelWords[channel]} has been waiting to be sent for ${secondsSince(late, now)} s`,
      )
    const since = passed ?? first
    if (since && now.getTime() - since.getTime() > missedAfterMs)
      throw new Error(
        `No canary ${channelWords[channel]} has gone through for ${secondsSince(since, now)} s: ${error ?? 'no error was reported'}`,
      )
  }
  return 'A canary message went through every channel'
}
