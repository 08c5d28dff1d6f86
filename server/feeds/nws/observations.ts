import type { Reading, Station } from '#domain/conditions/reading'
import { publicSourceOf } from '#domain/feeds/public-sources'
import type { Point } from '#domain/geo/distance'
import type { FeedParts } from '#server/feeds/parts'
import { dayMs, hourMs, minuteMs, secondMs } from '#server/platform/clock'
import { fieldsOf, listOf, numberOf } from './json.ts'
import { earlierOf, parseObservations, type Observed } from './parse-observations.ts'
import type { GridCell } from './parse-points.ts'
import { isAirport, parseStations } from './parse-stations.ts'
import { nwsRequest, requestFailureText } from './requests.ts'

const { id: source } = publicSourceOf('nws', 'observations')

/**
 * One station is requested at a time, at most 75 a minute, and each station every two minutes while there are few
 * enough.
 */
const pollEveryMs = 800
const stationEveryMs = 2 * minuteMs
/** The lists of stations near places are requested one at a time too. */
const listEveryMs = 3 * secondMs
const nearest = 3
/** A full report arrives every hour, a few minutes late. */
const joinedMs = 70 * minuteMs
/** Late reports arrive after newer ones, so a few reports are read each time, and at first those of the last hour. */
const [few, anHours] = [6, 20]
/** A place without a forecast request for this long is no longer needed. */
const wantedForMs = 3 * hourMs
const mostCells = 2000
const sayStationsEveryMs = 30 * minuteMs
const failuresUntilTold = 3
const cellsKey = 'observed cells'

export interface ObservationsOptions {
  /** Airports come from their own source, which is faster. */
  readonly leaveAirportsToAwc: boolean
}

interface Polled {
  readonly station: Station
  /** When it was last polled, by the monotonic clock. */
  polledMs: number
  observed: readonly Observed[]
  said: string
}

function isStation(value: unknown): value is Station {
  const { id, latitude, longitude, timeZone } = fieldsOf(value)
  return (
    typeof id === 'string' &&
    typeof timeZone === 'string' &&
    typeof latitude === 'number' &&
    typeof longitude === 'number'
  )
}

