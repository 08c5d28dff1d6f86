import type { Outline } from '#domain/geo/outline'
import { coveringWithFewerCorners } from '#domain/geo/simplify'
import { fieldsOf, listOf } from './json.ts'

/**
 * A national list has over a thousand zones, and every process receives it each minute: coasts are simplified to fewer
 * corners, which cover slightly more.
 */
const mostCorners = 200
/** About a hectare, in square degrees. */
const finestArea = 1e-6
/** Coordinates are rounded to about a meter. */
const decimals = 1e5
/** More rings than any zone on Earth has. */
const mostRings = 5000
const deepestCollection = 4

function rounded(degrees: number): number {
  return Math.round(degrees * decimals) / decimals
}

/**
 * Returns a closed ring, or null if it is not one. Code that compares rings normalizes longitudes past the
 * antimeridian.
 */
function ringOf(value: unknown): Outline | null {
  const ring: [number, number][] = []
  for (const position of listOf(value)) {
    const [longitude, latitude] = listOf(position)
    if (typeof longitude !== 'number' || typeof latitude !== 'number') return null
    if (!(Math.abs(longitude) <= 360 && Math.abs(latitude) <= 90)) return null
    ring.push([rounded(longitude), rounded(latitude)])
  }
  const [first, last] = [ring[0], ring.at(-1)]
  if (!first || !last) return null
  if (first[0] !== last[0] || first[1] !== last[1]) ring.push([first[0], first[1]])
  return ring.length >= 4 ? coveringWithFewerCorners(ring, mostCorners, finestArea) : null
}

/** Returns only the outer ring, because people in a hole in a warned area are close enough to be warned. */
function polygonOf(coordinates: unknown): (Outline | null)[] {
  return [ringOf(listOf(coordinates)[0])]
}

function ringsOf(geometry: unknown, depth: number): (Outline | null)[] {
  const { type, coordinates, geometries } = fieldsOf(geometry)
  if (type === 'Polygon') return polygonOf(coordinates)
  if (type === 'MultiPolygon') return listOf(coordinates).flatMap(polygonOf)
  if (type === 'GeometryCollection' && depth < deepestCollection)
    return listOf(geometries).flatMap(each => ringsOf(each, depth + 1))
  return [null]
}

/**
 * Returns the outlines of a GeoJSON area; null if any part of it cannot be read, because half an area must not pass for
 * the whole.
 */
export function outlinesOf(geometry: unknown): readonly Outline[] | null {
  const rings = ringsOf(geometry, 0)
  const outlines = rings.filter(ring => ring !== null)
  return outlines.length === 0 || outlines.length < rings.length || rings.length > mostRings ? null : outlines
}
