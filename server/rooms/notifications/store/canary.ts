import { sql } from 'kysely'
import { channels as channelNames, type Channel } from '#domain/notifications/recipient'
import { later, minuteMs } from '#server/platform/clock'
import type { Secrets } from '#server/platform/secrets'
import type { Db, Tx } from '#server/platform/store/index'
import { canaryRecipient, insertDeliveries, rankOf } from './deliveries.ts'

const keptMs = 10 * minuteMs

/**
 * Queues a message without a recipient on each channel, in the same way as danger: if it does not get through, no real
 * message would. Deletes the previous canaries.
 */
export async function queueCanaries(
  tx: Tx,
  _scope: 'system',
  secrets: Pick<Secrets, 'seal'>,
  { now, expiresAt }: { readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  const minute = Math.floor(now.getTime() / minuteMs)
  await sql`
    delete from outbox where recipient = ${canaryRecipient} and created_at < ${later(now, -keptMs)}`.execute(
    tx,
  )
  await insertDeliveries(
    tx,
    channelNames.map(channel => ({
      customerId: null,
      channel,
      recipient: canaryRecipient,
      subject: 'Canary',
      sealedText: secrets.seal('Canary'),
      dedupeKey: `canary ${channel} ${minute}`,
      expiresAt,
      priority: 'danger',
    })),
    now,
  )
}

export interface ChannelHealth {
  readonly channel: Channel
  /** When the last canary got through; null if none did in the last few minutes. */
  readonly passed: Date | null
  readonly first: Date | null
  readonly error: string | null
  /** When the oldest sendable message began to wait. */
  readonly oldestUrgent: Date | null
  readonly oldestOther: Date | null
}

/** Each channel's health according to the database, so that every process gets the same result. */
export async function channelHealth(db: Db, _scope: 'system', now: Date): Promise<ChannelHealth[]> {
  const isCanary = sql`recipient = ${canaryRecipient}`
  const isDue = sql`not ${isCanary} and state = 'waiting' and next_attempt_at <= ${now} and expires_at > ${now}
    and (leased_until is null or leased_until <= ${now})`
  const isUrgent = sql`priority <= ${rankOf('over')}`
  const { rows } = await sql<ChannelHealth>`
    select channel,
      max(settled_at) filter (where ${isCanary} and state in ('sent', 'kept')) as passed,
      min(created_at) filter (where ${isCanary}) as first,
      (array_agg(last_error order by id desc) filter (where ${isCanary} and last_error is not null))[1] as error,
      min(next_attempt_at) filter (where ${isDue} and ${isUrgent}) as "oldestUrgent",
      min(next_attempt_at) filter (where ${isDue} and not ${isUrgent}) as "oldestOther"
    from outbox where ${isCanary} or state = 'waiting' group by channel`.execute(db)
  return rows
}
