import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { publicSourceOf } from '#domain/feeds/public-sources'
import type { Point } from '#domain/geo/distance'
import { cellCount, type GridPlace } from '#domain/radar/grid'
import { roadByte, unknownRoad, type RoadGrid } from '#domain/roads/condition'
import { expectedRoad, type RoadHour } from '#domain/roads/expected-road'
import type { FeedParts } from '#server/feeds/parts'
import { hourMs, minuteMs } from '#server/platform/clock'
import { requestFailureText } from './requests.ts'

const { id: source, staleAfterMs } = publicSourceOf('nws', 'road conditions')

/** The continental United States in cells of a tenth of a degree. */
export const roadPlace: GridPlace = { west: -126, north: 50, stepDegrees: 0.1, columns: 600, rows: 270 }
const presentAndADay = 25
const mostPlaces = 5000
const packed = promisify(deflate)

interface KnownPlace {
  readonly cell: number
  readonly hours: ReadonlyMap<number, RoadHour>
  readonly fetchedMs: number
}

/** Returns null for a place outside the grid. */
function cellAt({ latitude, longitude }: Point): number | null {
  const { west, north, stepDegrees, columns, rows } = roadPlace
  const column = Math.floor((longitude - west) / stepDegrees)
  const row = Math.floor((north - latitude) / stepDegrees)
  return column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : null
}

/**
 * Estimates the roads around people's places from the forecasts that were fetched for those places, whenever someone is
 * viewing roads. All other roads are unknown, because no forecasts were requested for them.
 */
export function startRoads({ clock, log, bus, schedule, report }: FeedParts) {
  const places = new Map<string, KnownPlace>()
  const idle: Parameters<typeof report>[0] = {
    delivering: null,
    detail: 'Estimates road conditions near your locations when someone looks at them',
  }
  let health = idle

  function onForecast(point: Point, hours: ReadonlyMap<number, RoadHour>, fetchedMs: number) {
    const cell = cellAt(point)
    if (cell === null) return
    const key = `${point.latitude} ${point.longitude}`
    places.delete(key)
    places.set(key, { cell, hours, fetchedMs })
    const [oldest] = places.keys()
    if (places.size > mostPlaces && oldest !== undefined) places.delete(oldest)
  }

  async function gridAt(validMs: number, known: readonly KnownPlace[]): Promise<RoadGrid> {
    const bytes = new Uint8Array(cellCount(roadPlace)).fill(unknownRoad)
    for (const { cell, hours } of known) {
      const state = expectedRoad(hours, validMs)
      if (!state) continue
      const before = bytes[cell]
      // If two places are in one cell, the one with a condition is used.
      if (before === unknownRoad || before === 0) bytes[cell] = roadByte(state.condition)
    }
    return { validMs, place: roadPlace, deflated: new Uint8Array(await packed(bytes, { level: 1 })) }
  }

  async function publish(fromMs: number) {
    const sinceMs = clock.now().getTime() - staleAfterMs
    const known = [...places.values()].filter(({ fetchedMs }) => fetchedMs > sinceMs)
    if (known.length === 0) return bus.publish('roads-missed', { because: 'No forecasts are known yet' })
    const grids: RoadGrid[] = []
    for (let hour = 0; hour < presentAndADay; hour++) grids.push(await gridAt(fromMs + hour * hourMs, known))
    bus.publish('roads-heard', { source, issuedMs: fromMs, grids })
    const detail = `Estimated from the forecasts near ${known.length} ${known.length === 1 ? 'location' : 'locations'}`
    health = { delivering: true, detail, deliveredMs: clock.now().getTime() }
    report(health)
  }

  let wantedFromMs: number | null = null
  bus.subscribe('roads-wanted', ({ fromMs }) => {
    wantedFromMs = fromMs
    schedule.nudge('nws roads')
  })
  schedule.every('nws roads', minuteMs / 2, async () => {
    const fromMs = wantedFromMs
    wantedFromMs = null
    try {
      if (fromMs === null) report(health)
      else await publish(fromMs)
    } catch (error) {
      log.error({ err: error }, 'road conditions could not be estimated')
      bus.publish('roads-missed', { because: requestFailureText(error) })
    }
  })

  return { onForecast }
}
