import type { Notification } from '#contract/notifications'
import {
  againMessage,
  endedMessage,
  noLongerWatchedMessage,
  openedMessage,
  unprovenMessage,
  withdrawnMessage,
  type Alert,
  type AlertMessage,
} from '#domain/messages/alert-message'
import { shownWithUnit } from '#domain/policies/policy'
import { lightningZoneOf, type PolicyShortName } from '#domain/policies/policy-types'
import type { Facts } from '#server/facts'
import type { Fact } from '#server/platform/changes/index'
import { minuteMs } from '#server/platform/clock'
import type { Tx } from '#server/platform/store/index'
import { delaysEndedTooSoon, findDelays, type DelayRow } from '#server/rooms/lightning/index'
import { findLocations, type LocationRow } from '#server/rooms/locations/index'
import { countingFor, findWarnings, listPolicies, type PolicyRow } from '#server/rooms/policies/index'
import type { UserRow } from '#server/rooms/users/index'
import type { Kind } from '#server/rooms/notifications/told-store'
import { clockTime, nearMiles, usualAgainMs, type Occasion } from './occasion.ts'

/** Any of these in a location's flags silences it. */
const silencedFlags = 2 | 4 | 8 | 16

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

/** What facts about delays and warnings speak of, loaded together. */
interface Known {
  readonly delays: ReadonlyMap<number, DelayRow>
  readonly endedTooSoon: ReadonlyMap<number, number>
  readonly warnings: ReadonlyMap<number, Awaited<ReturnType<typeof findWarnings>>[number]>
  readonly locations: ReadonlyMap<number, LocationRow>
  readonly policies: ReadonlyMap<number, readonly PolicyRow[]>
}

type DelayFact = Extract<Fact<Facts>, { kind: `delay ${string}` }>
type WarningFact = Extract<Fact<Facts>, { kind: `warning ${string}` }>

const isDelay = (fact: Fact<Facts>): fact is DelayFact => fact.kind.startsWith('delay ')
const isWarning = (fact: Fact<Facts>): fact is WarningFact => fact.kind.startsWith('warning ')

const byId = <Row extends { readonly id: number }>(rows: readonly Row[]) =>
  new Map(rows.map(row => [row.id, row]))

async function load(tx: Tx, facts: readonly Fact<Facts>[]): Promise<Known> {
  const delayFacts = facts.filter(isDelay)
  const warningFacts = facts.filter(isWarning)
  const customerIds = new Set([...delayFacts, ...warningFacts].flatMap(({ customerId }) => customerId ?? []))
  const policies = new Map<number, readonly PolicyRow[]>()
  for (const id of customerIds) policies.set(id, await listPolicies(tx, id))
  const locationIds = [...new Set([...delayFacts, ...warningFacts].map(({ body }) => body.locationId))]
  return {
    policies,
    delays: byId(await findDelays(tx, 'system', [...new Set(delayFacts.map(({ body }) => body.delayId))])),
    endedTooSoon: await delaysEndedTooSoon(
      tx,
      'system',
      delayFacts.filter(({ kind }) => kind === 'delay opened').map(({ body }) => body.delayId),
    ),
    warnings: byId(
      await findWarnings(tx, 'system', [...new Set(warningFacts.map(({ body }) => body.warningId))]),
    ),
    locations: byId(await findLocations(tx, 'system', locationIds)),
  }
}

const additionOf = (policy: PolicyRow | undefined, allClear: boolean) =>
  policy?.notification_actions.find(action => action.allClear === allClear)?.message ?? ''
const notifies = (policy: PolicyRow, allClear: boolean) =>
  policy.notification_actions.some(action => action.allClear === allClear)

const delayKinds: Readonly<Record<DelayFact['kind'], Kind>> = {
  'delay opened': 'opened',
  'delay extended': 'again',
  'delay unproven': 'unproven',
  'delay ended': 'ended',
}

const ringTopic = (locationId: number, ring: number) => `lightning ${locationId} ${ring}`

function innerRings({ location_id, ring }: DelayRow): Occasion['inner'] {
  return Array.from({ length: ring - 1 }, (_, index) => ({
    ring: index + 1,
    topic: ringTopic(location_id, index + 1),
  }))
}

