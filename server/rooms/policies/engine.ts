import { setImmediate } from 'node:timers/promises'
import type { RingState } from '#domain/lightning/ring'
import { lookAtRing } from '#domain/policies/lightning-warning'
import type { Policy } from '#domain/policies/policy'
import { lightningZoneOf, type PolicyShortName } from '#domain/policies/policy-types'
import { anySource, type Accepts } from '#domain/policies/source'
import { look, type Happened, type Measured, type Step, type Warning } from '#domain/policies/warning'
import type { Facts } from '#server/facts'
import type { AppendFact } from '#server/platform/changes/index'
import { minuteMs, type Clock } from '#server/platform/clock'
import { LeadershipLost, type Leadership } from '#server/platform/leadership/index'
import type { Log } from '#server/platform/log'
import { createSerial } from '#server/platform/serial'
import { batchesOf } from '#server/platform/store/batches'
import type { Db, Tx } from '#server/platform/store/index'
import type { LocationRegister, LocationRings } from '#server/rooms/locations/index'
import type { Sources } from '#server/sources'
import type { PolicyBook } from './register.ts'
import {
  endWarning,
  insertWarning,
  openWarnings,
  updateWarning,
  warningOf,
  type WarningRow,
} from './store.ts'

/** The known values at a place that policies evaluate. An omitted quantity is missing. */
export type Values = Readonly<Partial<Record<PolicyShortName, Measured>>>

export interface ActiveWarning {
  readonly id: number
  readonly policy: Policy
  readonly warning: Warning
}

/** One policy at one place, as last evaluated. */
export interface Looked {
  readonly policy: Policy
  readonly measured: Measured | null
  readonly ring: RingState | null
  readonly step: Step
}

type Standing = ReadonlyMap<PolicyShortName, ActiveWarning>

interface Change {
  readonly place: LocationRings
  readonly policy: Policy
  readonly step: Step
}

/** A warning that ends for a reason other than the weather. */
interface Ended {
  readonly locationId: number
  readonly customerId: number
  readonly userId: string
  readonly id: number
  readonly type: PolicyShortName
  readonly because: string
}

export interface PolicyEngineDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly book: PolicyBook
  readonly sources: Pick<Sources, 'simulated'>
  readonly leadership: Pick<Leadership<Facts>, 'term' | 'commit'>
  readonly locations: Pick<LocationRegister, 'find' | 'all'>
  /** Returns the values of the sources that are accepted. */
  readonly valuesAt: (place: LocationRings, nowMs: number, accepts: Accepts) => Values
  readonly ringState: (locationId: number, zone: 1 | 2 | 3 | 4) => RingState | undefined
  /** Returns the distance of the strike from which a delay is counted; null if it is no longer known. */
  readonly lastStrikeMiles: (locationId: number, zone: 1 | 2 | 3 | 4) => number | null
  /** Called after a place's warnings have been written. */
  readonly onChanged: (place: LocationRings) => void
}

const noValue: Measured = { kind: 'missing', because: 'No source measures this here' }
const noRing: RingState = { state: 'Unknown', because: 'starting', sinceMs: null, earliestClearMs: null }
/** The number of places evaluated before yielding: a strike must not wait for a thousand policy evaluations. */
const placesAtOnce = 400

const none: Standing = new Map()

/**
 * Evaluates every policy at every location repeatedly. The leader records what happened and only then publishes it.
 * Other processes evaluate only to know the values, and read what happened from the change log.
 */
export class PolicyEngine {
  readonly #deps: PolicyEngineDeps
  #standing = new Map<number, Map<PolicyShortName, ActiveWarning>>()
  /** The term in which the warnings in memory were loaded from the database. */
  #term: number | null = null
  readonly #inTurn = createSerial()

  constructor(deps: PolicyEngineDeps) {
    this.#deps = deps
  }

