import { listNotifications, type Notification } from '#contract/messages/notifications'
import {
  listOutbox,
  readDelivery,
  whyNotified,
  type Delivery,
  type NotifiedOrNot,
} from '#contract/messages/outbox'
import { maySee } from '#domain/access/people'
import { keptBecause } from '#domain/notifications/reachability'
import { recordAudit } from '#server/platform/audit'
import { reachOf } from '#server/platform/http/caller'
import { notFound } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import { findUser, personOf } from '#server/rooms/users/index'
import { findDelivery, listDeliveries, type DeliveryRow } from '#server/rooms/notifications/store/deliveries'
import {
  listConcerns,
  listNotified,
  type NotificationRow,
  type NotifiedDelivery,
} from '#server/rooms/notifications/store/notifications'

function wireDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    created: row.created_at.toISOString(),
    channel: row.channel,
    recipient: row.recipient,
    subject: row.subject,
    state: row.state,
    attempts: row.attempts,
    lastError: row.last_error,
    settled: row.settled_at?.toISOString() ?? null,
  }
}

function wireNotification(row: NotificationRow, timeZone: string): Notification {
  return {
    id: row.id,
    message: row.message,
    sentUtc: row.created_at.toISOString(),
    timeZone,
    eventType: row.event_type,
    correlationId: row.correlation_id,
    locationId: row.location_id,
    locationLabel: row.location_label,
    isSimulated: row.simulated,
  }
}

function answerOf({ channel, state, last_error, provider_answer }: NotifiedDelivery): string | null {
  return last_error ?? provider_answer ?? (state === 'kept' ? keptBecause(channel) : null)
}

function wireConcern(row: NotificationRow & { deliveries: readonly NotifiedDelivery[] }): NotifiedOrNot {
  return {
    id: row.id,
    at: row.created_at.toISOString(),
    event: row.event,
    kind: row.kind,
    eventType: row.event_type,
    locationLabel: row.location_label,
    message: row.message,
    told: row.told,
    because: row.because,
    deliveries: row.deliveries.map(delivery => ({
      channel: delivery.channel,
      // A push endpoint would mean nothing to a reader.
      recipient: delivery.channel === 'push' ? 'Browsers' : delivery.recipient,
      state: delivery.state,
      at: (delivery.settled_at ?? delivery.created_at).toISOString(),
      attempts: delivery.attempts,
      answer: answerOf(delivery),
    })),
  }
}

export function notificationRoutes({ db, secrets }: { db: Db; secrets: Secrets }): Served[] {
  return [
    serve(listOutbox, async ({ query }) => (await listDeliveries(db, 'system', query)).map(wireDelivery)),

    serve(listNotifications, async ({ caller, body }) => {
      const person = await findUser(db, caller.customerId, caller.id)
      if (!person) throw notFound('Your account')
      const rows = await listNotified(db, caller.customerId, {
        userId: caller.id,
        from: new Date(body.startDate),
        to: new Date(body.endDate),
        count: body.count,
      })
      return rows.map(row => wireNotification(row, person.time_zone))
    }),

    serve(whyNotified, async ({ caller, params, query }) => {
      const person = await findUser(db, reachOf(caller), params.id)
      if (!person || (person.id !== caller.id && !maySee(caller, personOf(person))))
        throw notFound('This person')
      return (await listConcerns(db, reachOf(caller), person.id, query)).map(wireConcern)
    }),

    // A message may contain a link that opens an account, so reading a message is audited, and the link is left out if
    // it would open another Super Admin's account.
    serve(readDelivery, async ({ caller, params, now, requestId }) => {
      const row = await findDelivery(db, 'system', params.id)
      if (!row) throw notFound('This message')
      await db.transaction().execute(tx =>
        recordAudit(
          tx,
          {
            by: caller,
            customerId: row.customer_id,
            action: 'outbox message read',
            target: `message ${row.id} to ${row.recipient}`,
            requestId,
          },
          now,
        ),
      )
      const owner = row.user_id === null ? undefined : await findUser(db, 'system', row.user_id)
      const isOthers = owner?.id !== caller.id && owner?.role === 'SuperAdmin'
      const sealed = (isOthers && row.sealed_text_without_link) || row.sealed_text
      return { ...wireDelivery(row), text: secrets.open(sealed) }
    }),
  ]
}
