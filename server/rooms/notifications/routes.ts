import { listOutbox, readDelivery, type Delivery } from '#contract/notifications'
import { recordAct } from '#server/platform/audit'
import { notFound } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import { findDelivery, listDeliveries, type DeliveryRow } from './store.ts'

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

export function notificationRoutes({ db, secrets }: { db: Db; secrets: Secrets }): Served[] {
  return [
    serve(listOutbox, async ({ query }) => (await listDeliveries(db, 'system', query)).map(wireDelivery)),

    // A message may hold a link that opens an account, so reading one leaves a trace.
    serve(readDelivery, async ({ caller, params, now, requestId }) => {
      const row = await findDelivery(db, 'system', params.id)
      if (!row) throw notFound('This message')
      await db.transaction().execute(tx =>
        recordAct(
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
      return { ...wireDelivery(row), text: secrets.open(row.sealed_text) }
    }),
  ]
}
