import type { RingStrike } from '#contract/weather/lightning'
import type { MapGrounds } from '#contract/weather/radar'
import { nothingKnown, type PresentWeather } from '#domain/forecasts/agreed'
import { dryWithinMiles, isDryByRadar, isLowBeamAt } from '#domain/instruments/dry-radar'
import type { PlaceRing } from '#domain/lightning/reader-answer'
import { inForce, zones } from '#domain/lightning/ring-rules'
import type { Events } from '#server/events'
import type { Facts } from '#server/facts'
import type { Bus } from '#server/platform/bus'
import type { Changes } from '#server/platform/changes/index'
import type { Doorbell } from '#server/platform/doorbell/index'
import type { Leadership } from '#server/platform/leadership/index'
import { dayMs, type Clock } from '#server/platform/clock'
import type { Figure } from '#server/platform/figures'
import type { ReadyCheck } from '#server/platform/http/health'
import type { Served } from '#server/platform/http/serve'
import type { Log } from '#server/platform/log'
import type { Schedule } from '#server/platform/schedule'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import type { Traces } from '#server/platform/traces/index'
import { createAdvisories } from '#server/rooms/advisories/index'
import { createAirQuality, type HourlyAqi } from '#server/rooms/air-quality/index'
import { createConditions } from '#server/rooms/conditions/index'
import { createFeedKeys } from '#server/rooms/feed-keys/index'
import { createForecasts } from '#server/rooms/forecasts/index'
import { SirenRegister, type HardwareDeps } from '#server/rooms/hardware/index'
import type { InstrumentsDeps } from '#server/rooms/instruments/index'
import type { PlaceStateDeps } from '#server/rooms/integrations/index'
import {
  createLightning,
  isPlaceRing,
  shareByLocks,
  startingState,
  type Lightning,
} from '#server/rooms/lightning/index'
import { createLive } from '#server/rooms/live/index'
import { LocationRegister, type LocationRings } from '#server/rooms/locations/index'
import type { NotificationsDeps } from '#server/rooms/notifications/index'
import { createPolicies, PlaceRegister, PolicyBook } from '#server/rooms/policies/index'
import { createRadar } from '#server/rooms/radar/index'
import { createRoads } from '#server/rooms/roads/index'
import { createStations, type HistoryKept, type StationBook } from '#server/rooms/stations/index'
import { createStorms } from '#server/rooms/storms/index'
import { createSurface } from '#server/rooms/surface/index'
import type { Sources } from '#server/sources'
import { createTropics } from '#server/rooms/tropics/index'
import { WidgetRegister, type WidgetsDeps } from '#server/rooms/widgets/index'

export interface WeatherParts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus<Events>
  readonly changes: Changes<Facts>
  readonly leadership: Leadership<Facts>
  readonly feeds: Leadership<Facts>
  readonly doorbell: Doorbell
  readonly isRelayed: (received: object) => boolean
  readonly schedule: Schedule
  readonly leaderSchedule: Schedule
  readonly secrets: Secrets
  readonly sources: Sources
  readonly mapGrounds: MapGrounds
  readonly historyKept: HistoryKept
  readonly traces: Traces | undefined
  /** Whether other processes may use the same database. */
  readonly sharesDatabase: boolean
}

export interface Weather {
  readonly routes: readonly Served[]
  readonly readyChecks: readonly ReadyCheck[]
  readonly figures: readonly Figure[]
  readonly keyFeeds: Lightning['keyFeeds']
  readonly locations: LocationRegister
  /** The locations of people, and the states of their rings. */
  readonly forNotifications: Pick<NotificationsDeps, 'places' | 'ringsAt'>
  /** The dependencies of the field devices. */
  readonly forField: Pick<
    HardwareDeps,
    'live' | 'locations' | 'stations' | 'sirens' | 'ringState' | 'isBreachedAt' | 'strikes'
  > &
    Pick<InstrumentsDeps, 'receiveLightning' | 'isDryByRadar'>
  /** The dependencies of the widgets. */
  readonly forWidgets: Pick<WidgetsDeps, 'register' | 'places' | 'weather' | 'isStationOf' | 'stationsOf'>
  /** The state of organizations' places. */
  readonly forIntegrations: PlaceStateDeps & {
    readonly locations: LocationRegister
    readonly placeRegister: PlaceRegister
    readonly strikesAround: (locationId: number) => readonly RingStrike[]
  }
  /** The dependencies of the reports. */
  readonly forReports: { readonly book: StationBook; readonly hourlyAqi: HourlyAqi }
  /** Ends every thread and every stream. The streams' clients reconnect to a running process. */
  stop(): Promise<void>
}

