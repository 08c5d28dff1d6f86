import type { Zone } from '#domain/lightning/ring-rules'
import {
  allClearWithdrawnMessage,
  allRingsClearMessage,
  delayOpenedMessage,
  delayStandsMessage,
  endUnprovenMessage,
  oneRingClearMessage,
  ringNoLongerWatchedMessage,
  type LightningAlert,
  type RingWords,
  type StillInDelay,
} from '#domain/messages/lightning-message'
import type { PolicyShortName } from '#domain/policies/policy-types'
import type { Facts } from '#server/facts'
import type { Fact } from '#server/platform/changes/index'
import type { Tx } from '#server/platform/store/index'
import { delaysEndedTooSoon, findDelays, runningDelaysAt, type DelayRow } from '#server/rooms/lightning/index'
import { findLocations, type LocationRow } from '#server/rooms/locations/index'
import { countingFor, listPolicyRows, type PolicyRow } from '#server/rooms/policies/index'
import type { UserRow } from '#server/rooms/users/index'
import type { NotificationKind } from '#server/rooms/notifications/store/notifications'
import {
  clockTime,
  occasionNearMiles,
  usualAgainMs,
  type OccasionMoment,
  type Occasion,
  type RingsAt,
  type RunningRing,
  type Words,
  additionOf,
  isSilenced,
  notifies,
} from './occasion.ts'

type DelayFact = Extract<Fact<Facts>, { kind: `delay ${string}` }>
const isDelay = (fact: Fact<Facts>): fact is DelayFact => fact.kind.startsWith('delay ')

/** The data that facts about delays refer to, loaded together. */
interface Known {
  readonly delays: ReadonlyMap<number, DelayRow>
  readonly running: ReadonlyMap<number, readonly DelayRow[]>
  readonly endedTooSoon: ReadonlySet<number>
  readonly locations: ReadonlyMap<number, LocationRow>
  readonly policies: ReadonlyMap<number, readonly PolicyRow[]>
}

async function load(tx: Tx, facts: readonly DelayFact[]): Promise<Known> {
  const locationIds = [...new Set(facts.map(({ body }) => body.locationId))]
  const policies = new Map<number, readonly PolicyRow[]>()
  for (const id of new Set(facts.flatMap(({ customerId }) => customerId ?? [])))
    policies.set(id, await listPolicyRows(tx, id))
  const opened = facts.filter(({ kind }) => kind === 'delay opened').map(({ body }) => body.delayId)
  const delays = await findDelays(tx, 'system', [...new Set(facts.map(({ body }) => body.delayId))])
  const locations = await findLocations(tx, 'system', locationIds)
  return {
    policies,
    delays: new Map(delays.map(row => [row.id, row])),
    running: Map.groupBy(await runningDelaysAt(tx, 'system', locationIds), row => row.location_id),
    endedTooSoon: new Set((await delaysEndedTooSoon(tx, 'system', opened)).keys()),
    locations: new Map(locations.map(row => [row.id, row])),
  }
}

const kinds: Readonly<Record<DelayFact['kind'], NotificationKind>> = {
  'delay opened': 'opened',
  'delay extended': 'again',
  'delay unproven': 'unproven',
  'delay ended': 'ended',
}

const rings: readonly Zone[] = [1, 2, 3, 4]

/** How a person's settings and policies treat a place's rings. */
function ringsFor(delay: DelayRow, { policies, locations }: Known) {
  const location = locations.get(delay.location_id)
  const policyOf = (person: UserRow, ring: Zone) =>
    countingFor(policies.get(delay.customer_id) ?? [], person.user_group_id).find(
      row => row.type === (`LR${ring}` satisfies PolicyShortName),
    )
  const isUsed = (person: UserRow, ring: Zone) =>
    (location?.[`radius${ring}`] ?? 0) > 0 || policyOf(person, ring) !== undefined
  /** An outer ring has another one inside it; without a policy it requires no action. */
  const isAdvisory = (person: UserRow, ring: Zone) =>
    policyOf(person, ring) === undefined && rings.some(inner => inner < ring && isUsed(person, inner))
  return {
    policyOf,
    isAdvisory,
    concerns(person: UserRow, ring: Zone) {
      const policy = policyOf(person, ring)
      return policy ? notifies(policy) : !isAdvisory(person, ring) || person.outer_ring_notification
    },
  }
}

const runningRing = ({ ring, radius_miles, ends_at }: DelayRow): RunningRing => ({
  ring: ring as Zone,
  radiusMiles: radius_miles,
  endsAt: ends_at,
})

const earliest = (times: readonly Date[]): Pick<Words, 'holdsUntil'> => {
  const [first] = times.toSorted((one, other) => one.getTime() - other.getTime())
  return first ? { holdsUntil: first } : {}
}

