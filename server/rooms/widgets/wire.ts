import type { Widget, WidgetPolicy } from '#contract/messages/widgets'
import { policyTypeOf } from '#domain/policies/policy-types'
import { safeHtml } from '#server/platform/safe-html'
import { countingFor, type PolicyRow } from '#server/rooms/policies/index'
import type { WidgetRow } from './store.ts'

/** The URL of a widget's page. */
export const embedUrl = (baseUrl: string, key: string) => `${baseUrl}/embed/${key}`

export function wireWidgetPolicy(row: PolicyRow): WidgetPolicy {
  const { shortName, displayName, unit } = policyTypeOf(row.type)
  return {
    id: row.id,
    policyTypeShortName: shortName,
    policyTypeName: displayName,
    threshold: row.threshold,
    unit,
    sites: [...row.group_ids],
  }
}

/** Allows a small subset of HTML; null if nothing is left. */
export function safeMessage(message: string | null): string | null {
  return message === null ? null : safeHtml(message).trim() || null
}

/** `policies` are all policies of the customer. */
export function wireWidget(row: WidgetRow, policies: readonly PolicyRow[], baseUrl: string): Widget {
  return {
    id: row.id,
    name: row.name,
    customerId: row.customer_id,
    customerName: row.customer_name,
    orgLocId: row.organization_location_id,
    orgLocName: row.location_name,
    theme: row.theme,
    type: row.type,
    primaryCondition: row.primary_condition,
    widgetConditions: [...row.conditions],
    widgetForecasts: row.forecasts.map(forecast => ({ ...forecast })),
    policyGroupId: row.user_group_id,
    headerMessage: safeMessage(row.header_message),
    headerMessageExpiration: row.header_message_expires_at?.toISOString() ?? null,
    weatherStationId: row.station_id,
    primaryThreshold: row.primary_threshold,
    width: row.width,
    creatorId: row.creator_id,
    policies: countingFor(policies, row.user_group_id).map(wireWidgetPolicy),
    allowedSites: [...row.allowed_sites],
    embedUrl: embedUrl(baseUrl, row.key),
    version: row.version,
  }
}
