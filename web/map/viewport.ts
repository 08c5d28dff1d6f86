import type { Bounds } from './ring-line.ts'
import type { Point } from '#domain/geo/distance'
import { xMetresOf, yMetresOf } from '#domain/geo/mercator'

/** What is seen of the map. */
export interface Viewport {
  readonly bounds: Bounds
  readonly centre: Point
  readonly zoom: number
  readonly widthPx: number
  readonly heightPx: number
}

/** The specification's: so many times as wide and high as what is seen, so that small moves show nothing empty. */
const expanded = 1.2
/** A map has no poles: it ends here. */
const lastLatitude = 85.0511
const mostPicturePx = 3000

const rounded = (degrees: number) => Number(degrees.toFixed(4))

/** What is asked for: more than is seen, to four decimals, and never more than the world. */
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

/** A part of the map as a picture. */
export interface PictureArea {
  readonly bounds: Bounds
  readonly widthPx: number
  readonly heightPx: number
}

export function pictureArea({ bounds, widthPx, heightPx }: Viewport): PictureArea {
  const pixels = (seen: number) => Math.max(1, Math.min(mostPicturePx, Math.ceil(seen * expanded)))
  return { bounds: fetchBounds(bounds), widthPx: pixels(widthPx), heightPx: pixels(heightPx) }
}

/** The address of a picture of an area, in metres as the server's pictures have it. */
export function pictureAddress(address: string, { bounds, widthPx, heightPx }: PictureArea): string {
  const { west, south, east, north } = bounds
  const metres = [xMetresOf(west), yMetresOf(south), xMetresOf(east), yMetresOf(north)]
  const box = metres.map(each => each.toFixed(2)).join()
  return `${address}&BBOX=${box}&width=${widthPx}&height=${heightPx}`
}
