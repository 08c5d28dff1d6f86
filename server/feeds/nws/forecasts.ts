import { publicSourceOf } from '#domain/feeds/public-sources'
import { notCoveredByNws, type ForecastRequest, type PointForecast } from '#domain/forecasts/forecast'
import type { Point } from '#domain/geo/distance'
import type { RoadHour } from '#domain/roads/expected-road'
import { createForecastQueue, placeKey } from '#server/feeds/forecast-queue'
import type { FeedParts } from '#server/feeds/parts'
import { hourMs, minuteMs, secondMs } from '#server/platform/clock'
import { fieldsOf, numberOf } from './json.ts'
import { parseForecastGrid, type CellForecast } from './parse-grid.ts'
import { parseHourly } from './parse-hourly.ts'
import type { GridCell } from './parse-points.ts'
import { notCovered, type Points } from './points.ts'
import { isNotThere, nwsRequest, requestFailureText } from './requests.ts'
import { parseRoadHours } from './road-hours.ts'

const { id: source } = publicSourceOf('nws', 'forecasts')

/** Places are requested one after another: at most 20 a minute, with two or three requests each. */
const everyMs = 3 * secondMs
const renewAfterMs = hourMs
/** A place whose forecast was renewed within the hour is answered from stored data, and no more often than this. */
const sayAgainAfterMs = 15 * minuteMs
/** Errors of the grid are routine, so a request is retried twice, with pauses. */
const triesInMs = [10 * secondMs, 30 * secondMs] as const
/** This many requests that need no outside request are answered in one turn. */
const mostFromMemory = 100
const mostSaid = 5000
const mostCells = 2000

interface Known {
  readonly forecast: CellForecast
  readonly roads: ReadonlyMap<number, RoadHour>
  readonly fetchedMs: number
}

export interface ForecastsDeps {
  readonly parts: FeedParts
  readonly points: Points
  /** Notes that someone has a place in this cell. */
  readonly onPlace: (point: Point, cell: GridCell) => void
  /** Receives the grid's data about the roads around a place. */
  readonly onRoads: (point: Point, hours: ReadonlyMap<number, RoadHour>, fetchedMs: number) => void
}

const memoryKey = (point: Point) => `forecast ${placeKey(point)}`

