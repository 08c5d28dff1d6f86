import type { LiveEvent } from '#contract/live'
import type { RingLocks } from '#domain/lightning/ring-rules'
import type { Facts } from '#server/facts'
import type { Bus } from '#server/platform/bus'
import type { Changes } from '#server/platform/changes/index'
import { minuteMs, type Clock } from '#server/platform/clock'
import type { Served } from '#server/platform/http/serve'
import type { Log } from '#server/platform/log'
import type { Schedule } from '#server/platform/schedule'
import type { Db, Scope, Tx } from '#server/platform/store/index'
import type { Events } from '#server/events'
import type { Live } from '#server/rooms/live/index'
import type { LocationRegister, LocationRings } from '#server/rooms/locations/index'
import { findUser } from '#server/rooms/users/index'
import { isForGroup, locksFrom, type PolicyBook } from './register.ts'
import { PolicyEngine, type PolicyEngineDeps } from './engine.ts'
import { policyRoutes, type PolicyRouteDeps } from './routes.ts'
import { listPolicyRows, policyOf } from './store.ts'
import { wireWarning } from './wire.ts'
import { strictest } from '#domain/policies/policy'

export { policiesPersonalData } from './personal-data.ts'
export { PlaceRegister } from './place-register.ts'
export { countingFor, isForGroup, PolicyBook } from './register.ts'
export {
  findWarnings,
  insertPolicy,
  insertWarning,
  endWarning,
  listPolicyRows,
  warningsAt,
  type NewPolicy,
  type PolicyRow,
  type WarningRow,
} from './store.ts'
export type { Values } from './engine.ts'

/** The limits that the organization's policies set on a person's rings, as of this transaction. */
export async function ringLocksFor(db: Db | Tx, customerId: Scope, userId: string): Promise<RingLocks> {
  const person = await findUser(db, customerId, userId)
  if (!person) return locksFrom([])
  const rows = await listPolicyRows(db, person.customer_id)
  return locksFrom(strictest(rows.filter(row => isForGroup(row, person.user_group_id)).map(policyOf)))
}

export interface PoliciesDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus<Events>
  readonly changes: Changes<Facts>
  readonly leadership: PolicyEngineDeps['leadership']
  readonly schedule: Schedule
  readonly live: Live
  readonly locations: LocationRegister
  readonly book: PolicyBook
  readonly sources: PolicyEngineDeps['sources']
  readonly valuesAt: PolicyEngineDeps['valuesAt']
  readonly ringState: PolicyEngineDeps['ringState']
  readonly lastStrikeMiles: PolicyEngineDeps['lastStrikeMiles']
  readonly expectedAt: PolicyRouteDeps['expectedAt']
}

export interface Policies {
  readonly engine: PolicyEngine
  readonly routes: readonly Served[]
}

/** Weather policies: which apply where, which are breached, and since when. */
export async function createPolicies(deps: PoliciesDeps): Promise<Policies> {
  const { db, clock, bus, changes, schedule, live, locations, book } = deps
  const engine: PolicyEngine = new PolicyEngine({
    ...deps,
    onChanged: place => live.readers.send(place, wordOn(place)),
  })
  const wordOn = (place: LocationRings): LiveEvent => ({
    kind: 'warnings',
    asOf: clock.now().toISOString(),
    locationId: place.id,
    warnings: engine.standingAt(place.id).map(standing => wireWarning(place, standing)),
  })
  await engine.start()

  live.greetWith(audience => locations.seenBy(audience).map(wordOn))
  bus.subscribe('rings-changed', ({ locationIds }) => engine.lookAtLightning(locationIds))
  // Subscribed after the book and the rings, which must receive the change first because their view of the place is
  // used.
  changes.subscribeToBatches(['location changed', 'location removed'], async facts => {
    const ids = [...new Set(facts.map(({ body }) => body.locationId))]
    await engine.lookAtEach(ids.flatMap(id => locations.find(id) ?? []))
    for (const id of ids) if (!locations.find(id)) await engine.forget(id)
  })
  changes.subscribeToBatches(['person changed'], async facts => {
    const people = new Set(facts.map(({ body }) => body.personId))
    await engine.lookAtEach([...people].flatMap(personId => locations.of(personId)))
  })
  changes.subscribeToBatches(['policy changed'], async facts => {
    const customers = new Set(facts.map(({ customerId }) => customerId))
    const places = [...customers].flatMap(customerId => locations.ofCustomer(customerId))
    await engine.lookAtEach(places)
    const asOf = clock.now().toISOString()
    const people = new Map(places.map(place => [place.userId, place]))
    for (const place of people.values()) live.readers.send(place, { kind: 'policies-changed', asOf })
  })
  for (const kind of ['warning opened', 'warning counting', 'warning changed', 'warning ended'] as const)
    changes.subscribe(kind, ({ locationId }) => engine.learn(locationId))
  schedule.every('policies', minuteMs, () => engine.lookAtAll())
  // Values that have arrived are evaluated together.
  bus.subscribe('readings-heard', () => schedule.nudge('policies'))
  bus.subscribe('air-heard', () => schedule.nudge('policies'))

  return {
    engine,
    routes: policyRoutes({ db, changes, engine, book, locations, expectedAt: deps.expectedAt }),
  }
}
