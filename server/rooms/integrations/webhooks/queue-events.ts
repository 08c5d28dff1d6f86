import { isOver } from '#domain/integrations/place-event'
import type { Tx } from '#server/platform/store/index'
import { lastEvents, type PlaceEventRow } from '#server/rooms/integrations/store'
import { listOrganizationLocationRows } from '#server/rooms/locations/index'
import { insertWebhookDeliveries, supersedeBefore, type NewWebhookDelivery } from './store/deliveries.ts'
import { endpointsOn, type EndpointRow } from './store/endpoints.ts'
import { messageIdOf } from './payload.ts'

function wants({ events, organization_location_ids: ids }: EndpointRow, event: PlaceEventRow): boolean {
  return events.includes(event.type) && (ids === null || ids.includes(event.organization_location_id))
}

const deliveryOf = (endpoint: EndpointRow, event: PlaceEventRow): NewWebhookDelivery => ({
  customer_id: endpoint.customer_id,
  endpoint_id: endpoint.id,
  event_id: event.id,
  kind: 'event',
  message_id: messageIdOf(event.id),
  type: event.type,
  organization_location_id: event.organization_location_id,
  topic: event.topic,
})

/** Queues new events for subscribed endpoints, and cancels waiting ones on the same topic: the latest wins. */
export async function queueEvents(tx: Tx, events: readonly PlaceEventRow[], now: Date): Promise<number> {
  const notified = events.filter(({ is_baseline }) => !is_baseline)
  if (notified.length === 0) return 0
  const customers = [...new Set(notified.map(({ customer_id }) => customer_id))]
  const endpoints = Map.groupBy(await endpointsOn(tx, 'system', customers), ({ customer_id }) => customer_id)
  const deliveries: NewWebhookDelivery[] = []
  for (const event of notified) {
    await supersedeBefore(tx, 'system', event, now)
    const isOvertaken = notified.some(
      other =>
        other.organization_location_id === event.organization_location_id &&
        other.topic === event.topic &&
        other.id > event.id,
    )
    if (isOvertaken) continue
    for (const endpoint of endpoints.get(event.customer_id) ?? [])
      if (wants(endpoint, event)) deliveries.push(deliveryOf(endpoint, event))
  }
  await insertWebhookDeliveries(tx, deliveries, now)
  return deliveries.length
}

/** Queues active events for a new or resumed endpoint, which would otherwise receive only their end. */
export async function queueStanding(tx: Tx, endpoint: EndpointRow, now: Date): Promise<void> {
  const places = await listOrganizationLocationRows(tx, endpoint.customer_id)
  const ids = places.map(({ id }) => id)
  const standing = (await lastEvents(tx, 'system', ids)).filter(
    event =>
      !isOver(event.type) &&
      wants(endpoint, event) &&
      (event.holds_until === null || event.holds_until > now),
  )
  const deliveries = standing.map(event => deliveryOf(endpoint, event))
  await insertWebhookDeliveries(tx, deliveries, now)
}