/** Returns a location's rings, along with the requirements of its organization's policies. */
function ringsInForce(book: PolicyBook, rings: LocationRings): LocationRings {
  const { radiiMiles: radii, allClearMinutes } = rings
  const watched = inForce({ radii, allClearMinutes }, book.locksFor(rings.userId))
  return { ...rings, ...watched, radiiMiles: watched.radii }
}

/** Builds the weather rooms, each with its dependencies on the others. */
export async function buildWeather(parts: WeatherParts): Promise<Weather> {
  const { db, bus, changes } = parts
  const live = createLive(parts.changes)
  // The order matters: a later subscriber to an edit finds it already in the location register and the policy book.
  const locations = await LocationRegister.open(db, changes)
  const book = await PolicyBook.open(db, changes)
  const widgets = await WidgetRegister.open({ db, changes, book })
  const places = await PlaceRegister.open({ db, changes, locations, book })
  const sirens = await SirenRegister.open({ db, changes, locations, places, book })

  const lightning = await createLightning({
    ...parts,
    live,
    locations,
    inForce: rings => ringsInForce(book, rings),
    unstoredElsewhere: parts.sharesDatabase ? shareByLocks(db) : undefined,
    posts: {
      all: () => [...sirens.posts(), ...places.posts()],
      find: id => (isPlaceRing(id) ? places.post(id) : sirens.post(id)),
      promised: () => sirens.promised(),
    },
  })
  const feedKeys = createFeedKeys({ ...parts, receive: batch => lightning.engine.receive(batch) })
  const forecasts = await createForecasts({ ...parts, live, locations, presentAt })
  const advisories = await createAdvisories({ ...parts, live, locations })
  const storms = createStorms({
    ...parts,
    inForce: rings => ringsInForce(book, rings),
    strikesSince: sinceMs => lightning.engine.strikesSince(sinceMs, null),
    isStormForecastAt: forecasts.isStormForecastAt,
  })
  const radar = createRadar(parts)
  const tropics = createTropics({ bus, radar })
  const surface = createSurface({ bus, radar })
  createRoads({ bus, radar })
  const stations = await createStations({
    ...parts,
    locations,
    lightning,
    keeps: parts.historyKept,
    shownElsewhere: () => widgets.stations(),
  })
  const airQuality = await createAirQuality({
    ...parts,
    locations,
    keeps: parts.historyKept,
    ownParticlesNear: stations.particlesNear,
  })
  const conditions = createConditions({
    db,
    stations,
    analysisAt: forecasts.analysisAt,
    isThunderingAt,
  })
  const policies = await createPolicies({
    ...parts,
    live,
    locations,
    book,
    valuesAt: (place, nowMs, accepts) => ({
      ...conditions.policyValues(place, nowMs, accepts),
      ...airQuality.policyValues(place, nowMs, accepts),
    }),
    ringState: (locationId, zone) => lightning.engine.ringState(locationId, zone),
    lastStrikeMiles: (locationId, zone) => lightning.engine.lastStrikeMiles(locationId, zone),
    expectedAt: (place, now) => {
      const point = { ...place, customerId: place.customer_id }
      return forecasts.expectedAt(point, now.getTime(), now.getTime() + dayMs)
    },
  })

  /** Forecasts are requested only when all rooms exist, including conditions, which use forecasts themselves. */
  function presentAt(locationId: number, nowMs: number): PresentWeather {
    const place = locations.find(locationId)
    if (!place) return nothingKnown
    return { ...conditions.presentAt(place, nowMs), isThundering: isThunderingAt(locationId) }
  }

  function ringsAt(locationId: number): readonly PlaceRing[] {
    return zones.flatMap(ring => {
      const state = lightning.engine.isReady ? lightning.engine.ringState(locationId, ring) : startingState
      return state ? [{ ring, state }] : []
    })
  }

  function isThunderingAt(locationId: number): boolean {
    const place = locations.find(locationId)
    return place !== undefined && lightning.engine.isThunderingAt(place)
  }

  return {
    routes: [
      ...lightning.routes,
      ...feedKeys.routes,
      ...forecasts.routes,
      ...advisories.routes,
      ...storms.routes,
      ...radar.routes,
      ...tropics.routes,
      ...surface.routes,
      ...airQuality.routes,
      ...stations.routes,
      ...conditions.routes,
      ...policies.routes,
      ...live.routes,
    ],
    readyChecks: lightning.readyChecks,
    figures: [...lightning.figures, ...stations.figures],
    keyFeeds: lightning.keyFeeds,
    locations,
    forNotifications: { places: () => locations.all(), ringsAt },
    forField: {
      live,
      locations,
      stations,
      sirens,
      ringState: postId => lightning.engine.ringState(postId, 1),
      strikes: lightning.traces && {
        causeOf: postId => lightning.traces?.causeAt(postId, lightning.engine.newestStrike(postId, 1)),
        begin: (cause, to) => lightning.traces?.begin(cause, to),
      },
      receiveLightning: batch => lightning.engine.receive(batch),
      isDryByRadar: (place, nowMs) =>
        isLowBeamAt(place)
          ? isDryByRadar(radar.echoesAround(place, dryWithinMiles, new Date(nowMs)), nowMs)
          : null,
      isBreachedAt(place, type) {
        const there = locations.standingFor(place)
        if (there.length === 0) return null
        return there.some(({ id }) =>
          policies.engine.standingAt(id).some(({ policy }) => policy.type === type),
        )
      },
    },
    forWidgets: {
      register: widgets,
      places,
      weather: {
        ringState: (postId, zone) => lightning.engine.ringState(postId, zone),
        valuesAt: (point, nowMs, stationId) => ({
          ...conditions.shownValues(
            point,
            nowMs,
            stationId === null ? undefined : stations.book.find(stationId),
          ),
          ...airQuality.policyValues(point, nowMs),
        }),
        presentAt: conditions.presentAt,
        outlookAt: forecasts.outlookAt,
        stationName: stationId => stations.book.find(stationId)?.row.name ?? null,
        imageOf(stationId, now) {
          const station = stations.book.find(stationId)
          const { imageUrl, lastModified } = station
            ? stations.imageOf(stationId, now)
            : { imageUrl: null, lastModified: null }
          // Only our own data: a page on a third party's site must not trigger outside requests.
          return imageUrl?.startsWith('/') && lastModified !== null
            ? { url: imageUrl, takenAt: lastModified }
            : null
        },
        newestRadar: radar.newestPicture,
      },
      isStationOf: (customerId, stationId) => stations.book.find(stationId)?.row.customer_id === customerId,
      stationsOf: customerId =>
        [...stations.book.all()]
          .filter(({ row }) => row.customer_id === customerId)
          .map(({ row }) => ({
            id: row.id,
            name: row.name,
            hasImage: stations.imageOf(row.id, parts.clock.now()).lastModified !== null,
          }))
          .toSorted((one, other) => one.name.localeCompare(other.name)),
    },
    forIntegrations: {
      locations,
      placeRegister: places,
      isAdministrator: userId => book.isAdministrator(userId),
      ringState: (locationId, zone) => lightning.engine.ringState(locationId, zone),
      strikesAround: locationId => lightning.engine.delayOf(locationId)?.strikes ?? [],
    },
    forReports: { book: stations.book, hourlyAqi: airQuality.hourlyAqi },
    async stop() {
      live.readers.closeAll()
      await radar.stop()
    },
  }
}
