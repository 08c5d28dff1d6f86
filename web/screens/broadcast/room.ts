import { normalizedLongitude, type Point } from '#domain/geo/distance'

/** A map's size, and how much of it is covered from each edge, in its own pixels. */
export interface ShownArea {
  readonly width: number
  readonly height: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

interface View {
  readonly centre: Point
  readonly zoom: number
}

/** The size of a place's marker, plus the few pixels by which a wall drifts. */
const marginPx = 24
/** With less room than this, all places would merge into one dot. */
const leastPx = 160
const tilePx = 512

function mercator({ latitude, longitude }: Point) {
  const sine = Math.sin((latitude * Math.PI) / 180)
  return { x: longitude / 360, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

function unprojected(x: number, y: number): Point {
  const latitude = (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI
  return { latitude, longitude: normalizedLongitude(x * 360) }
}

const clamped = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/**
 * Returns a view in which no overlay covers a place. Keeps the requested view if possible, otherwise moves it as little
 * as possible, and zooms out only if there is not enough room.
 */
export function viewWithRoom(wanted: View, places: readonly Point[], room: ShownArea): View {
  const free = {
    width: room.width - room.left - room.right - 2 * marginPx,
    height: room.height - room.top - room.bottom - 2 * marginPx,
  }
  if (places.length === 0 || free.width < leastPx || free.height < leastPx) return wanted
  const middle = mercator(wanted.centre)
  // Relative to the center, so that places on both sides of the date line are neighbors.
  const points = places.map(({ latitude, longitude }) => ({
    x: middle.x + normalizedLongitude(longitude - wanted.centre.longitude) / 360,
    y: mercator({ latitude, longitude }).y,
  }))
  const [west, east] = ends(points.map(({ x }) => x))
  const [north, south] = ends(points.map(({ y }) => y))
  const fitting = Math.log2(Math.min(free.width / (east - west), free.height / (south - north)) / tilePx)
  const zoom = Math.min(wanted.zoom, fitting)
  const worldPx = tilePx * 2 ** zoom
  const x = clamped(
    middle.x,
    east - (room.width / 2 - room.right - marginPx) / worldPx,
    west + (room.width / 2 - room.left - marginPx) / worldPx,
  )
  const y = clamped(
    middle.y,
    south - (room.height / 2 - room.bottom - marginPx) / worldPx,
    north + (room.height / 2 - room.top - marginPx) / worldPx,
  )
  if (zoom === wanted.zoom && x === middle.x && y === middle.y) return wanted
  return { centre: unprojected(x, y), zoom }
}

function ends(values: readonly number[]): readonly [number, number] {
  return [Math.min(...values), Math.max(...values)]
}