/** Answers forecast requests from the grid, one place at a time. */
export function startForecasts({ parts, points, onPlace, onRoads }: ForecastsDeps) {
  const { clock, log, bus, schedule, memory, upstream, baseUrl, report } = parts
  const queue = createForecastQueue()
  /** Places that failed, and when each may be retried, by the monotonic clock. */
  const failed = new Map<string, { readonly tries: number; readonly notBeforeMs: number }>()
  const cells = new Map<string, Known>()
  const saidMs = new Map<string, number>()
  let servedMs = -Infinity
  let detail = 'Responds when a forecast is requested'
  let isDelivering: boolean | null = null

  bus.subscribe('forecast-wanted', request => {
    const isIdle = queue.isEmpty()
    queue.add(request, clock.now().getTime())
    if (isIdle && clock.monotonicMs() - servedMs >= everyMs) schedule.nudge('nws forecasts')
  })

  const isReady = (place: string) => (failed.get(place)?.notBeforeMs ?? -Infinity) <= clock.monotonicMs()

  /** Returns whether the forecast was stored. If not, it is published again with the next request. */
  async function publish({ latitude, longitude }: Point, forecast: CellForecast): Promise<boolean> {
    const place = placeKey({ latitude, longitude })
    const received: PointForecast = { ...forecast, latitude, longitude }
    if (!(await bus.deliver('forecast-heard', { forecast: received }))) return false
    saidMs.delete(place)
    saidMs.set(place, clock.now().getTime())
    const [oldest] = saidMs.keys()
    if (saidMs.size > mostSaid && oldest !== undefined) saidMs.delete(oldest)
    return true
  }

  function keepCell(path: string, known: Known) {
    cells.delete(path)
    cells.set(path, known)
    const [oldest] = cells.keys()
    if (cells.size > mostCells && oldest !== undefined) cells.delete(oldest)
  }

  /** Returns the forecasters' text for the weather. Without it the grid's own text is used. */
  async function iconCodes(path: string): Promise<ReadonlyMap<number, string>> {
    try {
      const request = nwsRequest(`${baseUrl}/gridpoints/${path}/forecast/hourly`, 4)
      return (await upstream.read(request, ({ body }) => parseHourly(body))).value
    } catch (error) {
      log.info(
        { path, because: requestFailureText(error) },
        'the hourly text forecast is unavailable; using the grid alone',
      )
      return new Map()
    }
  }

  async function fetchCell({ path, timeZone }: GridCell): Promise<Known> {
    // The grid is requested first: if it is unavailable, the text is of no use.
    const { value: body } = await upstream.read(
      { ...nwsRequest(`${baseUrl}/gridpoints/${path}`, 8), isOnce: true },
      document => {
        const nowMs = document.askedMs
        parseForecastGrid(document.body, { source, timeZone, nowMs, iconCodes: new Map() })
        return document.body
      },
    )
    const nowMs = clock.now().getTime()
    const forecast = parseForecastGrid(body, { source, timeZone, nowMs, iconCodes: await iconCodes(path) })
    const known = { forecast, roads: parseRoadHours(body), fetchedMs: nowMs }
    keepCell(path, known)
    return known
  }

  /**
   * Returns whether the forecast was fetched within the hour, by this process or another, in which case everyone has
   * it.
   */
  async function isRenewed(point: Point): Promise<boolean> {
    const fetchedMs = numberOf(fieldsOf(await memory.recall(memoryKey(point))).fetchedMs)
    return fetchedMs !== null && clock.now().getTime() - fetchedMs < renewAfterMs
  }

  /** Answers a request from stored data. Returns false if that needs an outside request. */
  async function answerFromMemory(request: ForecastRequest): Promise<boolean> {
    const cell = await points.knownCellOf(request)
    if (cell === null) return false
    if (cell === notCovered) {
      miss(request, notCoveredByNws)
      return true
    }
    onPlace(request, cell)
    const known = cells.get(cell.path)
    const nowMs = clock.now().getTime()
    if (!known || nowMs - known.fetchedMs >= renewAfterMs) return !known && (await isRenewed(request))
    onRoads(request, known.roads, known.fetchedMs)
    if (nowMs - (saidMs.get(placeKey(request)) ?? -Infinity) >= sayAgainAfterMs)
      await publish(request, known.forecast)
    return true
  }

  async function serve(request: ForecastRequest, isAgain = false): Promise<void> {
    const cell = await points.cellOf(request)
    // Now that the place's cell is known, its forecast may turn out to be stored already, because of another place.
    if ((await answerFromMemory(request)) || cell === notCovered) return
    try {
      const { forecast, roads, fetchedMs } = await fetchCell(cell)
      if (!(await publish(request, forecast))) throw new Error('The forecast could not be stored')
      onRoads(request, roads, fetchedMs)
      await memory.keep(memoryKey(request), { fetchedMs }, renewAfterMs)
    } catch (error) {
      if (!isNotThere(error) || isAgain) throw error
      await points.forget(request)
      return serve(request, true)
    }
    isDelivering = true
    detail = 'Responds when a forecast is requested'
    report({ delivering: true, detail, deliveredMs: clock.now().getTime() })
  }

  function miss(request: ForecastRequest, because: string) {
    bus.publish('forecast-missed', { ...request, because })
  }

  /** Returns the next request that needs an outside request. */
  async function nextUnanswered(): Promise<ForecastRequest | undefined> {
    for (let looks = 0; looks < mostFromMemory; looks++) {
      const request = queue.take(clock.now().getTime(), isReady)
      if (!request || !(await answerFromMemory(request))) return request
      failed.delete(placeKey(request))
    }
    return undefined
  }

  function noteFailure(request: ForecastRequest, because: string) {
    const place = placeKey(request)
    const tries = failed.get(place)?.tries ?? 0
    const waitMs = triesInMs[tries]
    if (waitMs === undefined) {
      failed.delete(place)
      miss(request, because)
      isDelivering = false
      detail = because
    } else {
      failed.set(place, { tries: tries + 1, notBeforeMs: clock.monotonicMs() + waitMs })
      queue.retry(request, clock.now().getTime())
    }
    report({ delivering: isDelivering, detail: because })
  }

  schedule.every('nws forecasts', everyMs, async () => {
    if (queue.isEmpty()) return
    servedMs = clock.monotonicMs()
    const request = await nextUnanswered()
    if (!request) return
    try {
      await serve(request)
      failed.delete(placeKey(request))
    } catch (error) {
      noteFailure(request, requestFailureText(error))
    }
  })
  schedule.every('nws forecast health', minuteMs / 2, async () =>
    report({ delivering: isDelivering, detail }),
  )
  bus.publish('forecasts-offered', { source })
}