/** Publishes the observations of the stations nearest to people's places. */
export function startObservations(parts: FeedParts, { leaveAirportsToAwc }: ObservationsOptions) {
  const { clock, log, bus, schedule, memory, upstream, baseUrl, report } = parts
  /** Cells with places, and when they were last wanted. */
  const cells = new Map<string, number>()
  let isRecalled = false
  let isWritten = true
  const listed = new Map<string, readonly Station[]>()
  const polled = new Map<string, Polled>()
  let saidStations = ''
  let saidStationsMs = -Infinity
  let failures = 0
  let health: Parameters<typeof report>[0] = { delivering: null, detail: 'No locations to observe yet' }

  function publish(next: typeof health) {
    health = next
    report(next)
  }

  /** Recalls the cells, so a process that takes over continues with the previous one's places. */
  async function recallCells() {
    if (isRecalled) return
    for (const [path, ms] of Object.entries(fieldsOf(await memory.recall(cellsKey))))
      if (!cells.has(path)) cells.set(path, numberOf(ms) ?? 0)
    isRecalled = true
  }

  function onPlace(_point: Point, { path }: GridCell) {
    cells.delete(path)
    cells.set(path, clock.now().getTime())
    const [oldest] = cells.keys()
    if (cells.size > mostCells && oldest !== undefined) cells.delete(oldest)
    isWritten = false
  }

  const listKey = (path: string) => `stations ${path}`

  async function stationsNear(path: string): Promise<readonly Station[]> {
    const remembered = listOf(await memory.recall(listKey(path))).filter(isStation)
    if (remembered.length > 0) return remembered
    const request = nwsRequest(`${baseUrl}/gridpoints/${path}/stations?limit=${nearest}`, 4)
    const { value } = await upstream.read(request, ({ body }) => parseStations(body, source))
    const stations = value.slice(0, nearest)
    if (stations.length > 0) await memory.keep(listKey(path), stations, dayMs)
    return stations
  }

  /** Tracks which stations are near the places that are wanted now. */
  async function follow() {
    for (const path of listed.keys()) if (!cells.has(path)) listed.delete(path)
    const near = [...listed.values()].flat().filter(({ id }) => !(leaveAirportsToAwc && isAirport(id)))
    const stations = new Map(near.map(station => [station.id, station]))
    for (const id of polled.keys()) if (!stations.has(id)) polled.delete(id)
    for (const station of stations.values())
      if (!polled.has(station.id))
        polled.set(station.id, { station, polledMs: -Infinity, observed: [], said: '' })
    await publishStations([...stations.values()])
    if (polled.size > 0 || listed.size === 0) return
    health = {
      delivering: null,
      detail: 'Only airports are near your locations, and their own source reports them',
    }
  }

  async function publishStations(stations: readonly Station[]) {
    const text = JSON.stringify(stations)
    const nowMs = clock.monotonicMs()
    if (stations.length === 0 || (text === saidStations && nowMs - saidStationsMs < sayStationsEveryMs))
      return
    if (!(await bus.deliver('stations-known', { source, stations }))) return
    saidStations = text
    saidStationsMs = nowMs
  }

  async function learnOne() {
    await recallCells()
    const nowMs = clock.now().getTime()
    for (const [path, ms] of cells) if (nowMs - ms > wantedForMs) cells.delete(path)
    if (!isWritten) await memory.keep(cellsKey, Object.fromEntries(cells), wantedForMs)
    isWritten = true
    const path = [...cells.keys()].find(each => !listed.has(each))
    if (path !== undefined) {
      // A cell whose list is unavailable waits behind the others.
      const wantedMs = cells.get(path) ?? nowMs
      cells.delete(path)
      cells.set(path, wantedMs)
      listed.set(path, await stationsNear(path))
    }
    await follow()
  }

  function joined(before: readonly Observed[], news: readonly Observed[]): readonly Observed[] {
    const byTime = new Map([...before, ...news].map(each => [each.timeMs, each]))
    const all = [...byTime.values()].sort((one, other) => other.timeMs - one.timeMs)
    return all.filter(({ timeMs }) => timeMs > (all[0]?.timeMs ?? 0) - joinedMs)
  }

  async function poll(entry: Polled) {
    const { station, observed } = entry
    const limit = observed.length === 0 ? anHours : few
    const request = nwsRequest(`${baseUrl}/stations/${station.id}/observations?limit=${limit}`, 1)
    const { value } = await upstream.read(request, ({ body, askedMs }) =>
      parseObservations(body, station, askedMs),
    )
    entry.observed = joined(observed, value)
    const [newest] = entry.observed
    if (!newest) return
    const { timeMs, measures } = newest
    const earlier = earlierOf(entry.observed)
    const reading: Reading = { stationId: station.id, source, timeMs, ...measures, earlier }
    const text = JSON.stringify(reading)
    if (text === entry.said) return
    await bus.drained('stations-known')
    if (await bus.deliver('readings-heard', { readings: [reading] })) entry.said = text
  }

  schedule.every('nws stations', listEveryMs, async () => {
    try {
      await learnOne()
    } catch (error) {
      log.warn({ because: requestFailureText(error) }, 'the stations near a place are unavailable')
    }
  })
  schedule.every('nws observations', pollEveryMs, async () => {
    const [next] = [...polled.values()].sort((one, other) => one.polledMs - other.polledMs)
    if (!next || clock.monotonicMs() - next.polledMs < stationEveryMs) return
    next.polledMs = clock.monotonicMs()
    try {
      await poll(next)
      failures = 0
      const detail = `${polled.size} ${polled.size === 1 ? 'station' : 'stations'} near your locations`
      publish({ delivering: true, detail, deliveredMs: clock.now().getTime() })
    } catch (error) {
      failures++
      if (failures >= failuresUntilTold) publish({ delivering: false, detail: requestFailureText(error) })
    }
  })
  schedule.every('nws observation health', minuteMs / 2, async () => report(health))

  return { onPlace }
}
