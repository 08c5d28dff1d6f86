import { publicSourceOf } from '#domain/feeds/public-sources'
import { notCoveredByNws } from '#domain/forecasts/coverage'
import type { PointForecast } from '#domain/forecasts/forecast'
import type { Point } from '#domain/geo/distance'
import type { RoadHour } from '#domain/roads/expected-road'
import type { FeedParts } from '#server/feeds/parts'
import { hourMs, minuteMs, secondMs } from '#server/platform/clock'
import { fieldsOf, numberOf } from './json.ts'
import { parseGrid, type CellForecast } from './parse-grid.ts'
import { parseHourly } from './parse-hourly.ts'
import type { GridCell } from './parse-points.ts'
import { notCovered, type Points } from './points.ts'
import { isNotThere, nwsRequest, wordsOf } from './requests.ts'
import { parseRoadHours } from './road-hours.ts'

const { id: source } = publicSourceOf('nws', 'forecasts')

/** Places are asked about one after the other: at most 20 a minute, with two or three requests each. */
const everyMs = 3 * secondMs
const renewAfterMs = hourMs
/** A place whose forecast was renewed within the hour is answered from what is known, and not more often than this. */
const sayAgainAfterMs = 15 * minuteMs
/** Errors of the grid are routine: it is tried again twice, with time in between. */
const triesInMs = [10 * secondMs, 30 * secondMs] as const
/** Whoever wishes wishes again every few minutes: an older wish is nobody's any more. */
const wishCountsMs = 10 * minuteMs
const mostWishes = 5000
const mostCells = 2000

interface Wish {
  readonly point: Point
  readonly wishedMs: number
  readonly tries: number
  /** By the steady clock. */
  readonly notBeforeMs: number
}

interface Known {
  readonly forecast: CellForecast
  readonly roads: ReadonlyMap<number, RoadHour>
  readonly fetchedMs: number
}

export interface ForecastsDeps {
  readonly parts: FeedParts
  readonly points: Points
  /** Somebody has a place in this cell. */
  readonly onPlace: (point: Point, cell: GridCell) => void
  /** What the grid says of the roads around a place. */
  readonly onRoads: (point: Point, hours: ReadonlyMap<number, RoadHour>, fetchedMs: number) => void
}

const keyOf = ({ latitude, longitude }: Point) => `${latitude} ${longitude}`
const memoryKey = (point: Point) => `forecast ${keyOf(point)}`

