import type { Notification } from '#contract/notifications'
import { endsAtMs } from '#domain/advisories/standing'
import type { Advisory } from '#domain/advisories/advisory'
import { boxAround, isInBox, isInside } from '#domain/geo/outline'
import {
  advisoryCancelledMessage,
  advisoryMessage,
  againMessage,
  endedMessage,
  forecastMessage,
  noLongerWatchedMessage,
  openedMessage,
  unprovenMessage,
  withdrawnMessage,
  type Alert,
  type AlertMessage,
} from '#domain/messages/alert-message'
import type { ProactiveForecast } from '#domain/forecasts/forecast'
import type { Concern } from '#domain/notifications/recipient'
import { lightningZoneOf, policyTypeOf, type PolicyShortName } from '#domain/policies/policy-types'
import type { Facts } from '#server/facts'
import type { Fact } from '#server/platform/changes/index'
import { minuteMs } from '#server/platform/clock'
import type { Tx } from '#server/platform/store/index'
import { findAdvisories, standingContinuities } from '#server/rooms/advisories/index'
import { areasNear, standingProactiveForecasts } from '#server/rooms/forecasts/index'
import { delaysEndedTooSoon, findDelays, type DelayRow } from '#server/rooms/lightning/index'
import { findLocations, type LocationRings, type LocationRow } from '#server/rooms/locations/index'
import { countingFor, findWarnings, listPolicies, type PolicyRow } from '#server/rooms/policies/index'
import type { UserRow } from '#server/rooms/users/index'
import type { Kind } from './told-store.ts'

/** Something that happened, as it concerns one person. */
export interface Occasion {
  readonly customerId: number
  readonly userId: string
  readonly event: string
  readonly topic: string
  readonly kind: Kind
  readonly round: number
  readonly eventType: Notification['eventType']
  readonly locationId: number | null
  readonly locationLabel: string | null
  readonly simulated: boolean
  /** Of a message of the meteorologists: the fuller one has this id. */
  readonly correlationId: string | null
  readonly concern: (person: UserRow) => Concern
  /** In the person's own time zone. */
  readonly message: (timeZone: string, person: UserRow) => AlertMessage
  /** Told again at the earliest so long after the last time. */
  readonly againAfterMs: number
  /** Of a delay: the ring, since an inner one speaks for those around it. */
  readonly ring: number | null
  /** The delay whose all clear this one takes back, and the words for whoever got it. */
  readonly takesBack: { readonly event: string; readonly message: Occasion['message'] } | null
}

const usualAgainMs = 10 * minuteMs
/** How near is near, where no ring says so. */
const nearMiles = 10
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

/** '4:32 PM CDT' */
function clockTime(time: Date, timeZone: string): string {
  return time.toLocaleTimeString('en-US', {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
}

/** What the facts speak of, loaded together. */
interface Known {
  readonly delays: ReadonlyMap<number, DelayRow>
  readonly endedTooSoon: ReadonlyMap<number, number>
  readonly warnings: ReadonlyMap<number, Awaited<ReturnType<typeof findWarnings>>[number]>
  readonly locations: ReadonlyMap<number, LocationRow>
  readonly policies: ReadonlyMap<number, readonly PolicyRow[]>
  readonly advisories: ReadonlyMap<string, { advisory: Advisory; ended_at: Date | null }>
  readonly standingContinuities: ReadonlySet<string>
  readonly forecasts: readonly ProactiveForecast[]
}

type DelayFact = Extract<Fact<Facts>, { kind: `delay ${string}` }>
type WarningFact = Extract<Fact<Facts>, { kind: `warning ${string}` }>
type ForecastFact = Extract<Fact<Facts>, { kind: 'proactive forecast issued' }>
type AdvisoryFact = Extract<Fact<Facts>, { kind: `advisory ${string}` }>

const isDelay = (fact: Fact<Facts>): fact is DelayFact => fact.kind.startsWith('delay ')
const isWarning = (fact: Fact<Facts>): fact is WarningFact => fact.kind.startsWith('warning ')
const isAdvisory = (fact: Fact<Facts>): fact is AdvisoryFact => fact.kind.startsWith('advisory ')

const isForecast = (fact: Fact<Facts>): fact is ForecastFact => fact.kind === 'proactive forecast issued'

const byId = <Row extends { readonly id: number }>(rows: readonly Row[]) =>
  new Map(rows.map(row => [row.id, row]))

async function load(tx: Tx, facts: readonly Fact<Facts>[], now: Date): Promise<Known> {
  const delayFacts = facts.filter(isDelay)
  const warningFacts = facts.filter(isWarning)
  const customerIds = new Set([...delayFacts, ...warningFacts].flatMap(({ customerId }) => customerId ?? []))
  const policies = new Map<number, readonly PolicyRow[]>()
  for (const id of customerIds) policies.set(id, await listPolicies(tx, id))
  const locationIds = [...new Set([...delayFacts, ...warningFacts].map(({ body }) => body.locationId))]
  const advisoryIds = facts.filter(isAdvisory).map(({ body }) => body.advisoryId)
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
    advisories: new Map((await findAdvisories(tx, advisoryIds)).map(row => [row.advisory.id, row])),
    forecasts: facts.some(isForecast) ? await standingProactiveForecasts(tx, now) : [],
    standingContinuities: advisoryIds.length === 0 ? new Set() : await standingContinuities(tx),
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
      topic: `lightning ${delay.location_id} ${delay.ring}`,
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
      ring: delay.ring,
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
  const { precision, unit } = policyTypeOf(type)
  const value = `${warning.value.toFixed(precision)} ${unit}`
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
      ring: null,
      takesBack: null,
    },
  ]
}

