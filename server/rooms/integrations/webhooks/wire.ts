import type { Webhook, WebhookDelivery } from '#contract/messages/webhooks'
import type { LoggedDelivery } from './store/deliveries.ts'
import type { EndpointRow } from './store/endpoints.ts'

const instant = (date: Date | null) => date?.toISOString() ?? null

export function wireWebhook(row: EndpointRow, now: Date): Webhook {
  const { previous_until: until } = row
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: row.events,
    organizationLocationIds: row.organization_location_ids,
    state: row.state,
    stateBecause: row.state_because,
    failingSince: instant(row.failing_since),
    lastSuccess: instant(row.last_success_at),
    previousSecretUntil: until !== null && until > now ? until.toISOString() : null,
    created: row.created_at.toISOString(),
    version: row.version,
  }
}

export function wireDelivery(row: LoggedDelivery): WebhookDelivery {
  return {
    id: row.id,
    kind: row.kind,
    messageId: row.message_id,
    type: row.type,
    locationName: row.location_name,
    because: row.because,
    simulated: row.simulated ?? false,
    state: row.state,
    attempts: row.attempts,
    created: row.created_at.toISOString(),
    settled: instant(row.settled_at),
    nextAttempt: row.state === 'waiting' ? row.next_attempt_at.toISOString() : null,
    lastStatus: row.last_status,
    lastError: row.last_error,
  }
}

/** The audit log entry of a webhook, without secrets. */
export const auditedWebhook = ({ name, url, events, organization_location_ids, state }: EndpointRow) => ({
  name,
  url,
  events,
  organizationLocationIds: organization_location_ids,
  state,
})
