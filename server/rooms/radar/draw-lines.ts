import { xMetresOf, yMetresOf } from '#domain/geo/mercator'
import type { Rgba } from '#domain/radar/colors'
import type { DrawableLine, MapView } from './drawable.ts'
import { createCanvas, encodePng, setPixel, type Canvas } from './png.ts'

const mostColors = 15

/** Draws lines on a clear background. Lines of the same color share a palette index. */
export function drawLines(lines: readonly DrawableLine[], view: MapView): Uint8Array<ArrayBuffer> {
  const palette: Rgba[] = [[0, 0, 0, 0]]
  const places = new Map<string, number>()
  const canvas = createCanvas(view.width, view.height)
  for (const line of lines) {
    const name = line.color.join()
    const known = places.get(name)
    if (known === undefined && places.size === mostColors)
      throw new Error(`Lines of more than ${mostColors} colors`)
    const color = known ?? palette.push(line.color) - 1
    places.set(name, color)
    const pixels = line.points.map(point => pixelOf(point, view))
    for (const [index, to] of pixels.entries()) {
      const from = pixels[index - 1]
      if (from) drawSegment(canvas, from, to, line.widthPixels, color)
    }
  }
  return encodePng(canvas, palette)
}

interface Pixel {
  readonly x: number
  readonly y: number
}

function pixelOf(
  [longitude, latitude]: readonly [number, number],
  { bounds, width, height }: MapView,
): Pixel {
  const { west, south, east, north } = bounds
  return {
    x: ((xMetresOf(longitude) - west) / (east - west)) * width,
    y: ((north - yMetresOf(latitude)) / (north - south)) * height,
  }
}

/** Draws a brush of the line's width, pixel by pixel along its visible part. */
function drawSegment(canvas: Canvas, from: Pixel, to: Pixel, width: number, color: number) {
  const seen = clipped(from, to, canvas, width)
  if (!seen) return
  const [start, end] = seen
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(end.x - start.x), Math.abs(end.y - start.y))))
  for (let step = 0; step <= steps; step++) {
    const left = Math.round(start.x + ((end.x - start.x) * step) / steps - width / 2)
    const top = Math.round(start.y + ((end.y - start.y) * step) / steps - width / 2)
    for (let y = Math.max(0, top); y < Math.min(canvas.height, top + width); y++) {
      for (let x = Math.max(0, left); x < Math.min(canvas.width, left + width); x++)
        setPixel(canvas, x, y, color)
    }
  }
}

/** Liang–Barsky clipping, so that a line across the world is not traversed pixel by pixel. */
function clipped(from: Pixel, to: Pixel, { width, height }: Canvas, margin: number): [Pixel, Pixel] | null {
  const [alongX, alongY] = [to.x - from.x, to.y - from.y]
  if (![from.x, from.y, alongX, alongY].every(Number.isFinite)) return null
  let [first, last] = [0, 1]
  const edges: [toward: number, room: number][] = [
    [-alongX, from.x + margin],
    [alongX, width + margin - from.x],
    [-alongY, from.y + margin],
    [alongY, height + margin - from.y],
  ]
  for (const [toward, room] of edges) {
    if (toward === 0 && room < 0) return null
    if (toward < 0) first = Math.max(first, room / toward)
    if (toward > 0) last = Math.min(last, room / toward)
  }
  const at = (share: number): Pixel => ({ x: from.x + share * alongX, y: from.y + share * alongY })
  return first > last ? null : [at(first), at(last)]
}
