import { getStormArrival, listStormVectors } from '#contract/weather/storms'
import type { Point } from '#domain/geo/distance'
import { zones } from '#domain/lightning/ring-rules'
import { knownForMs, stormOutlook, type StormSky, type WatchedRing } from '#domain/radar/storm-outlook'
import { notFound, unavailable } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import { findRings, locationSeenBy, type LocationRings } from '#server/rooms/locations/index'
import type { Sources } from '#server/sources'
import type { KnownCells, StormBook } from './engine.ts'
import { wireArrival, wireFeature } from './wire.ts'

export interface StormRouteDeps {
  readonly db: Db
  readonly book: StormBook
  /** Returns a location's rings with its organization's policies applied. */
  readonly inForce: (rings: LocationRings) => LocationRings
  readonly sources: Pick<Sources, 'provingAt' | 'seeingAt'>
  /** Other evidence of storms: recent strikes, and the meteorologists. */
  readonly strikesSince: (sinceMs: number) => StormSky['strikes']
  readonly isStormForecastAt: (place: Point, nowMs: number) => boolean
}

function watchedRings({ radiiMiles }: LocationRings): WatchedRing[] {
  return zones.flatMap((zone, index) => {
    const radiusMiles = radiiMiles[index] ?? 0
    return radiusMiles > 0 ? [{ zone, radiusMiles }] : []
  })
}

export function stormRoutes(deps: StormRouteDeps): Served[] {
  const { db, book, inForce, sources } = deps

  function knownAt(now: Date): KnownCells {
    const known = book.known(now.getTime())
    if (!known) throw unavailable('Storm cells are currently unknown.')
    return known
  }

  function knownBefore(atMs: number): KnownCells {
    const known = book.knownAt(atMs)
    if (!known) throw unavailable('Storm cells at this time are unknown.')
    return known
  }

  return [
    serve(listStormVectors, async ({ query, now }) => {
      const atMs = query.at === undefined ? now.getTime() : Math.min(now.getTime(), Date.parse(query.at))
      const { asOfMs, cells } = query.at === undefined ? knownAt(now) : knownBefore(atMs)
      const fresh = cells.filter(({ issuedMs }) => atMs - issuedMs <= knownForMs)
      return {
        type: 'FeatureCollection' as const,
        asOf: new Date(asOfMs).toISOString(),
        features: fresh.map(wireFeature),
      }
    }),

    serve(getStormArrival, async ({ caller, params, now }) => {
      await locationSeenBy(db, caller, params.id)
      const rings = await findRings(db, 'system', params.id)
      if (!rings) throw notFound('This location')
      if (sources.seeingAt('storm cells', rings).length === 0)
        throw unavailable('No radar covers this location.')
      const { asOfMs, cells } = knownAt(now)
      const nowMs = now.getTime()
      const sky: StormSky = {
        cells,
        strikes: deps.strikesSince(nowMs - knownForMs),
        isStormForecast: deps.isStormForecastAt(rings, nowMs),
        // A listed storm is used whatever its source; an empty list is used only if its source can prove that there are
        // no storms.
        mayLackCells: sources.provingAt('storm cells', rings).length === 0,
      }
      const outlook = stormOutlook(rings, watchedRings(inForce(rings)), sky, nowMs)
      if (outlook.kind === 'unknown') throw unavailable(`${outlook.because}.`)
      return wireArrival(outlook, asOfMs, nowMs)
    }),
  ]
}
