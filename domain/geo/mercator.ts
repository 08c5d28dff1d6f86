import { radiansPerDegree } from './distance.ts'

/** EPSG:3857: the square world of web maps, in meters from where the Greenwich meridian meets the equator. */

const earthRadiusMetres = 6_378_137
export const halfWorldMetres = Math.PI * earthRadiusMetres

/** West, south, east, north, in meters. */
export interface MercatorBounds {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

export function longitudeOf(xMetres: number): number {
  return xMetres / earthRadiusMetres / radiansPerDegree
}

export function latitudeOf(yMetres: number): number {
  return Math.atan(Math.sinh(yMetres / earthRadiusMetres)) / radiansPerDegree
}

export function xMetresOf(longitude: number): number {
  return longitude * radiansPerDegree * earthRadiusMetres
}

/** Infinite at the poles, which these maps do not show. */
export function yMetresOf(latitude: number): number {
  return Math.asinh(Math.tan(latitude * radiansPerDegree)) * earthRadiusMetres
}

const deepestZoom = 22

/** Whether the pyramid has this tile; rows are counted from the north. */
export function isTile(zoom: number, column: number, row: number): boolean {
  const across = 2 ** zoom
  const isIn = (place: number) => Number.isInteger(place) && place >= 0 && place < across
  return Number.isInteger(zoom) && zoom >= 0 && zoom <= deepestZoom && isIn(column) && isIn(row)
}

export function tileBounds(zoom: number, column: number, row: number): MercatorBounds {
  const size = (2 * halfWorldMetres) / 2 ** zoom
  const west = column * size - halfWorldMetres
  const north = halfWorldMetres - row * size
  return { west, south: north - size, east: west + size, north }
}

/** Neither empty nor reversed, nor outside the world; may extend into the next world east or west. */
export function areBounds({ west, south, east, north }: MercatorBounds): boolean {
  const all = [west, south, east, north]
  if (!all.every(Number.isFinite) || west >= east || south >= north) return false
  const isNear = Math.abs(west) <= 3 * halfWorldMetres && Math.abs(east) <= 3 * halfWorldMetres
  return (
    isNear && east - west <= 2 * halfWorldMetres + 1 && south < halfWorldMetres && north > -halfWorldMetres
  )
}
