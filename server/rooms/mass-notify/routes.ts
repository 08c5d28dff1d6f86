import {
  massHistory,
  previewMassMessage,
  readMassMessage,
  sendMassMessage,
  type MassMessage,
} from '#contract/messages/mass-notify'
import { estimatedSeconds, senderKind } from '#domain/messages/mass-message'
import { keptBecause, type Providers } from '#domain/notifications/reachability'
import type { Events } from '#server/events'
import type { Bus } from '#server/platform/bus'
import type { Caller } from '#server/platform/http/caller'
import { notFound } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import { deliveriesOf, type DeliveryState, type NotifiedDelivery } from '#server/rooms/notifications/index'
import { findUsers, fullNameOf } from '#server/rooms/users/index'
import { recipientName, resolveRecipients, unreachedBecause } from './recipients.ts'
import { massMessageEvent, sendMessage } from './send-message.ts'
import { findMassMessage, listMassMessages, peopleOf, type MassMessageRow } from './store.ts'

export interface MassNotifyRouteDeps {
  readonly db: Db
  readonly secrets: Secrets
  readonly bus: Bus<Events>
  /** The sender of text messages; undefined without a provider. */
  readonly smsFrom: string | undefined
  readonly providers: Providers
}

/**
 * Whether a message has arrived: a text message once its provider reports delivery, an email once a server has accepted
 * it. A message that is only kept in the outbox has not arrived.
 */
function hasArrived({ channel, state }: { channel: string; state: DeliveryState }): boolean {
  return state === 'delivered' || (state === 'sent' && channel !== 'sms')
}
/** Why none of a person's deliveries arrived, or why nothing was sent. */
function undeliveredBecause(own: readonly NotifiedDelivery[], because: string): string {
  if (own.length === 0) return because
  const reasons = own.map(
    ({ channel, state, last_error: error }) =>
      error ?? (state === 'kept' ? keptBecause(channel) : (lostWords[state] ?? 'Not delivered')),
  )
  return [...new Set(reasons)].join('; ')
}
const lostWords: Partial<Record<DeliveryState, string>> = {
  expired: 'Not delivered in time',
  superseded: 'Replaced by a newer message',
}
const isUnderWay = ({ state }: { state: DeliveryState }) => state === 'waiting' || state === 'sent'

/** People who manage one group see only their own messages. */
const senderSeenBy = (caller: Caller) => (caller.role === 'AssistantAdmin' ? caller.id : null)

async function wireMessages(
  db: Db,
  customerId: number,
  rows: readonly MassMessageRow[],
): Promise<MassMessage[]> {
  const notified = await peopleOf(db, customerId, rows.map(massMessageEvent))
  const names = new Map(
    (await findUsers(db, customerId, [...new Set(notified.map(({ user_id }) => user_id))])).map(row => [
      row.id,
      fullNameOf(row),
    ]),
  )
  const notificationIds = notified.map(({ id }) => id)
  const deliveries = Map.groupBy(
    notificationIds.length === 0 ? [] : await deliveriesOf(db, customerId, notificationIds),
    each => each.notification_id,
  )
  return rows.map(row => {
    const delivered: MassMessage['deliveredRecipients'] = []
    const undelivered: MassMessage['undeliveredRecipients'] = []
    let waiting = 0
    for (const { id, user_id, because } of notified.filter(({ event }) => event === massMessageEvent(row))) {
      const own = deliveries.get(id) ?? []
      const recipient = { recipientId: user_id, recipientName: names.get(user_id) ?? 'A former user' }
      if (own.some(hasArrived)) delivered.push(recipient)
      else if (own.some(isUnderWay)) waiting++
      else undelivered.push({ ...recipient, because: undeliveredBecause(own, because) })
    }
    return {
      id: row.id,
      created: row.created_at.toISOString(),
      expires: row.expires_at.toISOString(),
      sender: row.sender,
      message: row.message,
      channel: row.channel,
      recipients: [...row.chosen],
      deliveredRecipients: delivered,
      undeliveredRecipients: undelivered,
      waiting,
    }
  })
}

export function massNotifyRoutes(deps: MassNotifyRouteDeps): Served[] {
  const { db, bus, smsFrom, providers } = deps
  const sender = smsFrom === undefined ? null : senderKind(smsFrom)
  const one = async (customerId: number, row: MassMessageRow) =>
    (await wireMessages(db, customerId, [row]))[0] as MassMessage

  return [
    serve(previewMassMessage, async ({ caller, body }) => {
      const recipients = await resolveRecipients(db, caller, body.recipients, body.channel)
      const texts = providers.sms ? recipients.filter(({ phone }) => phone !== null).length : 0
      const emails = providers.email ? recipients.filter(({ email }) => email !== null).length : 0
      return {
        recipients: recipients.length,
        byText: texts,
        byEmail: emails,
        providers,
        unreachable: recipients.flatMap(recipient => {
          const because = unreachedBecause(recipient, providers)
          return because === null ? [] : [{ recipientName: recipientName(recipient), because }]
        }),
        estimatedSeconds: estimatedSeconds({ texts, emails, message: body.message ?? '', sender }),
      }
    }),
    serve(sendMassMessage, async ({ body, ...doing }) => {
      const row = await sendMessage(deps, doing, body)
      bus.publish('outbox-filled', {})
      return one(doing.caller.customerId, row)
    }),
    serve(massHistory, async ({ caller, query }) =>
      wireMessages(
        db,
        caller.customerId,
        await listMassMessages(db, caller.customerId, query, senderSeenBy(caller)),
      ),
    ),
    serve(readMassMessage, async ({ caller, params }) => {
      const row = await findMassMessage(db, caller.customerId, params.id, senderSeenBy(caller))
      if (!row) throw notFound('This message')
      return one(caller.customerId, row)
    }),
  ]
}
