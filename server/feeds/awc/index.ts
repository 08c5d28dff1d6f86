import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { publicSourceOf } from '#domain/feeds/public-sources'
import type { Station } from '#domain/conditions/reading'
import type { Point } from '#domain/geo/distance'
import type { FeedParts } from '#server/feeds/parts'
import { repeatedReport } from '#server/feeds/repeated-report'
import { dayMs, hourMs, minuteMs } from '#server/platform/clock'
import { timeZoneAt } from '#server/platform/time-zone-at'
import type { Upstream, UpstreamDocument } from '#server/platform/upstream/index'
import { airportsNear } from './near.ts'
import { parseMetars, parseStationNames, type Metar } from './parse.ts'
import { parseMetarList } from './parse-json.ts'

const { id: source } = publicSourceOf('awc', 'observations')
const lookEveryMs = 5 * minuteMs
/** The interval between requests while there is no file; the service allows 100 requests a minute. */
const askEveryMs = minuteMs
const namesKeptMs = dayMs
const longestBytes = 30_000_000
const compressed = ['application/', 'binary/octet-stream', 'text/csv']
const unzipped = promisify(gunzip)

/** Nearly all reports arrive within minutes; one from the future was dated by a wrong clock. */
const [oldestMs, mostAheadMs] = [2 * hourMs, 10 * minuteMs]

/** The United States, its territories and nearby areas. The airports there are used only for places there. */
const areas = [
  { south: 12, north: 73, west: -180, east: -50 },
  { south: 5, north: 22, west: 130, east: 150 },
  { south: -16, north: -10, west: -175, east: -165 },
] as const

function isNear({ latitude, longitude }: Metar['station']): boolean {
  return areas.some(
    ({ south, north, west, east }) =>
      latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  )
}

async function fileOf({ body }: UpstreamDocument): Promise<Buffer> {
  return body[0] === 0x1f && body[1] === 0x8b ? unzipped(body, { maxOutputLength: longestBytes }) : body
}

export interface AwcOptions {
  /** People's places. */
  readonly places: () => Iterable<Point>
  /** Separate from the client for files, because it is used when file requests fail. */
  readonly api: { readonly upstream: Upstream; readonly baseUrl: string }
}

/**
 * Publishes reports of all airports, from the one file that the service provides for that. While that file is
 * unavailable, the airports nearest to people's places are requested by code.
 */
