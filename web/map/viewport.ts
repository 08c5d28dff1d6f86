import type { Bounds } from './ring-line.ts'
import type { Point } from '#domain/geo/distance'
import { xMetresOf, yMetresOf } from '#domain/geo/mercator'

/** The visible part of the map. */
export interface Viewport {
  readonly bounds: Bounds
  readonly centre: Point
  readonly zoom: number
  readonly widthPx: number
  readonly heightPx: number
}

/**
 * From the specification: how much larger the requested area is than the visible one, so that small moves do not reveal
 * empty areas.
 */
const expanded = 1.2
/** A Mercator map does not reach the poles. It ends here. */
const lastLatitude = 85.0511
const mostPicturePx = 3000

const rounded = (degrees: number) => Number(degrees.toFixed(4))

/** Returns the bounds to request: more than is visible, to four decimals, and never more than the world. */
export function fetchBounds({ west, south, east, north }: Bounds): Bounds {
  const across = Math.min(360, (east - west) * expanded) / 2
  const up = ((north - south) * expanded) / 2
  const [x, y] = [(west + east) / 2, (south + north) / 2]
  return {
    west: rounded(x - across),
    south: rounded(Math.max(-lastLatitude, y - up)),
    east: rounded(x + across),
    north: rounded(Math.min(lastLatitude, y + up)),
  }
}

/** Part of the map as an image. */
export interface PictureArea {
  readonly bounds: Bounds
  readonly widthPx: number
  readonly heightPx: number
}

export function pictureArea({ bounds, widthPx, heightPx }: Viewport): PictureArea {
  const pixels = (seen: number) => Math.max(1, Math.min(mostPicturePx, Math.ceil(seen * expanded)))
  return { bounds: fetchBounds(bounds), widthPx: pixels(widthPx), heightPx: pixels(heightPx) }
}

/** Returns the URL of an area's image, in meters as the server expects. */
export function pictureAddress(address: string, { bounds, widthPx, heightPx }: PictureArea): string {
  const { west, south, east, north } = bounds
  const metres = [xMetresOf(west), yMetresOf(south), xMetresOf(east), yMetresOf(north)]
  const box = metres.map(each => each.toFixed(2)).join()
  return `${address}&BBOX=${box}&width=${widthPx}&height=${heightPx}`
}