function ofDelay(fact: DelayFact, known: Known, ringsAt: RingsAt): Occasion[] {
  const delay = known.delays.get(fact.body.delayId)
  if (!delay) return []
  const ring = delay.ring as Zone
  const own = ringsFor(delay, known)
  const location = known.locations.get(delay.location_id)
  // The delay may now last longer than when the fact was written.
  const { ends_at: endsAt } = delay

  /** A message does not name an end that has passed. */
  const ahead = (end: Date, { now }: OccasionMoment) => (end > now ? end : null)
  const inWords = (end: Date | null, timeZone: string) => end && clockTime(end, timeZone, location)

  function alertFor(
    timeZone: string,
    person: UserRow,
    moment: OccasionMoment,
    allClear = false,
  ): LightningAlert {
    return {
      ring,
      radiusMiles: delay?.radius_miles ?? 0,
      isAdvisory: own.isAdvisory(person, ring),
      place: delay?.location_label ?? '',
      allClearMinutes: delay?.all_clear_minutes ?? 0,
      nearest: moment.nearest,
      endsAt: inWords(ahead(endsAt, moment), timeZone),
      addition: additionOf(own.policyOf(person, ring), allClear),
    }
  }

  const still = (timeZone: string, person: UserRow, moment: OccasionMoment): StillInDelay[] =>
    moment.stillInDelay.map(other => {
      const words: RingWords = { ...other, isAdvisory: own.isAdvisory(person, other.ring) }
      return { ...words, endsAt: inWords(ahead(other.endsAt, moment), timeZone) }
    })

  function message(timeZone: string, person: UserRow, moment: OccasionMoment): Words {
    const alert = alertFor(timeZone, person, moment)
    const holds = alert.isAdvisory ? {} : earliest(ahead(endsAt, moment) ? [endsAt] : [])
    switch (fact.kind) {
      case 'delay opened':
        return { ...delayOpenedMessage(alert, moment.isCloser), ...holds }
      case 'delay extended':
        return {
          ...(moment.isCloser ? delayOpenedMessage(alert, true) : delayStandsMessage(alert)),
          ...holds,
        }
      case 'delay unproven':
        return endUnprovenMessage(alert)
      case 'delay ended': {
        const others = still(timeZone, person, moment)
        const untilThen = earliest(moment.stillInDelay.flatMap(other => ahead(other.endsAt, moment) ?? []))
        const satelliteOnly = moment.satelliteOnly || fact.body.satelliteOnly === true
        const over = { ...alertFor(timeZone, person, moment, true), satelliteOnly }
        if (!fact.body.isAllClear)
          return { ...ringNoLongerWatchedMessage(over, fact.because ?? '', others), ...untilThen }
        if (others.length + moment.unproven.length === 0) return allRingsClearMessage(over)
        const words = oneRingClearMessage(over, others, moment.unproven)
        // What is not known to be clear has no end that the message could outlive.
        return moment.unproven.length > 0 ? words : { ...words, ...untilThen }
      }
    }
  }

  const withdrawn: Occasion['message'] = (timeZone, person, moment) => ({
    ...allClearWithdrawnMessage(
      alertFor(timeZone, person, moment),
      clockTime(delay.opened_at, timeZone, location),
    ),
    ...earliest(ahead(endsAt, moment) ? [endsAt] : []),
  })
  const kind = kinds[fact.kind]
  return [
    {
      customerId: delay.customer_id,
      userId: delay.user_id,
      event: `delay ${delay.id}`,
      topic: `lightning ${delay.location_id}`,
      kind,
      round: kind === 'again' || kind === 'unproven' ? fact.number : 0,
      eventType: 'Lightning',
      locationId: delay.location_id,
      locationLabel: delay.location_label,
      simulated: delay.simulated,
      correlationId: null,
      concern: person => {
        const policy = own.policyOf(person, ring)
        return {
          about: 'lightning',
          policyType: `LR${ring}`,
          notifies: policy === undefined || notifies(policy),
          isAdvisory: own.isAdvisory(person, ring),
          isSilenced: isSilenced(location),
          place: location
            ? { ...location, nearMiles: Math.max(delay.radius_miles, occasionNearMiles) }
            : null,
        }
      },
      message,
      againAfterMs: usualAgainMs,
      ofRing: {
        delayId: delay.id,
        ring,
        isOver: delay.closed_at !== null,
        isAllClear: fact.kind === 'delay ended' && fact.body.isAllClear,
        states: ringsAt(delay.location_id),
        others: (known.running.get(delay.location_id) ?? [])
          .filter(({ id }) => id !== delay.id)
          .map(runningRing),
        concerns: own.concerns,
        isAdvisory: person => own.isAdvisory(person, ring),
        withdrawn: fact.kind === 'delay opened' && known.endedTooSoon.has(delay.id) ? withdrawn : null,
      },
    },
  ]
}

/** Returns the occasions that ring delays create for the person who owns the place. */
export async function occasionsOfDelays(tx: Tx, facts: readonly Fact<Facts>[], ringsAt: RingsAt) {
  const known = await load(tx, facts.filter(isDelay))
  return (fact: Fact<Facts>): Occasion[] => (isDelay(fact) ? ofDelay(fact, known, ringsAt) : [])
}
