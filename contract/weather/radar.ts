import { areBounds, isTile } from '#domain/geo/mercator'
import { call } from '#contract/call'
import { mediaReply } from '#contract/shapes'
import * as z from 'zod/mini'

/**
 * The image types. Each except the last two is a list of frames; `current` types show the present, `future` types the
 * forecast.
 */
export const radarTypes = [
  'past',
  'future',
  'extended',
  'international',
  'current-road-conditions',
  'future-road-conditions',
  'surface-analysis',
  'tropical-models',
] as const
export type RadarType = (typeof radarTypes)[number]

/** Product names as the specification's client spells them when it requests a single image. */
export const mapProducts = {
  'road-condition-current-hires': 'current-road-conditions',
  'road-condition': 'future-road-conditions',
  'surface-analysis': 'surface-analysis',
  'tropical-spaghetti-plot-us': 'tropical-models',
} as const satisfies Record<string, RadarType>

const typeParams = z.strictObject({ type: z.enum(radarTypes, 'must be a type of radar image') })
const yesNo = z.pipe(
  z.enum(['true', 'false'], 'must be true or false'),
  z.transform((text: 'true' | 'false') => text === 'true'),
)
const productName = z.enum(Object.keys(mapProducts) as (keyof typeof mapProducts)[], 'must be a product')

/**
 * `future` turns past and current road conditions into future ones; `product` selects the images by product instead.
 */
const choice = { future: z.optional(yesNo), product: z.optional(productName) }

/** How a frame was produced. An observed frame is what radars measured; the others are estimates. */
export const frameOrigins = ['observed', 'nowcast', 'model'] as const

/**
 * The frames of one type, oldest first, as URLs from the root that carry their own key. To get an image, append
 * `&BBOX=west,south,east,north&width=&height=` (EPSG:3857 meters, at most 3000 px each way). `TIME` in a URL is the
 * frame's time, `origin` one of `frameOrigins`.
 */
export const radarFrames = call({
  name: 'radarFrames',
  summary: 'List the frames of a radar product, oldest first; fails while none is available',
  method: 'GET',
  path: '/api/map/{type}',
  who: 'signed-in',
  params: typeParams,
  query: z.strictObject({
    ...choice,
    /** Returns only this frame, counted from 0. */
    frame: z.optional(
      z.pipe(
        z.string().check(z.regex(/^\d{1,3}$/, 'must be a whole number')),
        z.transform((text: string) => Number(text)),
      ),
    ),
  }),
  reply: z.array(z.string()),
})

/** One URL template per frame, into which the map inserts the bounds of a tile. */
export const radarWms = call({
  name: 'radarWms',
  summary: 'List tile addresses by bounds, one per frame, with {bbox-epsg-3857} placeholders',
  method: 'GET',
  path: '/api/map/{type}/WMS',
  who: 'signed-in',
  params: typeParams,
  query: z.strictObject(choice),
  reply: z.array(z.string()),
})

export const radarTms = call({
  name: 'radarTms',
  summary: 'List tile addresses by zoom and position, one per frame, with {z}, {x} and {y} placeholders',
  method: 'GET',
  path: '/api/map/{type}/TMS',
  who: 'signed-in',
  params: typeParams,
  query: z.strictObject(choice),
  reply: z.array(z.string()),
})

export const mapUrl = call({
  name: 'mapUrl',
  summary: 'Get the address of a product’s newest image; land is never drawn, with or without mask=true',
  method: 'GET',
  path: '/api/map/url',
  who: 'signed-in',
  query: z.strictObject({ product: productName, mask: z.optional(yesNo) }),
  reply: z.string(),
})

/** The longest side of an image, in pixels. */
export const longestSide = 3000

const sidePixels = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^\d{1,4}$/, 'must be a whole number')),
    z.transform((text: string) => Number(text)),
  ),
  z
    .number()
    .check(z.minimum(1, 'must be at least 1'), z.maximum(longestSide, `must be at most ${longestSide}`)),
)
const metres = String.raw`-?\d{1,9}(?:\.\d{1,12})?(?:e-\d{1,3})?`
const bounds = z
  .pipe(
    z
      .string()
      .check(z.regex(new RegExp(`^${metres}(?:,${metres}){3}$`), 'must be west,south,east,north in meters')),
    z.transform((text: string) => {
      const [west = NaN, south = NaN, east = NaN, north = NaN] = text.split(',').map(Number)
      return { west, south, east, north }
    }),
  )
  .check(z.refine(areBounds, 'must be on the map, with west before east and south before north'))

