import type { Advisory } from '#domain/advisories/advisory'
import { endsAtMs } from '#domain/advisories/standing'
import { OutlineIndex } from '#domain/geo/outline-index'
import { nextLightningEvent, type LastEvent, type NextEvent } from '#domain/integrations/place-event'
import type { PlaceLightning } from '#domain/lightning/reader-answer'
import { lightningZoneOf, policyTypeOf, type PolicyShortName } from '#domain/policies/policy-types'
import type { Facts } from '#server/facts'
import type { Fact } from '#server/platform/changes/index'
import { later, minuteMs } from '#server/platform/clock'
import type { Tx } from '#server/platform/store/index'
import { findAdvisories, standingContinuities } from '#server/rooms/advisories/index'
import { isPlaceRing, nearestStrikes, placeRingId, runningDelaysAt } from '#server/rooms/lightning/index'
import { listOrganizationLocationRows, type LocationRegister } from '#server/rooms/locations/index'
import { warningsAt, type WarningRow } from '#server/rooms/policies/index'
import {
  insertEvent,
  lastEvents,
  listeningCustomers,
  standingDangers,
  type NewPlaceEvent,
  type PlaceEventRow,
} from './store.ts'
import type { PlaceStates } from './place-states.ts'

export interface EventDeps {
  readonly places: PlaceStates
  readonly locations: Pick<LocationRegister, 'find'>
  readonly isSimulated: (source: string) => boolean
  readonly simulated: boolean
}

export interface EventPlace {
  readonly id: number
  readonly customerId: number
  readonly name: string
  readonly latitude: number
  readonly longitude: number
}

type WarningFact = Extract<Fact<Facts>, { kind: `warning ${string}` }>
type AdvisoryFact = Extract<Fact<Facts>, { kind: `advisory ${string}` }>
const isDelay = ({ kind }: Fact<Facts>) => kind.startsWith('delay ')
const isWarning = (fact: Fact<Facts>): fact is WarningFact => fact.kind.startsWith('warning ')
const isAdvisory = (fact: Fact<Facts>): fact is AdvisoryFact => fact.kind.startsWith('advisory ')

const policyTopic = (type: PolicyShortName) => `policy ${type}`
const advisoryTopic = ({ source, continuity }: Pick<Advisory, 'source' | 'continuity'>) =>
  `advisory ${source} ${continuity}`

const instant = (ms: number) => new Date(ms).toISOString()
/** The period from which the nearest strike is chosen. */
const strikesMs = 60 * minuteMs

/** Creates one transaction's events for the places of customers with subscribed clients. */
export class EventMaker {
  readonly #tx: Tx
  readonly #deps: EventDeps
  readonly #now: Date
  readonly #listening: ReadonlySet<number>
  readonly #places: ReadonlyMap<number, EventPlace>
  readonly #last: Map<string, PlaceEventRow>
  readonly made: PlaceEventRow[] = []

  private constructor(
    tx: Tx,
    deps: EventDeps,
    now: Date,
    listening: ReadonlySet<number>,
    places: readonly EventPlace[],
    last: readonly PlaceEventRow[],
  ) {
    this.#listening = listening
    this.#tx = tx
    this.#deps = deps
    this.#now = now
    this.#places = new Map(places.map(place => [place.id, place]))
    this.#last = new Map(last.map(row => [`${row.organization_location_id} ${row.topic}`, row]))
  }

  static async open(tx: Tx, deps: EventDeps, now: Date): Promise<EventMaker> {
    const listening = await listeningCustomers(tx, 'system')
    if (listening.size === 0) return new EventMaker(tx, deps, now, listening, [], [])
    const places = (await listOrganizationLocationRows(tx, 'system'))
      .filter(({ customer_id }) => listening.has(customer_id))
      .map(row => ({ ...row, customerId: row.customer_id }))
    const ids = places.map(({ id }) => id)
    return new EventMaker(tx, deps, now, listening, places, await lastEvents(tx, 'system', ids))
  }

