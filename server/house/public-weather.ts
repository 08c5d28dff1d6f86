import { outlyingRadar, publicSourceOf, type PublicSourceId } from '#domain/feeds/public-sources'
import type { SourceKind } from '#domain/feeds/source'
import type { Point } from '#domain/geo/distance'
import type { Config } from '#server/config'
import { startAirNow } from '#server/feeds/airnow/index'
import { startAwc } from '#server/feeds/awc/index'
import { startEccc } from '#server/feeds/eccc/index'
import { startGlm } from '#server/feeds/glm/index'
import { startIemRadar, startIemStormCells } from '#server/feeds/iem/index'
import { startMrmsAreas } from '#server/feeds/mrms/area-feed'
import { startMrms } from '#server/feeds/mrms/index'
import { startNexrad } from '#server/feeds/nexrad/index'
import { startNhc } from '#server/feeds/nhc/index'
import { startNws } from '#server/feeds/nws/index'
import { startOpenMeteo } from '#server/feeds/open-meteo/index'
import type { FeedParts } from '#server/feeds/parts'
import { startWpc } from '#server/feeds/wpc/index'
import type { WeatherParts } from '#server/house/weather'
import { minuteMs } from '#server/platform/clock'
import type { Schedule } from '#server/platform/schedule'
import { createUpstream, type Upstream } from '#server/platform/upstream/index'
import type { PublicFeeds } from '#server/rooms/status/index'

/** A public source's server and its rate limit, which is well below what the source's rules allow. */
interface Host {
  readonly host: string
  /** A name for people, if the host name means nothing to them. */
  readonly name?: string
  readonly mostAtOnce: number
  readonly mostPerMinute: number
  readonly longestPauseMs?: number
}

/** Lightning and alerts are retried sooner than the rest, because people wait for them. */
const urgent = { longestPauseMs: minuteMs } as const

export const hosts = {
  // Errors of its grid are routine, so alerts use a separate client and never wait because of them.
  nws: { host: 'api.weather.gov', mostAtOnce: 4, mostPerMinute: 180 },
  alerts: { host: 'api.weather.gov', mostAtOnce: 2, mostPerMinute: 30, ...urgent },
  eccc: { host: 'api.weather.gc.ca', mostAtOnce: 1, mostPerMinute: 5, ...urgent },
  awc: { host: 'aviationweather.gov', mostAtOnce: 1, mostPerMinute: 4 },
  // While its files fail, some airports are requested individually, through a separate client.
  airports: { host: 'aviationweather.gov', mostAtOnce: 1, mostPerMinute: 2 },
  radar: { host: 'mesonet.agron.iastate.edu', mostAtOnce: 1, mostPerMinute: 10 },
  stormCells: { host: 'mesonet.agron.iastate.edu', mostAtOnce: 1, mostPerMinute: 2 },
  mrms: { host: 'noaa-mrms-pds.s3.amazonaws.com', name: 'NOAA MRMS', mostAtOnce: 1, mostPerMinute: 6 },
  // Used only while someone has a place outside the contiguous United States.
  mrmsAreas: { host: 'noaa-mrms-pds.s3.amazonaws.com', name: 'NOAA MRMS', mostAtOnce: 1, mostPerMinute: 12 },
  nexrad: { host: 'tgftp.nws.noaa.gov', mostAtOnce: 1, mostPerMinute: 20 },
  // After startup, files of the previous hour must not delay the newest ones.
  east: {
    host: 'noaa-goes19.s3.amazonaws.com',
    name: 'GOES-East',
    mostAtOnce: 2,
    mostPerMinute: 240,
    ...urgent,
  },
  west: {
    host: 'noaa-goes18.s3.amazonaws.com',
    name: 'GOES-West',
    mostAtOnce: 2,
    mostPerMinute: 240,
    ...urgent,
  },
  airnow: { host: 's3-us-west-1.amazonaws.com', name: 'AirNow', mostAtOnce: 1, mostPerMinute: 6 },
  nhc: { host: 'www.nhc.noaa.gov', mostAtOnce: 2, mostPerMinute: 20 },
  decks: { host: 'ftp.nhc.noaa.gov', mostAtOnce: 1, mostPerMinute: 10 },
  cones: { host: 'mapservices.weather.noaa.gov', mostAtOnce: 1, mostPerMinute: 10 },
  wpc: { host: 'www.wpc.ncep.noaa.gov', mostAtOnce: 1, mostPerMinute: 2 },
} as const satisfies Readonly<Record<string, Host>>

/** The server may be any third party's. */
const openMeteoLimits = { mostAtOnce: 1, mostPerMinute: 30 } as const

export interface PublicWeatherDeps extends Pick<WeatherParts, 'clock' | 'log' | 'bus'> {
  /** Runs while this process is the leader for feeds. */
  readonly schedule: Schedule
  readonly publicFeeds: PublicFeeds
  /** People's places, because some sources are requested only for the area around them. */
  readonly places: () => Iterable<Point>
  readonly config: Pick<Config, 'feedsContact' | 'feedsFrom' | 'openMeteo'>
}

