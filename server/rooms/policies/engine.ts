import { setImmediate } from 'node:timers/promises'
import type { RingState } from '#domain/lightning/ring'
import { lookAtRing } from '#domain/policies/lightning-warning'
import type { Policy } from '#domain/policies/policy'
import { lightningZoneOf, type PolicyShortName } from '#domain/policies/policy-types'
import { look, type Measured, type Step, type Warning } from '#domain/policies/warning'
import type { Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import type { Db, Tx } from '#server/platform/store/index'
import type { LocationRings } from '#server/rooms/locations/index'
import type { Sources } from '#server/sources'
import type { PolicyBook } from './book.ts'
import { endWarning, insertWarning, openWarnings, updateWarning, warningOf } from './store.ts'

/** What is known at a place of what policies look at. A quantity that is left out is missing. */
export type Values = Readonly<Partial<Record<PolicyShortName, Measured>>>

export interface ActiveWarning {
  readonly id: number
  readonly policy: Policy
  readonly warning: Warning
}

/** One policy at one place, as it was last looked at. */
export interface Looked {
  readonly policy: Policy
  readonly measured: Measured | null
  readonly ring: RingState | null
  readonly step: Step
}

interface Watched {
  place: LocationRings
  readonly standing: Map<PolicyShortName, ActiveWarning>
}

interface Change {
  readonly watched: Watched
  readonly policy: Policy
  readonly step: Step
}

export interface PolicyEngineDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly book: PolicyBook
  readonly sources: Pick<Sources, 'simulated'>
  readonly loadPlaces: () => Promise<readonly LocationRings[]>
  readonly findPlace: (locationId: number) => Promise<LocationRings | undefined>
  readonly valuesAt: (place: LocationRings, nowMs: number) => Values
  readonly ringState: (locationId: number, zone: 1 | 2 | 3 | 4) => RingState | undefined
  /** Whoever has to be told of a place's warnings: after they were written. */
  readonly onChanged: (place: LocationRings) => void
}

const noValue: Measured = { kind: 'missing', because: 'No source measures this here' }
const noRing: RingState = { state: 'Unknown', because: 'starting', sinceMs: 0, earliestClearMs: null }
/** So many places are looked at before others get their turn: a strike must not wait for a thousand thermometers. */
const placesAtOnce = 400

/** Looks at every policy of every location, again and again; writes down what happened, and only then says it. */
export class PolicyEngine {
  readonly #deps: PolicyEngineDeps
  readonly #places = new Map<number, Watched>()
  #turn: Promise<unknown> = Promise.resolve()

  constructor(deps: PolicyEngineDeps) {
    this.#deps = deps
  }