  /** Loads the open warnings. */
  start(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#load()
      await this.#takeUp()
    })
  }

  /** Evaluates everything: runs every minute, and whenever values have arrived. */
  lookAtAll(): Promise<void> {
    return this.lookAtEach([...this.#deps.locations.all()])
  }

  /** Evaluates some places. Also used after edits, because their policies may have changed. */
  async lookAtEach(places: readonly LocationRings[]): Promise<void> {
    for (const some of batchesOf(places, placesAtOnce)) {
      await this.#inTurn(() => this.#lookAt(some.flatMap(this.#asItIs), () => true))
      await setImmediate()
    }
  }

  /** Runs when rings have changed: lightning does not wait for the next minute. */
  lookAtLightning(locationIds: readonly number[]): Promise<void> {
    return this.#inTurn(() =>
      this.#lookAt(
        locationIds.flatMap(id => this.#deps.locations.find(id) ?? []),
        policy => lightningZoneOf[policy.type] !== undefined,
      ),
    )
  }

  /** Ends a removed location's warnings. */
  forget(locationId: number): Promise<void> {
    return this.#inTurn(async () => {
      await this.#takeUp()
      const own = [...(await openWarnings(this.#deps.db, 'system', locationId))]
      await this.#write(
        [],
        own.map(row => endedOf(row, 'The location was removed')),
      )
      this.#standing.delete(locationId)
    })
  }

  /** Reads what the leader wrote about a location's warnings. The leader itself already knows it. */
  learn(locationId: number): Promise<void> {
    return this.#inTurn(async () => {
      const place = this.#deps.locations.find(locationId)
      if (!place || this.#deps.leadership.term() !== null) return
      const rows = await openWarnings(this.#deps.db, 'system', locationId)
      this.#standing.set(locationId, new Map(rows.flatMap(row => this.#activeOf(row, place))))
      this.#deps.onChanged(place)
    })
  }

  standingAt(locationId: number): ActiveWarning[] {
    return [...this.#at(locationId).values()].map(active => this.#untilRingEnds(locationId, active))
  }

  /** A lightning warning ends with its ring, which may take longer than the policy's own time. */
  #untilRingEnds(locationId: number, active: ActiveWarning): ActiveWarning {
    const { policy, warning } = active
    const zone = lightningZoneOf[policy.type]
    const ring = zone && this.#deps.ringState(locationId, zone)
    if (ring?.state !== 'Delay' || warning.leftMs === null) return active
    const allClearMinutes = Math.ceil((ring.endsMs - warning.leftMs) / minuteMs)
    return { ...active, policy: { ...policy, allClearMinutes } }
  }

  /** Evaluates without changing anything, to explain each policy's state. */
  explain(locationId: number): Looked[] {
    const place = this.#deps.locations.find(locationId)
    if (!place) return []
    const nowMs = this.#deps.clock.now().getTime()
    const values = this.#valuesAt(place, nowMs)
    return this.#deps.book.effectiveFor(place.userId).map(policy => this.#look(place, policy, values, nowMs))
  }

  #at(locationId: number): Standing {
    return this.#standing.get(locationId) ?? none
  }

  #remember(locationId: number, active: ActiveWarning) {
    const own = this.#standing.get(locationId) ?? new Map<PolicyShortName, ActiveWarning>()
    this.#standing.set(locationId, own.set(active.policy.type, active))
  }

  /** The current version of a place, if the place still exists. */
  readonly #asItIs = (place: LocationRings) => this.#deps.locations.find(place.id) ?? []

  #activeOf(row: WarningRow, place: LocationRings): [PolicyShortName, ActiveWarning][] {
    const policy = this.#deps.book.effectiveFor(place.userId).find(({ type }) => type === row.policy_type)
    return policy ? [[row.policy_type, { id: row.id, policy, warning: warningOf(row) }]] : []
  }

  /** Loads open warnings. Returns those that only a change of settings can still end. */
  async #load(): Promise<Ended[]> {
    const { db, sources, locations } = this.#deps
    this.#standing = new Map()
    return (await openWarnings(db, 'system')).flatMap(row => {
      const place = locations.find(row.location_id)
      const [known] = place ? this.#activeOf(row, place) : []
      if (row.simulated && !sources.simulated) return endedOf(row, 'Simulated weather was switched off')
      if (!place) return endedOf(row, 'The location was removed')
      if (!known) return endedOf(row, 'The policy no longer applies')
      this.#remember(place.id, known[1])
      return []
    })
  }

  /** A new leader reloads from the database: its memory may be older. */
  async #takeUp() {
    const term = this.#deps.leadership.term()
    if (term !== null && term !== this.#term) {
      const over = await this.#load()
      this.#term = term
      await this.#write([], over)
    }
    this.#term = term
  }

  /** The values at a place; empty if reading them fails, because one failing place must not hide the others. */
  #valuesAt(place: LocationRings, nowMs: number, accepts = anySource): Values {
    try {
      return this.#deps.valuesAt(place, nowMs, accepts)
    } catch (error) {
      this.#deps.log.error({ err: error, locationId: place.id }, 'could not determine a location’s values')
      return {}
    }
  }

  #look(place: LocationRings, policy: Policy, values: Values, nowMs: number): Looked {
    const warning = this.#at(place.id).get(policy.type)?.warning ?? null
    const zone = lightningZoneOf[policy.type]
    if (zone === undefined) {
      const measured = values[policy.type] ?? noValue
      const by = (accepts: Accepts) => this.#valuesAt(place, nowMs, accepts)[policy.type] ?? noValue
      return { policy, measured, ring: null, step: look(policy, warning, measured, nowMs, { place, by }) }
    }
    const ring = this.#deps.ringState(place.id, zone) ?? noRing
    const miles = ring.state === 'Delay' ? this.#deps.lastStrikeMiles(place.id, zone) : null
    return { policy, measured: null, ring, step: lookAtRing(policy, warning, ring, nowMs, miles) }
  }

  async #lookAt(places: readonly LocationRings[], concerns: (policy: Policy) => boolean) {
    await this.#takeUp()
    const nowMs = this.#deps.clock.now().getTime()
    const changes: Change[] = []
    const ended: Ended[] = []
    for (const place of places) {
      const policies = this.#deps.book.effectiveFor(place.userId)
      for (const { id, policy } of this.#at(place.id).values()) {
        if (policies.some(({ type }) => type === policy.type)) continue
        const { id: locationId, customerId, userId } = place
        const because = 'The policy no longer applies'
        ended.push({ locationId, customerId, userId, id, type: policy.type, because })
      }
      if (policies.length === 0) continue
      const values = this.#valuesAt(place, nowMs)
      for (const policy of policies) {
        if (!concerns(policy)) continue
        const { step } = this.#look(place, policy, values, nowMs)
        if (step.happened !== null || this.#isUnderOther(place, policy, step))
          changes.push({ place, policy, step })
        else this.#keep(place, policy, step)
      }
    }
    await this.#write(changes, ended)
  }

  /** Whether a warning is now under a different policy than recorded, under one that was edited, or by another source. */
  #isUnderOther({ id }: LocationRings, policy: Policy, { warning }: Step): boolean {
    const known = this.#at(id).get(policy.type)
    if (!known || !warning) return false
    return (
      known.policy.id !== policy.id ||
      known.policy.allClearMinutes !== policy.allClearMinutes ||
      known.warning.threshold !== warning.threshold ||
      known.warning.source?.id !== warning.source?.id
    )
  }

  /** Remembers that the value was evaluated, which by itself is not worth a database write. */
  #keep({ id }: LocationRings, policy: Policy, { warning }: Step) {
    const known = this.#at(id).get(policy.type)
    if (known && warning) this.#remember(id, { id: known.id, policy, warning })
  }

  async #write(changes: readonly Change[], ended: readonly Ended[]) {
    const { leadership, clock, locations } = this.#deps
    if (leadership.term() === null || (changes.length === 0 && ended.length === 0)) return
    const now = clock.now()
    try {
      const done = await leadership.commit(async (tx, appendFact) => {
        const written: (() => void)[] = []
        for (const change of changes) written.push(await this.#writeOne(tx, appendFact, change, now))
        for (const each of ended) {
          await endWarning(tx, 'system', each.id, now, each.because)
          appendEnded(appendFact, each, each.because, false)
          written.push(() => void this.#standing.get(each.locationId)?.delete(each.type))
        }
        return written
      })
      // Memory is updated only once the database has been.
      for (const remember of done) remember()
    } catch (error) {
      this.#term = null // it is unknown what was written, so it is reloaded
      if (error instanceof LeadershipLost) return
      throw error
    }
    const touched = new Set([...changes.map(({ place }) => place.id), ...ended.map(each => each.locationId)])
    for (const id of touched) {
      const place = locations.find(id)
      if (place) this.#deps.onChanged(place)
    }
  }

  async #writeOne(
    tx: Tx,
    appendFact: AppendFact<Facts>,
    { place, policy, step }: Change,
    now: Date,
  ): Promise<() => void> {
    const { warning, happened, because } = step
    const known = this.#at(place.id).get(policy.type)
    const about = (id: number) => ({
      locationId: place.id,
      customerId: place.customerId,
      userId: place.userId,
      id,
      type: policy.type,
    })
    if (!warning) {
      if (!known) return () => {}
      await endWarning(tx, 'system', known.id, now, because)
      appendEnded(appendFact, about(known.id), because, happened === 'cleared')
      return () => void this.#standing.get(place.id)?.delete(policy.type)
    }
    const id = known?.id ?? (await insertWarning(tx, place, policy, warning, this.#deps.sources.simulated))
    if (known) await updateWarning(tx, 'system', id, policy, warning)
    appendStanding(appendFact, about(id), because, happened)
    return () => this.#remember(place.id, { id, policy, warning })
  }
}

function endedOf(row: WarningRow, because: string): Ended {
  const { id, location_id: locationId, customer_id: customerId, user_id: userId, policy_type: type } = row
  return { locationId, customerId, userId, id, type, because }
}

function factOf({ locationId, customerId, userId, id, type }: Omit<Ended, 'because'>) {
  const body = { warningId: id, locationId, userId, policyType: type }
  return { customerId, subject: `location ${locationId}`, body }
}

function appendStanding(
  appendFact: AppendFact<Facts>,
  about: Omit<Ended, 'because'>,
  because: string,
  happened: Happened | null,
) {
  const { body, ...fact } = factOf(about)
  if (happened === 'opened') return appendFact('warning opened', { ...fact, body, because })
  if (happened === 'counting down') return appendFact('warning counting', { ...fact, body, because })
  const isAlertDue = happened === 'alerted again'
  return appendFact('warning changed', { ...fact, body: { ...body, isAlertDue }, because })
}

function appendEnded(
  appendFact: AppendFact<Facts>,
  about: Omit<Ended, 'because'>,
  because: string,
  isAllClear: boolean,
) {
  const { body, ...fact } = factOf(about)
  appendFact('warning ended', { ...fact, body: { ...body, isAllClear }, because })
}
