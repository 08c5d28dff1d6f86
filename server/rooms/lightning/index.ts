import type { Point } from '#domain/geo/distance'
import type { Span } from '#domain/lightning/coverage'
import { dayMs, later, minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Bus } from '#server/platform/bus'
import type { Changes } from '#server/platform/changes/index'
import type { Doorbell } from '#server/platform/doorbell/index'
import type { Figure } from '#server/platform/figures'
import type { ReadyCheck } from '#server/platform/http/health'
import type { Served } from '#server/platform/http/serve'
import type { Log } from '#server/platform/log'
import type { Schedule } from '#server/platform/schedule'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import type { Traces } from '#server/platform/traces/index'
import type { Events } from '#server/events'
import type { Facts } from '#server/facts'
import type { Leadership } from '#server/platform/leadership/index'
import type { Sources } from '#server/sources'
import type { Live } from '#server/rooms/live/index'
import type { LocationRegister, LocationRings } from '#server/rooms/locations/index'
import { canaryPlace, createCanary } from './canary.ts'
import { lightningAround, type LightningAround } from './map/around.ts'
import { LightningEngine } from './engine.ts'
import { delayHistoryRoutes, skyKeptMs } from './routes/history.ts'
import { isPost, ringInputs, type Posts } from './ring-owners.ts'
import { lightningRoutes } from './routes/lightning.ts'
import { watchSources, type SourceWatch } from './source-watch.ts'
import { SatelliteBook } from './satellite/acceptances.ts'
import { satelliteRoutes } from './routes/satellite.ts'
import { leaseMs } from './statements.ts'
import { deleteCoverageBefore, deleteStrikesBefore } from './store/log.ts'
import type { StrikeTraces } from './strike-traces.ts'
import type { Sharing } from './unstored.ts'

export { lightningPersonalData } from './personal-data.ts'
export { leaseMs, startingState } from './statements.ts'
export type { LightningAround } from './map/around.ts'
export {
  isPlaceRing,
  isPost,
  isSirenRing,
  nobody,
  placeRingId,
  ringInputs,
  sirenRingId,
} from './ring-owners.ts'
export { brokenEntries, sealPurpose } from './records/evidence.ts'
export { verifyJson, verifyTable } from './records/verify-evidence.ts'
export { evidenceHeads, unkeyedEvidence, verifyAllEvidence } from './records/verify-all-evidence.ts'
export {
  closeDelays,
  delaysEndedTooSoon,
  extendDelays,
  findDelays,
  insertDelays,
  type DelayRow,
} from './store/delays.ts'
export type { StrikeCause, StrikeTraces } from './strike-traces.ts'
export { shareByLocks } from './unstored.ts'
export type { PromisedDelay } from './watch.ts'
export { nearestStrikes, runningDelaysAt, type StrikeNearby } from './store/running-delays.ts'

export interface LightningDeps {
  readonly secrets: Pick<Secrets, 'keyFor'>
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus<Events>
  readonly changes: Changes<Facts>
  readonly leadership: Leadership<Facts>
  readonly doorbell: Doorbell
  readonly schedule: Schedule
  readonly leaderSchedule: Schedule
  readonly live: Live
  readonly sources: Sources
  readonly locations: LocationRegister
  /** Returns a location's rings with its organization's policies applied. */
  readonly inForce: (rings: LocationRings) => LocationRings
  readonly unstoredElsewhere?: Sharing | undefined
  /** The rings that are on no dashboard. */
  readonly posts: Posts
  readonly traces?: Traces | undefined
}

export interface Lightning {
  readonly engine: LightningEngine
  readonly traces: StrikeTraces | undefined
  /** Returns strikes within a distance of a place in a retained time span, and the times at which it was covered. */
  around(place: Point, miles: number, span: Span): Promise<LightningAround>
  readonly routes: readonly Served[]
  readonly readyChecks: readonly ReadyCheck[]
  readonly keyFeeds: SourceWatch['keyFeeds']
  readonly figures: readonly Figure[]
}

/** Traces strikes, if the operator has named a collector. */
async function followStrikes({ traces, clock, changes }: LightningDeps): Promise<StrikeTraces | undefined> {
  if (!traces) return undefined
  const { StrikeTraces: Following } = await import('./strike-traces.ts')
  const strikes = traces.guard(new Following(traces, clock))
  for (const kind of ['delay opened', 'delay extended', 'siren alarm opened'] as const)
    changes.subscribe(kind, (body, { customerId }) => strikes.read(body, customerId))
  return strikes
}