function ofDelay(fact: DelayFact, known: Known): Occasion[] {
  const delay = known.delays.get(fact.body.delayId)
  if (!delay) return []
  const type = `LR${fact.body.ring}` as PolicyShortName
  const location = known.locations.get(delay.location_id)
  const policyFor = (person: UserRow) =>
    countingFor(known.policies.get(delay.customer_id) ?? [], person.user_group_id).find(
      row => row.type === type,
    )
  const alertFor = (person: UserRow, allClear: boolean): Alert => ({
    type,
    place: delay.location_label,
    threshold: delay.radius_miles,
    allClearMinutes: delay.all_clear_minutes,
    addition: additionOf(policyFor(person), allClear),
  })
  const endsAt = 'endsAt' in fact.body ? new Date(fact.body.endsAt) : delay.ends_at
  const soon = fact.kind === 'delay opened' ? known.endedTooSoon.get(delay.id) : undefined

  function message(timeZone: string, person: UserRow): AlertMessage {
    const ends = clockTime(endsAt, timeZone)
    switch (fact.kind) {
      case 'delay opened':
        return openedMessage(alertFor(person, false), { endsAt: ends })
      case 'delay extended':
        return againMessage(alertFor(person, false), { endsAt: ends })
      case 'delay unproven':
        return unprovenMessage(alertFor(person, false))
      case 'delay ended':
        return fact.body.isAllClear
          ? endedMessage(alertFor(person, true))
          : noLongerWatchedMessage(alertFor(person, true), fact.because ?? '')
    }
  }

  const withdrawn: Occasion['message'] = (timeZone, person) =>
    withdrawnMessage(alertFor(person, false), {
      struckAt: clockTime(delay.opened_at, timeZone),
      endsAt: clockTime(endsAt, timeZone),
    })
  const kind = delayKinds[fact.kind]
  return [
    {
      customerId: delay.customer_id,
      userId: delay.user_id,
      event: `delay ${delay.id}`,
      topic: ringTopic(delay.location_id, delay.ring),
      kind,
      round: kind === 'again' || kind === 'unproven' ? fact.number : 0,
      eventType: 'Lightning',
      locationId: delay.location_id,
      locationLabel: delay.location_label,
      simulated: delay.simulated,
      correlationId: null,
      concern: person => {
        const policy = policyFor(person)
        return {
          about: 'lightning',
          policyType: type,
          notifies: policy === undefined || notifies(policy, false),
          isSilenced: ((location?.flags ?? 0) & silencedFlags) !== 0,
          place: location ? { ...location, nearMiles: Math.max(delay.radius_miles, nearMiles) } : null,
        }
      },
      message,
      againAfterMs: usualAgainMs,
      inner: innerRings(delay),
      takesBack: soon === undefined ? null : { event: `delay ${soon}`, message: withdrawn },
    },
  ]
}

function ofWarning(fact: WarningFact, known: Known): Occasion[] {
  const warning = known.warnings.get(fact.body.warningId)
  // Lightning is told by the delays of rings, which a policy only makes wider.
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
  const kind: Kind =
    fact.kind === 'warning opened' ? 'opened' : fact.kind === 'warning ended' ? 'ended' : 'again'

  function message(): AlertMessage {
    if (fact.kind === 'warning ended')
      return fact.body.isAllClear
        ? endedMessage(alert(true))
        : noLongerWatchedMessage(alert(true), fact.because ?? '')
    return fact.kind === 'warning opened'
      ? openedMessage(alert(false), { value })
      : againMessage(alert(false), { value })
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
        notifies: policy !== undefined && notifies(policy, false),
        isSilenced: ((location?.flags ?? 0) & silencedFlags) !== 0,
        place: location ? { ...location, nearMiles } : null,
      }),
      message,
      againAfterMs: (policy?.re_alert_minutes ?? 10) * minuteMs,
      inner: [],
      takesBack: null,
    },
  ]
}

/** What delays and warnings mean to the one person whose place it is. */
export async function occasionsAtPlaces(tx: Tx, facts: readonly Fact<Facts>[]) {
  const known = await load(tx, facts)
  return (fact: Fact<Facts>): Occasion[] => {
    if (isDelay(fact)) return ofDelay(fact, known)
    return isWarning(fact) ? ofWarning(fact, known) : []
  }
}
