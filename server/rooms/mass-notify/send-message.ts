import { randomUUID } from 'node:crypto'
import type { Input } from '#contract/call'
import type { sendMassMessage } from '#contract/messages/mass-notify'
import type { Providers } from '#domain/notifications/reachability'
import { recordAudit } from '#server/platform/audit'
import { hourMs, later, minuteMs } from '#server/platform/clock'
import type { Doing } from '#server/platform/http/ask'
import type { Caller } from '#server/platform/http/caller'
import { badInput, Problem, tooMany } from '#server/platform/http/problems'
import type { Secrets } from '#server/platform/secrets'
import type { Db, Tx } from '#server/platform/store/index'
import { insertDeliveries, insertNotifications } from '#server/rooms/notifications/index'
import {
  hasAddress,
  isWorthSending,
  resolveRecipients,
  unreachedBecause,
  type MassRecipient,
} from './recipients.ts'
import { countSince, findByKey, insertMassMessage, type MassMessageRow } from './store.ts'

type Body = Input<typeof sendMassMessage, 'body'>

const mostPerHour = 60

export const massMessageEvent = ({ id }: Pick<MassMessageRow, 'id'>) => `message ${id}`

function recipientsChanged(count: number): Problem {
  const text = `The recipients have changed: it would go to ${count === 1 ? '1 person' : `${count} people`} now. Check the preview again.`
  return new Problem(409, text, { Recipients: [text] })
}

async function queue(
  tx: Tx,
  secrets: Secrets,
  message: MassMessageRow,
  recipients: readonly MassRecipient[],
  providers: Providers,
) {
  const event = massMessageEvent(message)
  const ids = await insertNotifications(
    tx,
    recipients.map(recipient => ({
      customer_id: message.customer_id,
      user_id: recipient.row.id,
      event,
      topic: event,
      kind: 'message' as const,
      round: 0,
      ring: null,
      event_type: 'Other' as const,
      location_id: null,
      location_label: null,
      message: message.message,
      correlation_id: null,
      told: hasAddress(recipient),
      because: hasAddress(recipient)
        ? `Sent by ${message.sender}`
        : (unreachedBecause(recipient, providers) ?? ''),
      simulated: false,
      created_at: message.created_at,
    })),
  )
  const sealedText = secrets.seal(message.message)
  const deliveries = [...ids].flatMap(([index, notificationId]) => {
    const { row, phone, email } = recipients[index] as MassRecipient
    const about = {
      customerId: message.customer_id,
      subject: `Message from ${message.sender}`,
      sealedText,
      expiresAt: message.expires_at,
      userId: row.id,
      notificationId,
      link: '/Notifications',
      priority: 'message' as const,
    }
    return [
      ...(phone === null ? [] : [{ ...about, channel: 'sms' as const, recipient: phone }]),
      ...(email === null ? [] : [{ ...about, channel: 'email' as const, recipient: email }]),
    ].map(delivery => ({ ...delivery, dedupeKey: `notification ${notificationId} ${delivery.channel}` }))
  })
  await insertDeliveries(tx, deliveries, message.created_at)
}

/**
 * Finds the message that was sent before with this key. A key belongs to its author and identifies one message: a
 * different text is an error, not a retry.
 */
async function sentBefore(db: Db, caller: Caller, body: Body): Promise<MassMessageRow | undefined> {
  const known = body.key === undefined ? undefined : await findByKey(db, caller.customerId, body.key)
  if (!known) return undefined
  const isSame =
    known.sender_id === caller.id &&
    known.message === body.message &&
    known.channel === body.channel &&
    known.chosen.toSorted().join() === body.recipients.toSorted().join()
  if (!isSame) throw new Problem(422, 'This key was used for another message. Use a new one.')
  return known
}

/** Sends a message to people, once per key: a client that retries after a lost response gets the same message back. */
export async function sendMessage(
  { db, secrets, providers }: { readonly db: Db; readonly secrets: Secrets; readonly providers: Providers },
  { caller, now, requestId }: Doing,
  body: Body,
): Promise<MassMessageRow> {
  const known = await sentBefore(db, caller, body)
  if (known) return known
  if ((await countSince(db, caller.customerId, later(now, -hourMs))) >= mostPerHour) throw tooMany(600)
  const recipients = await resolveRecipients(db, caller, body.recipients, body.channel)
  if (body.expected !== undefined && recipients.length !== body.expected)
    throw recipientsChanged(recipients.length)
  if (!recipients.some(recipient => isWorthSending(recipient, providers)))
    throw badInput({ Recipients: ['includes no one who can be reached.'] })

  const sent = await db.transaction().execute(async tx => {
    const message = await insertMassMessage(tx, {
      customer_id: caller.customerId,
      key: body.key ?? randomUUID(),
      sender_id: caller.id,
      sender: caller.fullName,
      message: body.message,
      channel: body.channel,
      chosen: body.recipients,
      created_at: now,
      expires_at: later(now, body.expiresMinutes * minuteMs),
    })
    if (!message) return undefined
    await queue(tx, secrets, message, recipients, providers)
    const { message: text, channel } = message
    await recordAudit(
      tx,
      {
        by: caller,
        customerId: caller.customerId,
        action: 'mass message sent',
        target: massMessageEvent(message),
        after: { message: text, channel, recipients: recipients.length },
        requestId,
      },
      now,
    )
    return message
  })
  // Two concurrent requests had the same key, and the other one has sent the message.
  return sent ?? ((await sentBefore(db, caller, body)) as MassMessageRow)
}
