import {
  delayEvidence,
  delayEvidenceCsv,
  delayHistory,
  getDelay,
  hasCoverage,
  lightningCounts,
} from '#contract/weather/lightning'
import { clusterStrikes, getStrikes, mapLightning } from '#contract/weather/map-lightning'
import { seeing } from '#domain/feeds/source'
import { shownMs } from '#domain/lightning/half-hour'
import { isProvenSince } from '#domain/lightning/proven'
import { strikeRange } from '#domain/lightning/strike-range'
import { reachOf, type Caller } from '#server/platform/http/caller'
import { notFound } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import type { Sources } from '#server/sources'
import { findRings, isLocationSeenBy, locationSeenBy } from '#server/rooms/locations/index'
import { clusterAt, eachAlone, within, wireCluster } from '#server/rooms/lightning/map/clusters'
import type { LightningEngine } from '#server/rooms/lightning/engine'
import { sealOf, sealPurpose } from '#server/rooms/lightning/records/evidence'
import { evidenceTable } from '#server/rooms/lightning/store/evidence-table'
import { lightningOnMap } from '#server/rooms/lightning/map/lightning-on-map'
import type { SatelliteBook } from '#server/rooms/lightning/satellite/register'
import { delayOf, startingState } from '#server/rooms/lightning/statements'
import { findDelay, listDelays, listEvidence, type DelayRow } from '#server/rooms/lightning/store/delays'
import { quietWatched } from '#server/rooms/lightning/watch'
import { wireDelay } from '#server/rooms/lightning/wire-delay'

export interface LightningRouteDeps {
  readonly db: Db
  readonly engine: LightningEngine
  readonly sources: Sources
  readonly secrets: Pick<Secrets, 'keyFor'>
  readonly acceptanceOf: SatelliteBook['of']
}

export function lightningRoutes(deps: LightningRouteDeps): Served[] {
  const { db, engine, sources, secrets, acceptanceOf } = deps
  const sealKey = secrets.keyFor(sealPurpose)

  /** The strikes of the last half hour that the caller may see and whose position is known. */
  const located = (now: Date, { customerId }: Caller) =>
    engine
      .strikesSince(now.getTime() - shownMs, customerId)
      .filter(({ circleMiles }) => circleMiles === undefined)

  async function delaySeenBy(caller: Caller, id: number): Promise<DelayRow> {
    const row = await findDelay(db, reachOf(caller), id, sources)
    if (!row || !(await isLocationSeenBy(db, caller, row.user_id))) throw notFound('This delay')
    return row
  }

  return [
    serve(getDelay, async ({ caller, params, now }) => {
      await locationSeenBy(db, caller, params.id)
      const known = engine.delayOf(params.id)
      if (known) return known
      const rings = await findRings(db, 'system', params.id)
      if (!rings) throw notFound('This location')
      const watched = quietWatched(rings)
      const states = watched.rings.map(ring => ring && startingState)
      return delayOf(watched, states, { now, seq: 0, sources })
    }),

    serve(getStrikes, async ({ caller, now }) =>
      located(now, caller).map(strike => ({
        latitude: strike.latitude,
        longitude: strike.longitude,
        Amp: strike.amp,
        type: strike.type,
        TimeStamp: Math.floor(strike.timeMs / 1000),
      })),
    ),

    serve(clusterStrikes, async ({ caller, query, now }) => {
      const inside = located(now, caller).filter(strike => within(query, strike.latitude, strike.longitude))
      const alone = query.zoom >= query.nonClusterLevel
      const clusters = alone ? eachAlone(inside) : clusterAt(inside, query.zoom)
      return clusters.map(cluster => wireCluster(cluster, now.getTime()))
    }),

    serve(mapLightning, ({ caller, query, now }) =>
      lightningOnMap({ db, engine, sources }, query, caller.customerId, now),
    ),

    serve(hasCoverage, async ({ params: { lat: latitude, lon: longitude } }) => {
      const watching = [...sources.proving('lightning'), ...sources.provingWhereAccepted('lightning')]
      return seeing(watching, { latitude, longitude }).length > 0
    }),

    serve(lightningCounts, async ({ caller, params, now }) => {
      const place = await locationSeenBy(db, caller, params.id)
      const organizationLocationId = place.organization_location_id
      const countsSatellites = acceptanceOf({ ...place, organizationLocationId }) !== null
      const sinceMs = now.getTime() - shownMs
      const distances = engine
        .strikesSince(sinceMs, place.customer_id)
        .map(strike => (strikeRange(place, strike)?.miles ?? 0) - strike.positionErrorMiles)
      const count = (radius: number) => {
        if (radius === 0) return 0
        const received = distances.filter(distance => distance <= radius).length
        const proven = engine.provenAt({ ...place, countsSatellites }, radius)
        const isKnown = received > 0 || isProvenSince(proven, sinceMs, now.getTime())
        return isKnown ? received : null
      }
      return { item1: count(place.radius1), item2: count(place.radius2), item3: count(place.radius3) }
    }),

    serve(delayHistory, async ({ caller, params, query }) => {
      const row = await locationSeenBy(db, caller, params.id)
      return (await listDelays(db, row.customer_id, { locationId: row.id }, query, sources)).map(wireDelay)
    }),

    serve(delayEvidence, async ({ caller, params }) => {
      const row = await delaySeenBy(caller, params.id)
      const entries = await listEvidence(db, row.id)
      const evidence = entries.map(entry => ({
        at: entry.at.toISOString(),
        kind: entry.kind as 'opened',
        facts: entry.facts,
        previousHash: entry.previous_hash,
        hash: entry.hash,
      }))
      const seal = sealOf(sealKey, row.id, entries)
      return { delay: wireDelay(row), entries: entries.length, evidence, seal }
    }),

    serve(delayEvidenceCsv, async ({ caller, params }) => {
      const row = await delaySeenBy(caller, params.id)
      const opened = row.opened_at.toISOString().slice(0, 16).replace(':', '')
      const fileName = `${row.simulated ? 'SIMULATED ' : ''}Delay ${row.id} ${row.location_label} ring ${row.ring} ${opened}Z.csv`
      const entries = await listEvidence(db, row.id)
      return { fileName, content: evidenceTable(row, entries, sealOf(sealKey, row.id, entries)) }
    }),
  ]
}