export function startAwc(parts: FeedParts, { places, api }: AwcOptions) {
  const { clock, log, bus, schedule, memory, upstream, baseUrl } = parts
  const report = repeatedReport('airport observations', parts)
  let names: ReadonlyMap<string, string> | undefined
  /**
   * Each airport's last stored report, because most of each file repeats the previous one. A correction has the same
   * time and other values.
   */
  const reported = new Map<string, { readonly timeMs: number; readonly text: string }>()
  let known = new Map<string, Station>()
  /** Why the file is unavailable; null while it is available. */
  let fileFault: string | null = null
  let nearby: readonly string[] | undefined
  let isNearbyHeard = false

  const document = (path: string) => ({
    url: `${baseUrl}/data/cache/${path}`,
    maxBytes: longestBytes,
    contentTypes: compressed,
    timeoutMs: minuteMs,
  })

  /** Without names airports are shown by code: a report matters more than a name. */
  async function loadNames() {
    if (names) return
    const kept = await memory.recall('names')
    if (kept) names = new Map(kept as [string, string][])
    else {
      const read = await upstream
        .read(document('stations.cache.json.gz'), async file => parseStationNames(await fileOf(file)))
        .catch((error: unknown) => {
          log.info({ err: error }, 'airport names are unavailable; using codes')
          return null
        })
      if (!read) return
      names = read.value
      await memory.keep('names', [...names], namesKeptMs)
    }
    known = new Map()
  }

  function stationOf({ station }: Metar): Station {
    const { id, latitude, longitude, elevationFeet } = station
    return {
      id,
      source,
      network: 'metar',
      name: names?.get(id) ?? id,
      latitude,
      longitude,
      elevationFeet,
      timeZone: timeZoneAt(station),
    }
  }

  /** Publishes what is not stored yet. Throws if that cannot be stored: it is then published with the next file. */
  async function publish(metars: readonly Metar[], nowMs: number) {
    const added = metars.filter(({ station }) => !known.has(station.id))
    for (const metar of added) known.set(metar.station.id, stationOf(metar))
    if (
      added.length > 0 &&
      !(await bus.deliver('stations-known', { source, stations: [...known.values()] }))
    ) {
      for (const { station } of added) known.delete(station.id)
      throw new Error('The airports could not be stored; retrying')
    }
    const fresh = metars.filter(({ reading }) => {
      const { stationId, timeMs } = reading
      const last = reported.get(stationId)
      const isTime = timeMs > nowMs - oldestMs && timeMs < nowMs + mostAheadMs
      if (!isTime || !last || timeMs !== last.timeMs) return isTime && timeMs > (last?.timeMs ?? -Infinity)
      return JSON.stringify(reading) !== last.text
    })
    if (fresh.length === 0) return
    // Airports date a report by the minute it is intended for, but a measurement cannot be later than now.
    const readings = fresh.map(({ reading }) => ({ ...reading, timeMs: Math.min(reading.timeMs, nowMs) }))
    if (!(await bus.deliver('readings-heard', { readings })))
      throw new Error('The reports could not be stored; retrying')
    for (const { reading } of fresh)
      reported.set(reading.stationId, { timeMs: reading.timeMs, text: JSON.stringify(reading) })
  }

  /** Stores the airports for a process that takes over while there is no file and would not know what to request. */
  async function noteNearby() {
    const now = airportsNear(places(), [...known.values()])
    if (now.join() === nearby?.join()) return
    nearby = now
    await memory.keep('nearby', now, 7 * dayMs)
  }

  async function readFile() {
    const read = await upstream.read(document('metars.cache.csv.gz'), async file =>
      (await parseMetars(await fileOf(file))).filter(({ station }) => isNear(station)),
    )
    const nowMs = clock.now().getTime()
    const newest = Math.max(...read.value.map(({ reading }) => reading.timeMs))
    if (!(newest > nowMs - oldestMs)) throw new Error('The file of reports is hours old')
    await publish(read.value, nowMs)
    await noteNearby()
    fileFault = null
    report({ delivering: true, detail: `${known.size} airports report`, deliveredMs: nowMs })
  }

  async function recallNearby(): Promise<readonly string[]> {
    if (known.size > 0) await noteNearby()
    const kept: unknown = nearby ?? (await memory.recall('nearby'))
    nearby = Array.isArray(kept) ? kept.filter(id => typeof id === 'string' && /^[A-Z0-9]{4}$/.test(id)) : []
    return nearby
  }

  /** Requests only airports near someone's place, as often as reports change. */
  async function askNearby(because: string) {
    const ids = await recallNearby()
    if (ids.length === 0) {
      if (isNearbyHeard) report({ delivering: false, detail: because })
      isNearbyHeard = false
      return
    }
    const request = {
      url: `${api.baseUrl}/api/data/metar?ids=${ids.join(',')}&format=json`,
      maxBytes: 2 ** 21,
      contentTypes: ['application/json'],
      isOnce: true,
    }
    const { value } = await api.upstream.read(request, ({ body }) => parseMetarList(body))
    const nowMs = clock.now().getTime()
    const current = value.filter(({ reading: { timeMs } }) => timeMs > nowMs - oldestMs)
    if (current.length === 0) throw new Error(`${because}; no airport near a location has reported`)
    await publish(current, nowMs)
    isNearbyHeard = true
    const count = current.length === 1 ? '1 airport' : `${current.length} airports`
    report({
      delivering: true,
      detail: `Only ${count} near your locations, because the file is unavailable: ${because}`,
      deliveredMs: nowMs,
    })
  }

  schedule.every('airport observations', lookEveryMs, async () => {
    await loadNames()
    try {
      await readFile()
    } catch (error) {
      fileFault = (error as Error).message
      if (!isNearbyHeard) report({ delivering: false, detail: fileFault })
    }
  })
  schedule.every('nearby airport observations', askEveryMs, async () => {
    if (fileFault === null) {
      isNearbyHeard = false
      return
    }
    try {
      await askNearby(fileFault)
    } catch (error) {
      isNearbyHeard = false
      report({ delivering: false, detail: (error as Error).message })
    }
  })
  return { stop: async () => {} }
}
