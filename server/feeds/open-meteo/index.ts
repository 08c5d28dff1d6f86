import { publicSourceOf } from '#domain/feeds/public-sources'
import { notCoveredByNws, type ForecastRequest } from '#domain/forecasts/forecast'
import type { Point } from '#domain/geo/distance'
import { createForecastQueue, placeKey } from '#server/feeds/forecast-queue'
import type { FeedParts } from '#server/feeds/parts'
import { hourMs, minuteMs, secondMs } from '#server/platform/clock'
import { timeZoneAt } from '#server/platform/time-zone-at'
import { forecastRequest } from './fetch.ts'
import { parseForecast } from './parse.ts'

const { id: source } = publicSourceOf('open-meteo', 'forecasts')
const task = 'open-meteo forecasts'

/** Places are requested one after another: at most 20 a minute, of the 600 that the free service allows. */
const everyMs = 3 * secondMs
/**
 * Forecasts are renewed as often as the room requests them. An unanswered request is repeated every few minutes, and
 * goes to the weather service first each time. The free service allows 10,000 requests a day, enough for 400 places.
 */
const renewAfterMs = hourMs
const mostMade = 5000
/** This many requests that need no outside request are handled in one turn. */
const mostLooks = 100

export interface OpenMeteoOptions {
  /** The key for a paid plan. */
  readonly key: string | undefined
  /**
   * Whether the National Weather Service is also in use, in which case only places it does not cover are requested
   * here.
   */
  readonly isNwsOn: boolean
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Publishes worldwide forecasts from an Open-Meteo server. If the National Weather Service is on, it gets each request
 * first. A request arrives here only after that service has reported that it does not cover the place, so no request is
 * answered twice, and no border has to be known.
 */
export function startOpenMeteo(
  { clock, bus, schedule, memory, upstream, baseUrl, report }: FeedParts,
  { key, isNwsOn }: OpenMeteoOptions,
): { stop(): Promise<void> } {
  const queue = createForecastQueue()
  /** When each place's forecast was made, as far as this process knows; the stored state has the others. */
  const madeMs = new Map<string, number>()
  let servedMs = -Infinity
  let health: Parameters<FeedParts['report']>[0] = {
    delivering: null,
    detail: 'Responds when a forecast is requested',
  }

  function add(request: ForecastRequest) {
    const isIdle = queue.isEmpty()
    queue.add(request, clock.now().getTime())
    if (isIdle && clock.monotonicMs() - servedMs >= everyMs) schedule.nudge(task)
  }
  if (isNwsOn)
    bus.subscribe('forecast-missed', ({ because, ...request }) => {
      if (because === notCoveredByNws) add(request)
    })
  else bus.subscribe('forecast-wanted', add)

  function noteMade(id: string, timeMs: number) {
    madeMs.delete(id)
    madeMs.set(id, timeMs)
    dropOldest(madeMs)
  }

  async function isRenewed(point: Point): Promise<boolean> {
    const id = placeKey(point)
    const known = madeMs.get(id) ?? (await memory.recall(id))
    if (typeof known !== 'number') return false
    noteMade(id, known)
    return clock.now().getTime() - known < renewAfterMs
  }

  async function serve({ latitude, longitude }: Point) {
    const point = { latitude, longitude }
    const timeZone = timeZoneAt(point)
    const { value: forecast } = await upstream.read(
      forecastRequest(baseUrl, key, point),
      ({ body, askedMs, heldMs }) => parseForecast(body, { point, timeZone, askedMs, heldMs }),
    )
    if (!(await bus.deliver('forecast-heard', { forecast })))
      throw new Error('The forecast could not be stored')
    noteMade(placeKey(point), forecast.issuedMs)
    await memory.keep(placeKey(point), forecast.issuedMs, renewAfterMs)
  }

  async function nextUnserved(): Promise<ForecastRequest | undefined> {
    for (let looks = 0; looks < mostLooks; looks++) {
      const request = queue.take(clock.now().getTime())
      if (!request || !(await isRenewed(request))) return request
    }
    return undefined
  }

  schedule.every(task, everyMs, async () => {
    if (queue.isEmpty()) return
    servedMs = clock.monotonicMs()
    const request = await nextUnserved()
    if (!request) return
    try {
      await serve(request)
      health = { delivering: true, detail: 'Responds when a forecast is requested' }
      report({ ...health, deliveredMs: clock.now().getTime() })
    } catch (error) {
      // The room will repeat its request in a few minutes.
      bus.publish('forecast-missed', { ...request, because: wordsOf(error) })
      health = { delivering: false, detail: wordsOf(error) }
      report(health)
    }
  })
  schedule.every('open-meteo health', minuteMs / 2, async () => report(health))
  bus.publish('forecasts-offered', { source })
  return { stop: async () => {} }
}

function dropOldest(map: Map<string, unknown>) {
  const [oldest] = map.keys()
  if (map.size > mostMade && oldest !== undefined) map.delete(oldest)
}
