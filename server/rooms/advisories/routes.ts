import {
  advisoriesAtPoint,
  advisoryDetail,
  listAdvisories,
  listMapAlerts,
} from '#contract/weather/advisories'
import type { Advisory } from '#domain/advisories/advisory'
import type { Point } from '#domain/geo/distance'
import { notFound, unavailable } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import { locationSeenBy } from '#server/rooms/locations/index'
import type { AdvisoryEngine } from './engine.ts'
import { mapOutlines } from './map-outlines.ts'
import { wireAdvisory, wireOutlines } from './wire.ts'

export interface AdvisoryRouteDeps {
  readonly db: Db
  readonly engine: AdvisoryEngine
}

function knownOnly<Known>(known: Known | undefined): Known {
  if (!known) throw unavailable('Weather-service alerts are currently unknown.')
  return known
}

export function advisoryRoutes({ db, engine: { book, neededForMap } }: AdvisoryRouteDeps): Served[] {
  function knownAt(point: Point, now: Date): Advisory[] {
    return knownOnly(book.at(point, now.getTime()))
  }

  return [
    serve(listAdvisories, async ({ caller, params, now }) =>
      knownAt(await locationSeenBy(db, caller, params.id), now).map(wireAdvisory),
    ),
    serve(advisoryDetail, async ({ params, now }) => {
      const found = book.find(params.id, now.getTime())
      if (!found) throw notFound('This alert')
      return { ...wireAdvisory(found), Outlines: wireOutlines(found) }
    }),
    serve(listMapAlerts, async ({ now }) => {
      const { asOfMs, advisories } = knownOnly(book.all(now.getTime(), neededForMap()))
      return {
        asOf: new Date(asOfMs).toISOString(),
        alerts: advisories.map(each => ({ ...wireAdvisory(each), Outlines: mapOutlines(each) })),
      }
    }),
    serve(advisoriesAtPoint, async ({ query, now }) => knownAt(query, now).map(wireAdvisory)),
  ]
}
