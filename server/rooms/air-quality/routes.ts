import {
  airQualityAtLocation,
  airQualityCategories,
  listAirSensors,
  type PollutantAtLocation,
  type WireIndex,
} from '#contract/weather/air-quality'
import { isAdminRole } from '#domain/access/roles'
import { aqiCategories, aqiCategory } from '#domain/air-quality/aqi'
import { mainPollutant } from '#domain/air-quality/overall'
import type { Pollutant } from '#domain/air-quality/sensor'
import type { Point } from '#domain/geo/distance'
import type { Caller } from '#server/platform/http/caller'
import { unavailable } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import { locationSeenBy, type LocationRegister } from '#server/rooms/locations/index'
import { freshForMs, type AirBook, type KnownIndices } from './engine.ts'

export interface AirQualityRouteDeps {
  readonly db: Db
  readonly book: AirBook
  readonly locations: LocationRegister
}

const names: Record<Pollutant, PollutantAtLocation['pollutantName']> = {
  'PM2.5': 'PM2.5',
  PM10: 'PM10',
  O3: 'Ozone',
}

function wireIndex(value: number | null): WireIndex {
  const category = aqiCategory(value)
  return { value, color: category?.color ?? null, shortDescription: category?.name ?? null }
}

function wireData(known: KnownIndices): PollutantAtLocation['aqiData'] {
  return {
    nowCastIndex: wireIndex(known.nowCast),
    oneHourIndex: wireIndex(known.oneHour),
    eightHourIndex: wireIndex(known.eightHour),
    twentyFourHourIndex: wireIndex(known.twentyFourHour),
  }
}

export function airQualityRoutes({ db, book, locations }: AirQualityRouteDeps): Served[] {
  function pollutantsAt(point: Point, nowMs: number): PollutantAtLocation[] {
    const near = book.near(point)
    const found = near.flatMap(({ pollutant, sensor, distanceMiles }) => {
      const known = book.indicesAt(sensor, pollutant, nowMs)
      return known?.fresh ? [{ pollutant, sensor, distanceMiles, known }] : []
    })
    // The result is empty only where no sensor is within reach.
    if (near.length > 0 && found.length === 0) throw unavailable('The air quality here is currently unknown.')
    const main = mainPollutant(
      Object.fromEntries(found.map(({ pollutant, known }) => [pollutant, known.nowCast])),
    )
    return found.map(({ pollutant, sensor, distanceMiles, known }) => ({
      pollutantName: names[pollutant],
      isMainPollutant: pollutant === main?.pollutant,
      sourceName: sensor.name,
      distanceInMiles: Number(distanceMiles.toFixed(2)),
      aqiData: wireData(known),
      utcTimeStamp: new Date(known.asOfMs).toISOString(),
      freshUntil: new Date(known.asOfMs + freshForMs).toISOString(),
    }))
  }

  /** Near the customer's places; only near their own for people whose page shows no more. */
  function sensorsNear({ id, customerId, role }: Caller): ReadonlySet<number> {
    const own = locations.ofCustomer(customerId).filter(({ userId }) => isAdminRole(role) || userId === id)
    return new Set(own.flatMap(location => book.near(location).map(({ sensor }) => sensor.number)))
  }

  return [
    serve(airQualityAtLocation, async ({ caller, params, now }) =>
      pollutantsAt(await locationSeenBy(db, caller, params.id), now.getTime()),
    ),
    serve(listAirSensors, async ({ caller, now }) => {
      const near = caller.role === 'SuperAdmin' ? undefined : sensorsNear(caller)
      const nowMs = now.getTime()
      return book.sensors
        .filter(({ number }) => !near || near.has(number))
        .map(sensor => {
          const indices = sensor.measures.map(pollutant => book.indicesAt(sensor, pollutant, nowMs))
          const asOfMs = Math.max(...indices.map(known => known?.asOfMs ?? -Infinity))
          const nowcast = (pollutant: Pollutant) => book.indicesAt(sensor, pollutant, nowMs)?.nowCast ?? null
          return {
            id: sensor.number,
            name: sensor.name,
            customerName: null,
            status: indices.some(known => known?.fresh),
            lastActivity: Number.isFinite(asOfMs) ? new Date(asOfMs).toISOString() : null,
            pM2_5: { nowcast: nowcast('PM2.5') },
            pM10: { nowcast: nowcast('PM10') },
          }
        })
    }),
    serve(airQualityCategories, async () =>
      aqiCategories.map(({ name, color, most }, index) => ({
        name,
        color,
        min: index === 0 ? 0 : (aqiCategories[index - 1]?.most ?? 0) + 1,
        max: Number.isFinite(most) ? most : null,
      })),
    ),
  ]
}