/** The lightning module: what was received, which rings are in delay, and who is notified. */
export async function createLightning(deps: LightningDeps): Promise<Lightning> {
  const { db, clock, log, bus, changes, schedule, sources, locations, posts, doorbell } = deps
  const { readers } = deps.live
  await sources.load(db)
  const watch = await watchSources(db, clock, sources)
  const satellites = new SatelliteBook()
  await satellites.load(db)
  // Subscribed before other consumers of the same facts, so that it is up to date when they run.
  changes.subscribeToBatches(['satellite acceptance changed'], () => satellites.load(db))
  const traces = await followStrikes(deps)
  const engine = new LightningEngine({
    traces,
    db,
    clock,
    log,
    readers,
    sources,
    leadership: deps.leadership,
    unstoredElsewhere: deps.unstoredElsewhere,
    promisedElsewhere: () => posts.promised(),
    isCurrent: changes.isCurrent,
    loadPlaces: () => [
      ...[...Array.from(locations.all(), deps.inForce), ...posts.all()].map(place =>
        satellites.watched(place),
      ),
      canaryPlace,
    ],
    findPlace: id => {
      const location = locations.find(id)
      const place = isPost(id) ? posts.find(id) : location && deps.inForce(location)
      return place && satellites.watched(place)
    },
    seenBy: audience => locations.seenBy(audience),
    onAppended: () => doorbell.ringOthers('strikes'),
    onChanged: locationIds => bus.publish('rings-changed', { locationIds }),
    onCoverage: watch.note,
  })
  await engine.start()
  deps.live.greetWith(audience => {
    const asOf = clock.now().toISOString()
    return [{ kind: 'snapshot', asOf, validForMs: leaseMs, delays: engine.delaysOf(audience) }]
  })

  bus.subscribe('lightning-heard', async received => {
    try {
      await engine.receive(received)
    } catch (error) {
      log.error({ err: error }, 'could not store lightning data')
      // The coverage is not applied and therefore not proven, so the feed is asked to send it again.
      bus.publish('lightning-missed', { fromMs: Math.min(...received.coverage.map(span => span.fromMs)) })
    }
  })
  changes.subscribeToBatches(['location changed', 'location removed'], facts =>
    engine.followAll(facts.map(({ body }) => body.locationId)),
  )
  // A person's new group may have other policies, which determine the reach of rings.
  changes.subscribeToBatches(['person changed'], async facts => {
    const people = new Set(facts.map(({ body }) => body.personId))
    const places = [...people].flatMap(personId => locations.of(personId))
    await engine.followOthers(places)
    const asOf = clock.now().toISOString()
    for (const place of places) readers.send(place, { kind: 'locations-changed', asOf, locationId: place.id })
  })
  changes.subscribeToBatches(['policy changed'], async facts => {
    for (const customerId of new Set(facts.map(fact => fact.customerId)))
      await engine.followOthers(locations.ofCustomer(customerId))
  })
  changes.subscribeToBatches(ringInputs, () => engine.followPosts(posts.all()))
  changes.subscribeToBatches(['satellite acceptance changed'], facts =>
    engine.followAll(
      facts.flatMap(({ body: { locationId, organizationLocationId: place } }) => [
        ...(locationId === null ? [] : [locationId]),
        ...(place === null ? [] : locations.standingFor(place).map(({ id }) => id)),
        ...posts.all().flatMap(post => (post.organizationLocationId === place ? post.id : [])),
      ]),
    ),
  )
  doorbell.subscribe('strikes', () => schedule.nudge('strike log'))
  schedule.every('strike log', 5 * secondMs, () => engine.readOn())
  const canary = createCanary({
    clock,
    log,
    publish: strike => bus.publish('lightning-heard', { strikes: [strike], coverage: [] }),
  })
  readers.add({ kind: 'location', locationId: canaryPlace.id }, { send: canary.receive, close: () => {} })
  schedule.every('lightning canary', minuteMs, async () => canary.send())
  schedule.every('lightning', secondMs, () => engine.tick())
  deps.leaderSchedule.every('lightning log retention', dayMs, async () => {
    const before = later(clock.now(), -skyKeptMs)
    await deleteStrikesBefore(db, 'system', before)
    await deleteCoverageBefore(db, before)
  })

  return {
    engine,
    traces,
    around: (place, miles, span) => lightningAround(db, sources, place, miles, span),
    keyFeeds: watch.keyFeeds,
    figures: [
      {
        name: 'skywarden_locations_unknown',
        help: 'Locations with a ring whose state is Unknown',
        read: async () => [{ value: engine.locationsUnknown() }],
      },
      {
        name: 'skywarden_open_streams',
        help: 'Open live streams',
        read: async () => [{ value: readers.count() - 1 }], // excludes the canary's reader
      },
    ],
    routes: [
      ...lightningRoutes({
        db,
        engine,
        sources,
        secrets: deps.secrets,
        acceptanceOf: rings => satellites.of(rings),
      }),
      ...delayHistoryRoutes({
        db,
        sources,
        inForce: deps.inForce,
        acceptanceOf: rings => satellites.of(rings),
      }),
      ...satelliteRoutes({ db, changes }),
    ],
    readyChecks: [
      {
        name: 'lightning',
        check: async () => {
          if (!engine.isReady) throw new Error('Ring states are being rebuilt')
          const silent = await watch.silent()
          if (silent.length > 0) throw new Error(`No data from ${silent.join(', ')}`)
          return `Rings watched: ${engine.ringsWatched()}. Open streams: ${readers.count()}.`
        },
      },
      canary.readyCheck,
    ],
  }
}
