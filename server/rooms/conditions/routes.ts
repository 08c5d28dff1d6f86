import { getObservation, lookUpMetar, lookUpObservation } from '#contract/weather/conditions'
import type { Caller } from '#server/platform/http/caller'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import { locationSeenBy } from '#server/rooms/locations/index'
import type { Conditions, ConditionsAt } from './conditions-at.ts'
import { isStationSeenBy, type Stations } from '#server/rooms/stations/index'
import { wireConditions } from './wire.ts'

export interface ConditionsRouteDeps {
  readonly db: Db
  readonly at: ConditionsAt
  readonly stations: Pick<Stations, 'imageUrlOf'>
  readonly isThunderingAt: (locationId: number) => boolean
}

/** The weather at places. */
export function conditionsRoutes({ db, at, stations, isThunderingAt }: ConditionsRouteDeps): Served[] {
  function toldTo(caller: Caller, conditions: Conditions, now: Date, isThundering = false) {
    const station = conditions.speaker?.station
    const canViewHistorical = station !== undefined && station.hasHistory && isStationSeenBy(caller, station)
    return wireConditions(conditions, { canViewHistorical, isThundering }, stations, now)
  }

  return [
    serve(getObservation, async ({ caller, params, now }) => {
      const row = await locationSeenBy(db, caller, params.id)
      const place = { latitude: row.latitude, longitude: row.longitude, customerId: row.customer_id }
      return toldTo(caller, at.conditionsAt(place, now.getTime()), now, isThunderingAt(params.id))
    }),

    serve(lookUpObservation, async ({ caller, query, now }) => {
      const { preferred, ...point } = query
      const place = { ...point, customerId: caller.customerId }
      const nowMs = now.getTime()
      return toldTo(caller, preferred ? at.conditionsAt(place, nowMs) : at.metarAt(place, nowMs), now)
    }),

    serve(lookUpMetar, async ({ caller, query, now }) =>
      toldTo(caller, at.metarAt({ ...query, customerId: caller.customerId }, now.getTime()), now),
    ),
  ]
}