/**
 * The query parameters of an image URL besides the position. The server creates them, and clients send them back
 * unchanged.
 */
const addressQuery = {
  TIME: z.string(),
  origin: z.enum(frameOrigins),
  /** Unused on the server: a recomputed frame gets a new URL, so caches never serve the old one. */
  issued: z.optional(z.string()),
  expires: z.string().check(z.regex(/^\d{1,12}$/, 'must be a whole number')),
  key: z.string(),
}
/** A time such as `20261115T095500Z`. */
const stampPattern = String.raw`\d{8}T\d{6}Z`
const pictureName = z
  .string()
  .check(z.regex(new RegExp(`^${stampPattern}\\.png$`), 'must be the name of an image'))

/** One frame for any part of the map. */
export const radarPicture = call({
  name: 'radarPicture',
  summary: 'Get a frame as an image of any part of the map, by an address from the frame list',
  method: 'GET',
  path: '/radar/{type}/{picture}',
  who: 'anyone',
  machines: true,
  onOtherSites: true,
  media: 'image/png',
  params: z.strictObject({ ...typeParams.shape, picture: pictureName }),
  query: z.strictObject({
    ...addressQuery,
    BBOX: bounds,
    width: sidePixels,
    height: sidePixels,
    /** The URL is complete, and valid for this view only. */
    view: z.optional(z.literal('fixed')),
  }),
  reply: mediaReply,
})

const place = z.pipe(
  z.string().check(z.regex(/^\d{1,7}$/, 'must be a whole number')),
  z.transform((text: string) => Number(text)),
)

/** One frame for one tile of the pyramid. */
export const radarTile = call({
  name: 'radarTile',
  summary: 'Get a 256-pixel tile of a frame, by an address from the frame list',
  method: 'GET',
  path: '/radar/{type}/{stamp}/{z}/{x}/{y}',
  who: 'anyone',
  machines: true,
  media: 'image/png',
  params: z
    .strictObject({
      ...typeParams.shape,
      stamp: z.string().check(z.regex(new RegExp(`^${stampPattern}$`), 'must be the time of an image')),
      z: place,
      x: place,
      y: z.pipe(
        z.string().check(z.regex(/^\d{1,7}\.png$/, 'must be a whole number and .png')),
        z.transform((text: string) => Number.parseInt(text, 10)),
      ),
    })
    .check(z.refine(({ z: zoom, x, y }) => isTile(zoom, x, y), 'is not a tile of the map')),
  query: z.strictObject(addressQuery),
  reply: mediaReply,
})

/** The map's layers, in menu order. */
export const mapLayerNames = [
  'tropical-models',
  'tropical-forecast',
  'surface-analysis',
  'storm-vectors',
  'nws-alerts',
  'road-conditions',
  'radar',
  'lightning',
] as const
export type MapLayer = (typeof mapLayerNames)[number]

export const listMapLayers = call({
  name: 'listMapLayers',
  summary: 'List the map layers that have a data source',
  method: 'GET',
  path: '/api/map/Layers',
  who: 'signed-in',
  reply: z.array(z.enum(mapLayerNames)),
})

const mapGrounds = z.object({
  /** Drawn over the built-in imagery in the map style 'Satellite'. */
  satelliteTiles: z.nullable(
    z.object({
      /** Contains {z}, {x} and {y}. */
      address: z.string(),
      /** Attribution that the layer's owner requires. */
      credit: z.string(),
      deepestZoom: z.number(),
    }),
  ),
  /** URLs of MapLibre style documents, each of which replaces one base map. */
  styles: z.object({
    satellite: z.nullable(z.string()),
    dark: z.nullable(z.string()),
    light: z.nullable(z.string()),
  }),
})
export type MapGrounds = z.output<typeof mapGrounds>

export const getMapGrounds = call({
  name: 'getMapGrounds',
  summary: 'Get the external base map settings; null means the built-in base map',
  method: 'GET',
  path: '/api/map/Grounds',
  who: 'signed-in',
  reply: mapGrounds,
})
