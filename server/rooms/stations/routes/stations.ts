import {
  correctStationElevation,
  getCurrentObservation,
  getWeatherStation,
  listMapStations,
  listWeatherStations,
  proposeStationElevation,
  shareWeatherStation,
  stationImageTime,
} from '#contract/devices/stations'
import type { Caller } from '#server/platform/http/caller'
import { notAllowed } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import type { KnownStation, StationBook } from '#server/rooms/stations/known-stations'
import { firstDays } from '#server/rooms/stations/store/history'
import type { StationImages } from '#server/rooms/stations/images'
import { isStationSeenBy, mayShare, stationSeenBy } from '#server/rooms/stations/reach'
import { correctElevation, shareStation, type ShareDeps } from '#server/rooms/stations/share-station'
import { wireCurrent, wireMapStation, wireStation } from '#server/rooms/stations/wire'

interface StationRouteDeps extends ShareDeps {
  readonly db: Db
  readonly book: StationBook
  readonly images: Pick<StationImages, 'addressOf' | 'takenMsOf'>
}

/** Routes for current station reports. */
export function stationRoutes(deps: StationRouteDeps): Served[] {
  const { db, book, images } = deps

  function seenBy(caller: Caller): KnownStation[] {
    return [...book.all()].filter(station => isStationSeenBy(caller, station))
  }

  return [
    serve(getCurrentObservation, async ({ caller, params }) =>
      wireCurrent(stationSeenBy(book, caller, params.id)),
    ),

    serve(getWeatherStation, async ({ caller, params, now }) => {
      const station = stationSeenBy(book, caller, params.id)
      const imageUrl = images.addressOf(station, now)
      const reported = wireStation(station, {
        imageUrl,
        canShare: mayShare(caller, station),
        nowMs: now.getTime(),
      })
      // This is also the user name with which a device signs in, and a visitor only needs the weather.
      return caller ? reported : { ...reported, hardwareId: '' }
    }),

    serve(listWeatherStations, async ({ caller }) => {
      const rows = seenBy(caller).flatMap(({ row }) => (row.network === 'station' ? [row] : []))
      const ids = rows.map(row => row.id)
      const since = await firstDays(db, 'system', ids)
      return rows
        .map(row => ({
          id: row.id,
          hardwareId: row.source_id,
          locationName: row.name,
          timeZone: row.time_zone,
          historySince: since.get(row.id) ?? null,
        }))
        .toSorted((one, other) => one.locationName.localeCompare(other.locationName, 'en'))
    }),

    serve(shareWeatherStation, async ({ params, body, ...doing }) => {
      const station = stationSeenBy(book, doing.caller, params.id)
      if (!mayShare(doing.caller, station)) throw notAllowed()
      await shareStation(deps, doing, station, body.isPublic)
      return { id: params.id, isPublic: body.isPublic }
    }),

    serve(correctStationElevation, async ({ params, body, ...doing }) => {
      const station = stationSeenBy(book, doing.caller, params.id)
      if (!mayShare(doing.caller, station)) throw notAllowed()
      await correctElevation(deps, doing, station, body.elevationFeet)
      return { id: params.id, elevationFeet: body.elevationFeet }
    }),

    serve(proposeStationElevation, async ({ query }) => {
      const nearest = book.nearestElevation(query)
      if (!nearest) return null
      const { row, elevationFeet, miles } = nearest
      return { elevationFeet, locationName: row.name, distanceMiles: Math.round(miles * 10) / 10 }
    }),

    serve(stationImageTime, async ({ caller, params, now }) => {
      const station = stationSeenBy(book, caller, params.id)
      const takenMs = images.takenMsOf(params.id)
      const lastModified = takenMs === undefined ? null : new Date(takenMs).toISOString()
      return { lastModified, imageUrl: images.addressOf(station, now) }
    }),

    serve(listMapStations, async ({ caller, now }) =>
      seenBy(caller).map(station => wireMapStation(station, now.getTime())),
    ),
  ]
}
