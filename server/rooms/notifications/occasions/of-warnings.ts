import type { Notification } from '#contract/messages/notifications'
import {
  againMessage,
  endedMessage,
  noLongerWatchedMessage,
  openedMessage,
  type Alert,
} from '#domain/messages/alert-message'
import { shownWithUnit } from '#domain/policies/policy'
import { lightningZoneOf, type PolicyShortName } from '#domain/policies/policy-types'
import type { Facts } from '#server/facts'
import type { Fact } from '#server/platform/changes/index'
import { minuteMs } from '#server/platform/clock'
import type { Tx } from '#server/platform/store/index'
import { findLocations, type LocationRow } from '#server/rooms/locations/index'
import { findWarnings, listPolicyRows, type PolicyRow } from '#server/rooms/policies/index'
import type { NotificationKind } from '#server/rooms/notifications/store/notifications'
import { occasionNearMiles, type Occasion, type Words, additionOf, isSilenced, notifies } from './occasion.ts'

const eventTypes: Readonly<Record<PolicyShortName, Notification['eventType']>> = {
  LR1: 'Lightning',
  LR2: 'Lightning',
  LR3: 'Lightning',
  LR4: 'Lightning',
  CHILL: 'Chill',
  HEAT: 'Heat',
  WBGT: 'WBGT',
  PRECIP: 'Precip',
  WIND: 'Wind',
  GUST: 'Gust',
  AQI: 'AQI',
  'AQI-MAX': 'AQI',
  'AQI-PM2.5': 'AQI',
  'AQI-PM10': 'AQI',
  'AQI-O3': 'AQI',
}

/** The data that facts about warnings refer to, loaded together. */
interface Known {
  readonly warnings: ReadonlyMap<number, Awaited<ReturnType<typeof findWarnings>>[number]>
  readonly locations: ReadonlyMap<number, LocationRow>
  readonly policies: ReadonlyMap<number, readonly PolicyRow[]>
}

type WarningFact = Extract<Fact<Facts>, { kind: `warning ${string}` }>
const isWarning = (fact: Fact<Facts>): fact is WarningFact => fact.kind.startsWith('warning ')

const byId = <Row extends { readonly id: number }>(rows: readonly Row[]) =>
  new Map(rows.map(row => [row.id, row]))

async function load(tx: Tx, facts: readonly WarningFact[]): Promise<Known> {
  const policies = new Map<number, readonly PolicyRow[]>()
  for (const id of new Set(facts.flatMap(({ customerId }) => customerId ?? [])))
    policies.set(id, await listPolicyRows(tx, id))
  const locationIds = [...new Set(facts.map(({ body }) => body.locationId))]
  const warningIds = [...new Set(facts.map(({ body }) => body.warningId))]
  return {
    policies,
    warnings: byId(await findWarnings(tx, 'system', warningIds)),
    locations: byId(await findLocations(tx, 'system', locationIds)),
  }
}

function ofWarning(fact: WarningFact, known: Known): Occasion[] {
  const warning = known.warnings.get(fact.body.warningId)
  // Lightning is reported through ring delays, which a policy only widens.
  if (!warning || lightningZoneOf[warning.policy_type] !== undefined) return []
  if (fact.kind === 'warning counting' || (fact.kind === 'warning changed' && !fact.body.isAlertDue))
    return []
  const type = warning.policy_type
  const location = known.locations.get(warning.location_id)
  const policy = known.policies.get(warning.customer_id)?.find(row => row.id === warning.policy_id)
  const alert = (allClear: boolean): Alert => ({
    type,
    place: warning.location_label,
    threshold: warning.threshold,
    allClearMinutes: warning.all_clear_minutes,
    addition: additionOf(policy, allClear),
  })
  const value = shownWithUnit(type, warning.value)
  const kind: NotificationKind =
    fact.kind === 'warning opened' ? 'opened' : fact.kind === 'warning ended' ? 'ended' : 'again'

  function message(): Words {
    if (fact.kind === 'warning ended')
      return fact.body.isAllClear
        ? endedMessage(alert(true))
        : noLongerWatchedMessage(alert(true), fact.because ?? '')
    return fact.kind === 'warning opened'
      ? openedMessage(alert(false), value)
      : againMessage(alert(false), value)
  }

  return [
    {
      customerId: warning.customer_id,
      userId: warning.user_id,
      event: `warning ${warning.id}`,
      topic: `policy ${warning.location_id} ${type}`,
      kind,
      round: kind === 'again' ? fact.number : 0,
      eventType: eventTypes[type],
      locationId: warning.location_id,
      locationLabel: warning.location_label,
      simulated: warning.simulated,
      correlationId: null,
      concern: () => ({
        about: 'policy',
        policyType: type,
        notifies: policy !== undefined && notifies(policy),
        isAdvisory: false,
        isSilenced: isSilenced(location),
        place: location ? { ...location, nearMiles: occasionNearMiles } : null,
      }),
      message,
      againAfterMs: (policy?.re_alert_minutes ?? 10) * minuteMs,
      ofRing: null,
    },
  ]
}

/** Returns the occasions that policy warnings create for the person who owns the place. */
export async function occasionsOfWarnings(tx: Tx, facts: readonly Fact<Facts>[]) {
  const known = await load(tx, facts.filter(isWarning))
  return (fact: Fact<Facts>): Occasion[] => (isWarning(fact) ? ofWarning(fact, known) : [])
}