  /** Takes up the warnings that a restart left standing. */
  start(): Promise<void> {
    return this.#inTurn(async () => {
      for (const place of await this.#deps.loadPlaces()) this.#watch(place)
      for (const row of await openWarnings(this.#deps.db, 'system')) {
        const watched = this.#places.get(row.location_id)
        const policy = this.#policyOf(row.user_id, row.policy_type)
        const standing = { id: row.id, warning: warningOf(row) }
        if (row.simulated && !this.#deps.sources.simulated)
          await this.#end(row.id, 'Simulated weather was switched off')
        else if (watched && policy) watched.standing.set(row.policy_type, { ...standing, policy })
        else await this.#end(row.id, watched ? 'The policy no longer applies' : 'The location was removed')
      }
    })
  }

  /** Every minute, and whenever values have come in. */
  async lookAtAll(): Promise<void> {
    const all = [...this.#places.values()]
    for (let start = 0; start < all.length; start += placesAtOnce) {
      const some = all.slice(start, start + placesAtOnce)
      await this.#inTurn(() => this.#lookAt(some.filter(this.#isWatched), () => true))
      await setImmediate()
    }
  }

  /** A ring has changed: lightning does not wait for the next minute. */
  lookAtLightning(locationIds: readonly number[]): Promise<void> {
    return this.#inTurn(() =>
      this.#lookAt(
        locationIds.flatMap(id => this.#places.get(id) ?? []),
        policy => lightningZoneOf[policy.type] !== undefined,
      ),
    )
  }

  /** Follows a location that was added, edited or removed. */
  follow(locationId: number): Promise<void> {
    return this.#inTurn(async () => {
      const place = await this.#deps.findPlace(locationId)
      const before = this.#places.get(locationId)
      if (place) {
        await this.#lookAt([this.#watch(place)], () => true)
      } else if (before) {
        for (const { id } of before.standing.values()) await this.#end(id, 'The location was removed')
        this.#places.delete(locationId)
      }
    })
  }

  standingAt(locationId: number): ActiveWarning[] {
    return [...(this.#places.get(locationId)?.standing.values() ?? [])]
  }

  placesOf(userId: string): LocationRings[] {
    return [...this.#places.values()].map(({ place }) => place).filter(place => place.userId === userId)
  }

  /** Looks without changing anything: why each policy stands as it does. */
  explain(locationId: number): Looked[] {
    const watched = this.#places.get(locationId)
    if (!watched) return []
    const nowMs = this.#deps.clock.now().getTime()
    const values = this.#valuesAt(watched.place, nowMs)
    return this.#deps.book
      .effectiveFor(watched.place.userId)
      .map(policy => this.#look(watched, policy, values, nowMs))
  }

  #watch(place: LocationRings): Watched {
    const known = this.#places.get(place.id)
    if (known) {
      known.place = place
      return known
    }
    const watched: Watched = { place, standing: new Map() }
    this.#places.set(place.id, watched)
    return watched
  }

  readonly #isWatched = (watched: Watched) => this.#places.get(watched.place.id) === watched

  /** One place that makes trouble must not hide the others: there, nothing is known. */
  #valuesAt(place: LocationRings, nowMs: number): Values {
    try {
      return this.#deps.valuesAt(place, nowMs)
    } catch (error) {
      this.#deps.log.error({ err: error, locationId: place.id }, 'the values of a location cannot be told')
      return {}
    }
  }

  #policyOf(userId: string, type: PolicyShortName): Policy | undefined {
    return this.#deps.book.effectiveFor(userId).find(policy => policy.type === type)
  }

  #look({ place, standing }: Watched, policy: Policy, values: Values, nowMs: number): Looked {
    const warning = standing.get(policy.type)?.warning ?? null
    const zone = lightningZoneOf[policy.type]
    if (zone === undefined) {
      const measured = values[policy.type] ?? noValue
      return { policy, measured, ring: null, step: look(policy, warning, measured, nowMs) }
    }
    const ring = this.#deps.ringState(place.id, zone) ?? noRing
    return { policy, measured: null, ring, step: lookAtRing(policy, warning, ring, nowMs) }
  }

  async #lookAt(places: readonly Watched[], concerns: (policy: Policy) => boolean) {
    const nowMs = this.#deps.clock.now().getTime()
    const changes: Change[] = []
    const ended: { watched: Watched; standing: ActiveWarning }[] = []
    for (const watched of places) {
      const policies = this.#deps.book.effectiveFor(watched.place.userId)
      for (const standing of watched.standing.values()) {
        if (!policies.some(({ type }) => type === standing.policy.type)) ended.push({ watched, standing })
      }
      if (policies.length === 0) continue
      const values = this.#valuesAt(watched.place, nowMs)
      for (const policy of policies) {
        if (!concerns(policy)) continue
        const { step } = this.#look(watched, policy, values, nowMs)
        if (step.happened !== null) changes.push({ watched, policy, step })
        else this.#keep(watched, policy, step)
      }
    }
    if (changes.length > 0 || ended.length > 0) await this.#write(changes, ended, new Date(nowMs))
  }

  /** Nothing happened but that the value was looked at: that is not worth a write. */
  #keep({ standing }: Watched, policy: Policy, { warning }: Step) {
    const known = standing.get(policy.type)
    if (known && warning) standing.set(policy.type, { id: known.id, policy, warning })
  }

  async #write(
    changes: readonly Change[],
    ended: readonly { watched: Watched; standing: ActiveWarning }[],
    now: Date,
  ) {
    const done = await this.#deps.db.transaction().execute(async tx => {
      const written: (() => void)[] = []
      for (const change of changes) written.push(await this.#writeOne(tx, change, now))
      for (const { watched, standing } of ended) {
        await endWarning(tx, 'system', standing.id, now, 'The policy no longer applies')
        written.push(() => void watched.standing.delete(standing.policy.type))
      }
      return written
    })
    // What is in memory changes only when what is on disk has.
    for (const remember of done) remember()
    const places = new Set([...changes, ...ended].map(({ watched }) => watched.place))
    for (const place of places) this.#deps.onChanged(place)
  }

  async #writeOne(tx: Tx, { watched, policy, step }: Change, now: Date): Promise<() => void> {
    const known = watched.standing.get(policy.type)
    const { warning } = step
    if (!warning) {
      if (known) await endWarning(tx, 'system', known.id, now, step.because)
      return () => void watched.standing.delete(policy.type)
    }
    const id =
      known?.id ?? (await insertWarning(tx, watched.place, policy, warning, this.#deps.sources.simulated))
    if (known) await updateWarning(tx, 'system', id, policy, warning)
    return () => void watched.standing.set(policy.type, { id, policy, warning })
  }

  async #end(id: number, because: string) {
    const now = this.#deps.clock.now()
    await this.#deps.db.transaction().execute(tx => endWarning(tx, 'system', id, now, because))
  }

  #inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(act)
    this.#turn = result.catch(() => {}) // told to whoever asked; the next act is not to blame
    return result
  }
}
