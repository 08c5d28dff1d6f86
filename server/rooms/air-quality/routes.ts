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
import type { Caller } from '#server/platform/http/caller'
import { unavailable } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import { locationSeenBy, type LocationRegister } from '#server/rooms/locations/index'
import type { AirBook } from './engine.ts'
import { indexFreshForMs, type KnownIndices } from './known-indices.ts'
import type { CustomerPoint } from '#server/rooms/conditions/index'
import type { OwnAir } from './own-air.ts'

export interface AirQualityRouteDeps {
  readonly db: Db
  readonly book: AirBook
  readonly locations: LocationRegister
  /** Returns what the customer's own sensor measures at a place. */
  readonly ownAirAt: (place: CustomerPoint, nowMs: number) => OwnAir | null
}

interface Found {
  readonly pollutant: Pollutant
  readonly source: string
  readonly miles: number
  readonly known: KnownIndices
  readonly isOwn: boolean
}

/** Replaces the official sensor with the customer's own if its index is higher or there is no official sensor. */
function withOwn(found: readonly Found[], own: OwnAir | null): Found[] {
  const official = found.find(({ pollutant }) => pollutant === 'PM2.5')
  const isRaised = own !== null && (own.known.nowCast ?? -1) > (official?.known.nowCast ?? -1)
  if (!isRaised) return [...found]
  const { source, miles, known } = own
  const others = found.filter(each => each !== official)
  return [{ pollutant: 'PM2.5', source, miles, known, isOwn: true }, ...others]
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

export function airQualityRoutes({ db, book, locations, ownAirAt }: AirQualityRouteDeps): Served[] {
  function pollutantsAt(place: CustomerPoint, nowMs: number): PollutantAtLocation[] {
    const near = book.near(place)
    const official = near.flatMap(({ pollutant, sensor, distanceMiles: miles }): Found[] => {
      const known = book.indicesAt(sensor, pollutant, nowMs)
      return known?.fresh ? [{ pollutant, source: sensor.name, miles, known, isOwn: false }] : []
    })
    const found = withOwn(official, ownAirAt(place, nowMs))
    // The result is empty only where no sensor is within reach.
    if (near.length > 0 && found.length === 0) throw unavailable('The air quality here is currently unknown.')
    const main = mainPollutant(
      Object.fromEntries(found.map(({ pollutant, known }) => [pollutant, known.nowCast])),
    )
    return found.map(({ pollutant, source, miles, known, isOwn }) => ({
      pollutantName: names[pollutant],
      isMainPollutant: pollutant === main?.pollutant,
      sourceName: source,
      ...(isOwn && { isOwnSensor: true }),
      distanceInMiles: Number(miles.toFixed(2)),
      aqiData: wireData(known),
      utcTimeStamp: new Date(known.asOfMs).toISOString(),
      freshUntil: new Date(known.asOfMs + indexFreshForMs).toISOString(),
    }))
  }

  /**
   * Returns the sensors near the customer's places, or only near the person's own places if their page shows only
   * those.
   */
  function sensorsNear({ id, customerId, role }: Caller): ReadonlySet<number> {
    const own = locations.ofCustomer(customerId).filter(({ userId }) => isAdminRole(role) || userId === id)
    return new Set(own.flatMap(location => book.near(location).map(({ sensor }) => sensor.number)))
  }

  return [
    serve(airQualityAtLocation, async ({ caller, params, now }) => {
      const location = await locationSeenBy(db, caller, params.id)
      return pollutantsAt({ ...location, customerId: location.customer_id }, now.getTime())
    }),
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
