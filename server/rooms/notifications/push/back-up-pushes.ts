import { diallable, type Channel } from '#domain/notifications/recipient'
import { dayMs, later, minuteMs } from '#server/platform/clock'
import type { Tx } from '#server/platform/store/index'
import { brieflyMs } from '#server/rooms/notifications/last-look'
import { recipientAddress, loadPeople, type Person } from '#server/rooms/notifications/recipients'
import {
  insertDeliveries,
  repeatUnconfirmed,
  takeSilentPushes,
} from '#server/rooms/notifications/store/deliveries'

/** A browser that is running and online shows a message within seconds. */
const signOfLifeMs = minuteMs

/** The channel to use instead: text messages or, unless the person turned it off, email. */
function otherWay({ row }: Person, canText: boolean): Exclude<Channel, 'push'> | null {
  if (!row.is_active || row.declines_notifications) return null
  if (canText && diallable(row.phone_number) !== null) return 'sms'
  const mayMail = row.email_notifications && row.email_unsubscribed_at === null && row.email !== null
  return mayMail ? 'email' : null
}

/**
 * Also sends danger on another channel if no browser has confirmed within a minute that it was shown: a phone may be
 * off, and a push service accepts messages even for a phone that will never be on again. Returns the number of messages
 * to send.
 */
export async function backUpSilentPushes(
  tx: Tx,
  { canText }: { readonly canText: boolean },
  now: Date,
): Promise<number> {
  const silent = await takeSilentPushes(tx, 'system', later(now, -signOfLifeMs), now)
  if (silent.length === 0) return 0
  const people = await loadPeople(tx, [...new Set(silent.map(({ user_id }) => user_id))])
  const deliveries = silent.flatMap(row => {
    const person = people.get(row.user_id)
    const channel = person ? otherWay(person, canText) : null
    const recipient = person && channel ? recipientAddress(person, channel) : null
    if (channel === null || !recipient) return []
    return {
      customerId: row.customer_id,
      channel,
      recipient,
      subject: row.subject,
      sealedText: row.sealed_text,
      dedupeKey: `notification ${row.notification_id} ${channel}`,
      expiresAt: row.expires_at,
      userId: row.user_id,
      notificationId: row.notification_id,
      ...(row.link !== null && { link: row.link }),
      tone: row.tone,
      priority: 'danger' as const,
      about: row.about,
    }
  })
  await insertDeliveries(tx, deliveries, now)
  return deliveries.length
}

/** Whose device confirmed a message within this time can confirm the next one. */
const confirmedMs = dayMs

/**
 * Sends the end of a danger again, with the state of now, while no receipt for it has come: a phone that was off has
 * lost the copy that waited for it. Returns the number of messages to send.
 */
export function repeatUnheard(tx: Tx, now: Date): Promise<number> {
  const times = { before: later(now, -brieflyMs), confirmedSince: later(now, -confirmedMs) }
  return repeatUnconfirmed(tx, 'system', times, now)
}
