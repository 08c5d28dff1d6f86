import { randomUUID } from 'node:crypto'
import { asSimulated } from '#domain/messages/alert-message'
import type { Channel } from '#domain/notifications/recipient'
import { later, minuteMs } from '#server/platform/clock'
import { badInput, tooMany } from '#server/platform/http/problems'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import type { UserRow } from '#server/rooms/users/index'
import { recipientAddress, loadPeople } from '#server/rooms/notifications/recipients'
import { insertDeliveries } from '#server/rooms/notifications/store/deliveries'
import { countOfKindSince, insertNotifications } from '#server/rooms/notifications/store/notifications'

const usefulMs = 10 * minuteMs
const windowMs = 10 * minuteMs
const mostInWindow = 5

interface TestDeps {
  readonly db: Db
  readonly secrets: Secrets
  readonly simulated: boolean
}

/** Sends a person a test message on every enabled channel, to show that messages arrive. */
export async function sendTest(
  { db, secrets, simulated }: TestDeps,
  row: UserRow,
  now: Date,
): Promise<readonly Channel[]> {
  const person = (await loadPeople(db, [row.id])).get(row.id)
  const channels = person?.recipient.channels ?? []
  if (!person || channels.length === 0)
    throw badInput({ ServerErrors: ['No channel that reaches you is turned on. Turn one on first.'] })
  const plain = {
    subject: 'Test message from Skywarden',
    text: 'This is a test. Weather alerts for your locations will arrive like this.',
    tone: 'info',
  } as const
  const message = simulated ? asSimulated(plain) : plain
  await db.transaction().execute(async tx => {
    if ((await countOfKindSince(tx, row.customer_id, row.id, 'test', later(now, -windowMs))) >= mostInWindow)
      throw tooMany(60)
    const event = `test ${randomUUID()}`
    const ids = await insertNotifications(tx, [
      {
        customer_id: row.customer_id,
        user_id: row.id,
        event,
        topic: event,
        kind: 'test',
        round: 0,
        ring: null,
        event_type: 'Other',
        location_id: null,
        location_label: null,
        message: message.text,
        correlation_id: null,
        told: true,
        because: 'Asked for by the person',
        simulated,
        created_at: now,
      },
    ])
    const notificationId = ids.get(0) as number
    await insertDeliveries(
      tx,
      channels.flatMap(channel => {
        const recipient = recipientAddress(person, channel)
        if (recipient === null) return []
        return {
          customerId: row.customer_id,
          channel,
          recipient,
          subject: message.subject,
          sealedText: secrets.seal(message.text),
          dedupeKey: `notification ${notificationId} ${channel}`,
          expiresAt: later(now, usefulMs),
          userId: row.id,
          notificationId,
          link: '/NotificationSettings',
          tone: message.tone,
        }
      }),
      now,
    )
  })
  return channels
}