/** Connects the selected public sources. */
export function startPublicWeather(
  chosen: readonly PublicSourceId[],
  deps: PublicWeatherDeps,
): { stop(): Promise<void> } {
  const { clock, log, bus, schedule, publicFeeds, places, config } = deps
  const userAgent = `Skywarden (${config.feedsContact ?? 'unknown'})`

  function connect(source: PublicSourceId, { host, name = host, ...limits }: Host) {
    const isPaused = () => publicFeeds.isPaused(source)
    return {
      upstream: createUpstream({ name, userAgent, clock, isPaused, ...limits }),
      baseUrl: config.feedsFrom === undefined ? `https://${host}` : `${config.feedsFrom}/${host}`,
    }
  }

  /**
   * Creates the dependencies of a feed. Each feed has its own clients, because one that fails must not keep another
   * from sending requests.
   */
  function partsOf(
    source: PublicSourceId,
    kind: SourceKind,
    connected: { readonly upstream: Upstream; readonly baseUrl: string },
    ...others: readonly Upstream[]
  ): FeedParts {
    return {
      clock,
      log,
      bus,
      schedule,
      memory: publicFeeds.memoryOf(source),
      ...connected,
      report: reporter(source, kind, [connected.upstream, ...others]),
    }
  }

  function reporter(
    source: PublicSourceId,
    kind: SourceKind,
    upstreams: readonly Upstream[],
    name?: string,
  ): FeedParts['report'] {
    const { name: feed } = publicSourceOf(source, kind, name)
    let lastDeliveryMs: number | null = null
    return ({ delivering, detail, deliveredMs }) => {
      lastDeliveryMs = deliveredMs ?? lastDeliveryMs
      const isPaused = publicFeeds.isPaused(source)
      bus.publish('feed-health', {
        feed,
        delivering: isPaused ? false : delivering,
        detail: isPaused ? 'Paused by an administrator' : detail,
        lastDeliveryMs,
        fault: null,
        asked: { source, ...together(upstreams) },
      })
    }
  }

  const starts: Partial<Record<PublicSourceId, () => { stop(): Promise<void> }>> = {
    awc() {
      const [files, api] = [connect('awc', hosts.awc), connect('awc', hosts.airports)]
      return startAwc(partsOf('awc', 'observations', files, api.upstream), { places, api })
    },
    nws() {
      const [nws, alerts] = [connect('nws', hosts.nws), connect('nws', hosts.alerts)]
      return startNws(partsOf('nws', 'forecasts', nws), {
        leaveAirportsToAwc: chosen.includes('awc'),
        reportOf: kind => reporter('nws', kind, [kind === 'alerts' ? alerts.upstream : nws.upstream]),
        alertsUpstream: alerts.upstream,
      })
    },
    eccc: () => startEccc(partsOf('eccc', 'alerts', connect('eccc', hosts.eccc)), { places }),
    airnow: () => startAirNow(partsOf('airnow', 'air quality', connect('airnow', hosts.airnow))),
    nhc() {
      const nhc = connect('nhc', hosts.nhc)
      const [decks, map] = [connect('nhc', hosts.decks), connect('nhc', hosts.cones)]
      const parts = partsOf('nhc', 'tropics', nhc, decks.upstream, map.upstream)
      return startNhc({ ...parts, decks, map })
    },
    glm() {
      const [east, west] = [connect('glm', hosts.east), connect('glm', hosts.west)]
      return startGlm(partsOf('glm', 'lightning', east, west.upstream), { east, west })
    },
    iem() {
      const radar = startIemRadar(partsOf('iem', 'radar', connect('iem', hosts.radar)))
      const cells = startIemStormCells(partsOf('iem', 'storm cells', connect('iem', hosts.stormCells)))
      return { stop: async () => void (await Promise.all([radar.stop(), cells.stop()])) }
    },
    mrms() {
      const country = startMrms(partsOf('mrms', 'radar', connect('mrms', hosts.mrms)))
      const connected = connect('mrms', hosts.mrmsAreas)
      const areas = startMrmsAreas({
        ...partsOf('mrms', 'radar', connected),
        report: reporter('mrms', 'radar', [connected.upstream], outlyingRadar),
      })
      return { stop: async () => void (await Promise.all([country.stop(), areas.stop()])) }
    },
    nexrad: () => startNexrad(partsOf('nexrad', 'storm cells', connect('nexrad', hosts.nexrad))),
    'open-meteo'() {
      const { url = '', key } = config.openMeteo ?? {}
      const connected = connect('open-meteo', {
        host: URL.parse(url)?.host ?? '',
        name: 'Open-Meteo',
        ...openMeteoLimits,
      })
      const parts = partsOf('open-meteo', 'forecasts', {
        ...connected,
        baseUrl: config.feedsFrom === undefined ? url : connected.baseUrl,
      })
      return startOpenMeteo(parts, { key, isNwsOn: chosen.includes('nws') })
    },
    wpc: () => startWpc(partsOf('wpc', 'surface analysis', connect('wpc', hosts.wpc))),
  }
  const running = chosen.flatMap(source => starts[source]?.() ?? [])
  return { stop: async () => void (await Promise.all(running.map(feed => feed.stop()))) }
}

/** Combines the status of a feed's servers: all their requests, and the newest failure of any. */
function together(upstreams: readonly Upstream[]) {
  const all = upstreams.map(upstream => upstream.figures())
  return {
    requestsLastHour: all.reduce((sum, { requestsLastHour }) => sum + requestsLastHour, 0),
    latencyMs: all.find(({ latencyMs }) => latencyMs !== null)?.latencyMs ?? null,
    lastError: all.find(({ lastError }) => lastError !== null)?.lastError ?? null,
  }
}
