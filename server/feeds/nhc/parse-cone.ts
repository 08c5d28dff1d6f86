import type { Outline } from '#domain/geo/outline'
import * as z from 'zod/mini'

/** More corners than any cone has had. */
const mostCorners = 10_000

const service = z.object({ layers: z.array(z.object({ id: z.number(), name: z.string() })) })
const corner = z.pipe(
  z.array(z.number()).check(z.minLength(2)),
  z.transform(([longitude = NaN, latitude = NaN]: number[]) => [longitude, latitude] as const),
)
const ring = z.array(corner).check(z.minLength(4), z.maxLength(mostCorners))
const geometry = z.union([
  z.object({ type: z.literal('Polygon'), coordinates: z.array(ring).check(z.minLength(1)) }),
  z.object({
    type: z.literal('MultiPolygon'),
    coordinates: z.array(z.array(ring).check(z.minLength(1))).check(z.minLength(1)),
  }),
])
const features = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({ properties: z.record(z.string(), z.unknown()), geometry: z.nullable(geometry) }),
  ),
})

function read<T>(schema: z.ZodMiniType<T>, json: Buffer, words: string): T {
  const parsed = schema.safeParse(JSON.parse(json.toString()))
  if (!parsed.success) throw new Error(words)
  return parsed.data
}

/** Returns the numbers of the cone layers, by the storm's slot ('AT1'). They change between years. */
export function parseConeLayers(json: Buffer): Record<string, number> {
  const { layers } = read(service, json, 'The list of map layers cannot be read')
  const found = layers.flatMap(({ id, name }) => {
    const [, slot] = /^([A-Z]{2}\d) Forecast Cone$/.exec(name) ?? []
    return slot === undefined ? [] : [[slot, id] as const]
  })
  if (found.length === 0) throw new Error('The map has no layers with cones')
  return Object.fromEntries(found)
}

/** Removes leading zeros: '016A' in the list of storms is '16A' on the map. */
const plainNumber = (advisory: string) => advisory.trim().replace(/^0+/, '').toUpperCase()

export interface WantedCone {
  readonly stormId: string
  /** The advisory's number. */
  readonly number: string
}

/**
 * Returns a storm's cone as one polygon ring. Null if the slot has no cone, or has the cone of another storm or
 * advisory, because slots are reused and the map is a few minutes behind.
 */
export function parseCone(json: Buffer, { stormId, number }: WantedCone): Outline | null {
  const list = read(features, json, 'The cone cannot be read')
  for (const { properties, geometry: shape } of list.features) {
    // These names are in uppercase in other files of the hurricane center.
    const lower = Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [name.toLowerCase(), value]),
    )
    const id = `${String(lower.basin).toLowerCase()}${String(Number(lower.stormnum)).padStart(2, '0')}`
    if (!stormId.startsWith(id) || plainNumber(String(lower.advisnum)) !== plainNumber(number)) continue
    if (!shape) continue
    // A cone that crosses the date line has two parts, which are not one ring.
    const parts = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates
    const outer = parts.length === 1 ? parts[0]?.[0] : undefined
    if (outer) return closed(outer)
  }
  return null
}

function closed(outer: Outline): Outline {
  const [first, last] = [outer[0], outer.at(-1)]
  if (!first || !last || (first[0] === last[0] && first[1] === last[1])) return outer
  return [...outer, first]
}