  get placeIds(): readonly number[] {
    return [...this.#places.keys()]
  }

  /** Creates the events for facts, in order. */
  async ofFacts(facts: readonly Fact<Facts>[]): Promise<void> {
    if (this.#places.size === 0) return
    for (const fact of facts) {
      if (isDelay(fact)) {
        const { locationId } = fact.body as { locationId: number }
        if (isPlaceRing(locationId)) await this.lightning(locationId - placeRingId(0), null, fact.number)
      } else if (isWarning(fact)) await this.#warning(fact)
      else if (isAdvisory(fact)) await this.#advisory(fact)
    }
  }

  /** Compares the last published lightning event of a place with the place's current state. */
  async lightning(placeId: number, unknownSinceMs: number | null, fact: number | null = null): Promise<void> {
    const place = this.#places.get(placeId)
    if (!place) return
    const nowMs = this.#now.getTime()
    const lightning = this.#deps.places.lightningAt(place.id, nowMs)
    const last = this.#lastOf(place.id, 'lightning')
    const word = nextLightningEvent(last ? wordOf(last) : null, lightning, unknownSinceMs, nowMs)
    if (!word) return
    const running = await runningDelaysAt(this.#tx, 'system', [placeRingId(place.id)])
    // Based on the records, because while one is open, someone has been notified of danger.
    if (word.type === 'ALL_CLEAR' && running.length > 0) return
    const simulated = running.length > 0 ? running.some(row => row.simulated) : this.#deps.simulated
    const details = lightning.state === 'Delay' ? await this.#delayDetails(lightning, running) : {}
    const holdsUntil = lightning.state === 'Delay' ? new Date(lightning.lastEndsMs) : null
    await this.#say(place, 'lightning', word, { details, simulated, holdsUntil, fact })
  }

  /** Reports that nothing is known about dangers that were left behind when their places or policies were deleted. */
  async dangersLeftBehind(): Promise<void> {
    for (const event of await standingDangers(this.#tx, 'system')) {
      const place = this.#places.get(event.organization_location_id)
      if (!place) {
        if (this.#listening.has(event.customer_id)) await this.#sayDeleted(event)
        continue
      }
      if (event.topic === 'lightning') continue
      const type = event.topic.slice('policy '.length) as PolicyShortName
      if ((await this.#openWarnings(place, type)).length > 0) continue
      const because = 'It is no longer monitored here'
      await this.#say(
        place,
        event.topic,
        { type: 'UNKNOWN', because, isBaseline: false },
        {
          details: policyDetails(type),
          simulated: event.simulated,
          holdsUntil: null,
          fact: null,
        },
      )
    }
  }

  /** A program that was told of a danger is not left with it, although the place has no state anymore. */
  async #sayDeleted(event: PlaceEventRow) {
    const { locationName, latitude, longitude, ...details } = event.details
    const place: EventPlace = {
      id: event.organization_location_id,
      customerId: event.customer_id,
      name: locationName,
      latitude: Number(latitude),
      longitude: Number(longitude),
    }
    this.#last.set(`${place.id} ${event.topic}`, event)
    const word = { type: 'UNKNOWN', because: 'This location was deleted', isBaseline: false } as const
    await this.#say(place, event.topic, word, {
      details,
      simulated: event.simulated,
      holdsUntil: null,
      fact: null,
    })
  }

  async #warning(fact: WarningFact) {
    const { locationId, policyType } = fact.body
    // Lightning is published based on ring states instead.
    if (lightningZoneOf[policyType] !== undefined || fact.kind === 'warning counting') return
    const place = this.#places.get(this.#placeOf(locationId) ?? -1)
    if (!place) return
    const [worst] = await this.#openWarnings(place, policyType)
    const last = this.#lastOf(place.id, policyTopic(policyType))
    const isAgain = fact.kind === 'warning changed' && fact.body.isAlertDue
    if (worst) {
      if (last?.type === 'WARNING' && !isAgain) return
      const because = fact.because ?? 'The policy is breached'
      return this.#say(
        place,
        policyTopic(policyType),
        { type: 'WARNING', because, isBaseline: false },
        {
          details: { ...policyDetails(policyType), value: worst.value, threshold: worst.threshold },
          simulated: worst.simulated,
          holdsUntil: null,
          fact: fact.number,
        },
      )
    }
    if (last?.type !== 'WARNING') return
    const isClear = fact.kind === 'warning ended' && fact.body.isAllClear
    const because = fact.because ?? (isClear ? 'All clear' : 'It is no longer monitored here')
    const word = { type: isClear ? 'CLEAR' : 'UNKNOWN', because, isBaseline: false } as const
    await this.#say(place, last.topic, word, {
      details: policyDetails(policyType),
      simulated: last.simulated,
      holdsUntil: null,
      fact: fact.number,
    })
  }

  async #openWarnings(place: EventPlace, type: PolicyShortName): Promise<WarningRow[]> {
    const ids = this.#deps.places.watching(place.id).map(({ id }) => id)
    return warningsAt(this.#tx, 'system', ids, type)
  }

  async #advisory(fact: AdvisoryFact) {
    const [found] = await findAdvisories(this.#tx, [fact.body.advisoryId])
    if (!found || found.advisory.status === 'Test' || found.advisory.messageType === 'Cancel') return
    const { advisory } = found
    const isOver = fact.kind === 'advisory ended'
    const endsMs = endsAtMs(advisory)
    if (!isOver && endsMs <= this.#now.getTime()) return
    if (isOver && (await standingContinuities(this.#tx)).has(advisory.continuity)) return
    const topic = advisoryTopic(advisory)
    const index = new OutlineIndex([advisory])
    for (const place of this.#places.values()) {
      const last = this.#lastOf(place.id, topic)
      const isHere = index.at(place).length > 0
      if (isOver ? last?.type !== 'ADVISORY' : !isHere) continue
      const word = isOver
        ? { type: 'CLEAR' as const, because: `The ${advisory.event} is over`, isBaseline: false }
        : { type: 'ADVISORY' as const, because: advisory.headline ?? advisory.event, isBaseline: false }
      await this.#say(place, topic, word, {
        details: advisoryDetails(advisory, endsMs),
        simulated: this.#deps.isSimulated(advisory.source) || advisory.status === 'Exercise',
        holdsUntil: isOver ? null : new Date(endsMs),
        fact: fact.number,
      })
    }
  }

  async #delayDetails(
    delay: Extract<PlaceLightning, { state: 'Delay' }>,
    running: Awaited<ReturnType<typeof runningDelaysAt>>,
  ) {
    const ids = running.map(({ id }) => id)
    const nearest = await nearestStrikes(this.#tx, 'system', ids, later(this.#now, -strikesMs))
    const [strike] = [...nearest.values()].toSorted((one, other) => one.distanceMiles - other.distanceMiles)
    return {
      ring: delay.ring,
      radiusMiles: running.find(row => row.ring === delay.ring)?.radius_miles ?? null,
      endsAt: instant(delay.endsMs),
      lastRingEndsAt: instant(delay.lastEndsMs),
      nearestStrikeMiles: strike ? Math.round(strike.distanceMiles * 10) / 10 : null,
    }
  }

  #placeOf(locationId: number): number | undefined {
    return this.#deps.locations.find(locationId)?.organizationLocationId ?? undefined
  }

  #lastOf(placeId: number, topic: string): PlaceEventRow | undefined {
    return this.#last.get(`${placeId} ${topic}`)
  }

  async #say(
    place: EventPlace,
    topic: string,
    { type, because, isBaseline }: NonNullable<NextEvent>,
    more: Pick<NewPlaceEvent, 'simulated' | 'fact'> & {
      readonly details: Readonly<Record<string, unknown>>
      readonly holdsUntil: Date | null
    },
  ) {
    const { latitude, longitude } = place
    const event: NewPlaceEvent = {
      customer_id: place.customerId,
      organization_location_id: place.id,
      topic,
      type,
      is_baseline: isBaseline,
      at: this.#now,
      holds_until: more.holdsUntil,
      because,
      details: { ...more.details, locationName: place.name, latitude, longitude },
      simulated: more.simulated,
      fact: more.fact,
    }
    const row = await insertEvent(this.#tx, event, (this.#lastOf(place.id, topic)?.sequence ?? 0) + 1)
    if (!row) return
    this.#last.set(`${place.id} ${topic}`, row)
    this.made.push(row)
  }
}

function wordOf({ type, because, at, details }: PlaceEventRow): LastEvent {
  const ends = details['lastRingEndsAt']
  return {
    type,
    because,
    atMs: at.getTime(),
    ring: typeof details['ring'] === 'number' ? details['ring'] : null,
    lastEndsMs: typeof ends === 'string' ? Date.parse(ends) : null,
  }
}

function policyDetails(type: PolicyShortName) {
  const { displayName, unit } = policyTypeOf(type)
  return { policyType: type, policyName: displayName, unit }
}

function advisoryDetails(advisory: Advisory, endsMs: number) {
  return {
    event: advisory.event,
    severity: advisory.severity,
    urgency: advisory.urgency,
    certainty: advisory.certainty,
    headline: advisory.headline,
    instruction: advisory.instruction?.slice(0, 2000) ?? null,
    sender: advisory.senderName,
    endsAt: instant(endsMs),
  }
}