/** The places of each person that an alert is for. */
function placesIn(advisory: Advisory, places: Iterable<LocationRings>): Map<string, LocationRings[]> {
  const box = boxAround(advisory.outlines)
  const found = new Map<string, LocationRings[]>()
  for (const place of places) {
    if (!box || !isInBox(place, box)) continue
    if (!advisory.outlines.some(outline => isInside(place, outline))) continue
    found.set(place.userId, [...(found.get(place.userId) ?? []), place])
  }
  return found
}

export interface OccasionSources {
  readonly places: () => Iterable<LocationRings>
  readonly isSimulated: (source: string) => boolean
}

/** People were told until when it holds: one that ran out then is over without another word. */
function hasRunOut(advisory: Advisory, ended: Date): boolean {
  return ended.getTime() >= endsAtMs(advisory) - minuteMs
}

function ofAdvisory(fact: AdvisoryFact, known: Known, sources: OccasionSources): Occasion[] {
  const found = known.advisories.get(fact.body.advisoryId)
  if (!found || found.advisory.status === 'Test' || found.advisory.messageType === 'Cancel') return []
  const { advisory } = found
  const isOver = fact.kind === 'advisory ended'
  if (
    isOver &&
    (known.standingContinuities.has(advisory.continuity) || hasRunOut(advisory, found.ended_at ?? fact.at))
  )
    return []
  return [...placesIn(advisory, sources.places())].map(([userId, places]): Occasion => {
    const [first] = places as [LocationRings, ...LocationRings[]]
    const event = `advisory ${advisory.source} ${advisory.continuity}`
    return {
      customerId: first.customerId,
      userId,
      event,
      topic: event,
      kind: isOver ? 'cancelled' : 'issued',
      round: 0,
      eventType: 'National Weather Service',
      locationId: first.id,
      locationLabel: first.label,
      simulated: sources.isSimulated(advisory.source),
      correlationId: null,
      concern: () => ({
        about: 'advisory',
        policyType: null,
        notifies: true,
        isSilenced: false,
        place: { ...first, nearMiles },
      }),
      message: timeZone => {
        const words = {
          event: advisory.event,
          headline: advisory.headline,
          instruction: advisory.instruction,
          places: places.map(({ label }) => label),
          endsAt: clockTime(new Date(endsAtMs(advisory)), timeZone),
          isExercise: advisory.status === 'Exercise',
        }
        return isOver ? advisoryCancelledMessage(words) : advisoryMessage(words)
      },
      againAfterMs: usualAgainMs,
      ring: null,
      takesBack: null,
    }
  })
}

/** Everybody who has a place that a message of the meteorologists is for. */
function ofForecast({ body }: ForecastFact, known: Known, sources: OccasionSources): Occasion[] {
  const forecast = known.forecasts.find(({ id, source }) => id === body.forecastId && source === body.source)
  const message = forecast?.messages.find(({ id }) => id === body.messageId)
  if (!forecast || !message) return []
  const near = [...sources.places()].filter(place => areasNear(forecast, place))
  return [...Map.groupBy(near, ({ userId }) => userId)].map(([userId, places]): Occasion => {
    const [first] = places as [LocationRings, ...LocationRings[]]
    const event = `forecast ${body.messageId}`
    return {
      customerId: first.customerId,
      userId,
      event,
      topic: `forecast ${body.forecastId}`,
      kind: 'forecast',
      round: 0,
      eventType: 'Proactive Forecast',
      locationId: first.id,
      locationLabel: first.label,
      simulated: sources.isSimulated(body.source),
      correlationId: body.messageId,
      concern: () => ({
        about: 'proactive forecast',
        policyType: null,
        notifies: true,
        isSilenced: false,
        place: null,
      }),
      message: () => forecastMessage({ ...message, places: places.map(({ label }) => label) }),
      againAfterMs: usualAgainMs,
      ring: null,
      takesBack: null,
    }
  })
}

/** What facts mean to people, in their order. */
export async function occasionsOf(
  tx: Tx,
  facts: readonly Fact<Facts>[],
  sources: OccasionSources,
  now: Date,
): Promise<Occasion[]> {
  const known = await load(tx, facts, now)
  return facts.flatMap(fact => {
    if (isDelay(fact)) return ofDelay(fact, known)
    if (isWarning(fact)) return ofWarning(fact, known)
    if (isForecast(fact)) return ofForecast(fact, known, sources)
    return isAdvisory(fact) ? ofAdvisory(fact, known, sources) : []
  })
}