/** Answers wishes for forecasts from the grid, a place at a time, the newest wish first: somebody may be waiting for it. */
export function startForecasts({ parts, points, onPlace, onRoads }: ForecastsDeps) {
  const { clock, log, bus, schedule, memory, upstream, baseUrl, report } = parts
  const wishes = new Map<string, Wish>()
  const cells = new Map<string, Known>()
  const saidMs = new Map<string, number>()
  let servedMs = -Infinity
  let detail = 'Responds when a forecast is requested'
  let isDelivering: boolean | null = null

  bus.hear('forecast-wanted', ({ latitude, longitude }) => {
    const point = { latitude, longitude }
    const isIdle = wishes.size === 0
    const before = wishes.get(keyOf(point))
    wishes.delete(keyOf(point))
    wishes.set(keyOf(point), {
      tries: 0,
      notBeforeMs: -Infinity,
      ...before,
      point,
      wishedMs: clock.now().getTime(),
    })
    const [oldest] = wishes.keys()
    if (wishes.size > mostWishes && oldest !== undefined) wishes.delete(oldest)
    if (isIdle && clock.monotonicMs() - servedMs >= everyMs) schedule.nudge('nws forecasts')
  })

  function nextWish(): Wish | undefined {
    const nowMs = clock.now().getTime()
    for (const [key, { wishedMs }] of wishes) if (nowMs - wishedMs > wishCountsMs) wishes.delete(key)
    const due = [...wishes.values()].filter(({ notBeforeMs }) => notBeforeMs <= clock.monotonicMs())
    const wish = due.at(-1)
    if (wish) wishes.delete(keyOf(wish.point))
    return wish
  }

  function say(point: Point, forecast: CellForecast) {
    saidMs.delete(keyOf(point))
    saidMs.set(keyOf(point), clock.now().getTime())
    const [oldest] = saidMs.keys()
    if (saidMs.size > mostWishes && oldest !== undefined) saidMs.delete(oldest)
    const heard: PointForecast = { ...forecast, ...point }
    bus.say('forecast-heard', { forecast: heard })
  }

  function keepCell(path: string, known: Known) {
    cells.delete(path)
    cells.set(path, known)
    const [oldest] = cells.keys()
    if (cells.size > mostCells && oldest !== undefined) cells.delete(oldest)
  }

  /** What the forecasters call the weather. Without it the grid's own words have to do. */
  async function iconCodes(path: string): Promise<ReadonlyMap<number, string>> {
    try {
      const request = nwsRequest(`${baseUrl}/gridpoints/${path}/forecast/hourly`, 4)
      return (await upstream.read(request, ({ body }) => parseHourly(body))).value
    } catch (error) {
      log.info({ path, because: wordsOf(error) }, 'no hourly text forecast; the grid has the numbers')
      return new Map()
    }
  }

  async function fetchCell({ path, timeZone }: GridCell): Promise<Known> {
    // The grid first: where that cannot be had, the words are of no use.
    const { value: body } = await upstream.read(
      { ...nwsRequest(`${baseUrl}/gridpoints/${path}`, 8), isOnce: true },
      document => {
        const nowMs = document.askedMs
        parseGrid(document.body, { source, timeZone, nowMs, iconCodes: new Map() })
        return document.body
      },
    )
    const nowMs = clock.now().getTime()
    const forecast = parseGrid(body, { source, timeZone, nowMs, iconCodes: await iconCodes(path) })
    const known = { forecast, roads: parseRoadHours(body), fetchedMs: nowMs }
    keepCell(path, known)
    return known
  }

  /** Whether it was fetched within the hour, by this process or by another one: then everybody has it. */
  async function isRenewed(point: Point): Promise<boolean> {
    const fetchedMs = numberOf(fieldsOf(await memory.recall(memoryKey(point))).fetchedMs)
    return fetchedMs !== null && clock.now().getTime() - fetchedMs < renewAfterMs
  }

  async function serve(point: Point, isAgain = false): Promise<string | null> {
    const cell = await points.cellOf(point)
    if (cell === notCovered) return notCoveredByNws
    onPlace(point, cell)
    const nowMs = clock.now().getTime()
    const known = cells.get(cell.path)
    if (known && nowMs - known.fetchedMs < renewAfterMs) {
      onRoads(point, known.roads, known.fetchedMs)
      if (nowMs - (saidMs.get(keyOf(point)) ?? -Infinity) >= sayAgainAfterMs) say(point, known.forecast)
      return null
    }
    if (!known && (await isRenewed(point))) return null
    try {
      const { forecast, roads, fetchedMs } = await fetchCell(cell)
      say(point, forecast)
      onRoads(point, roads, fetchedMs)
      await memory.keep(memoryKey(point), { fetchedMs }, renewAfterMs)
    } catch (error) {
      if (!isNotThere(error) || isAgain) throw error
      await points.forget(point)
      return serve(point, true)
    }
    isDelivering = true
    detail = 'Responds when a forecast is requested'
    report({ delivering: true, detail, deliveredMs: clock.now().getTime() })
    return null
  }

  function miss(point: Point, because: string) {
    bus.say('forecast-missed', { ...point, because })
  }

  schedule.every('nws forecasts', everyMs, async () => {
    const wish = nextWish()
    if (!wish) return
    servedMs = clock.monotonicMs()
    const { point, tries } = wish
    try {
      const missing = await serve(point)
      if (missing) miss(point, missing)
    } catch (error) {
      const because = wordsOf(error)
      const waitMs = triesInMs[tries]
      // A newer wish for the same place may have come meanwhile; it waits as long.
      if (waitMs !== undefined) {
        const notBeforeMs = clock.monotonicMs() + waitMs
        wishes.set(keyOf(point), { ...wish, ...wishes.get(keyOf(point)), tries: tries + 1, notBeforeMs })
      } else {
        miss(point, because)
        isDelivering = false
        detail = because
      }
      report({ delivering: isDelivering, detail: because })
    }
  })
  schedule.every('nws forecast health', minuteMs / 2, async () =>
    report({ delivering: isDelivering, detail }),
  )
  bus.say('forecasts-offered', { source })
}
