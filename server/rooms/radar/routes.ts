import {
  getMapGrounds,
  listMapLayers,
  mapLayerNames,
  mapProducts,
  mapUrl,
  radarFrames,
  radarPicture,
  radarTile,
  radarTms,
  radarWms,
  type MapGrounds,
  type MapLayer,
  type RadarType,
} from '#contract/weather/radar'
import { createHash } from 'node:crypto'
import type { Answer, Input } from '#contract/call'
import { tileBounds } from '#domain/geo/mercator'
import { hourMs, minuteMs, secondMs } from '#server/platform/clock'
import { limitedNetwork } from '#server/platform/http/limited-network'
import { notFound, unavailable } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import { instantOfStamp, type Addressed, type AddressKey, type Addresses } from './addresses.ts'
import type { MapView } from './drawable.ts'
import type { FrameBook, FrameOrigin } from './frames.ts'
import type { OfferBook } from './offers.ts'
import type { Asker, Renderer } from './renderer.ts'

export interface RadarRouteDeps {
  readonly book: FrameBook
  readonly offers: OfferBook
  readonly renderer: Renderer
  readonly addresses: Addresses
  /** The base maps from external services. */
  readonly mapGrounds: MapGrounds
  /** Called when a person views images of this kind. */
  readonly onLook: (type: RadarType, now: Date) => void
}

/** Cache durations: observations never change, but forecasts may be computed again. */
const seenKeptSeconds = (3 * hourMs) / secondMs
const expectedKeptSeconds = (5 * minuteMs) / secondMs
const tilePixels = 256

/** The image type to use: `future` turns observed into forecast; a product selects its own images. */
function wanted(type: RadarType, { future, product }: Input<typeof radarWms, 'query'>): RadarType {
  if (product) return mapProducts[product]
  if (future && type === 'past') return 'future'
  if (future && type === 'current-road-conditions') return 'future-road-conditions'
  return type
}

/** Layers that have feeds, and layers drawn from other rooms' images where such rooms exist. */
const heardLayers: readonly MapLayer[] = [
  'tropical-forecast',
  'surface-analysis',
  'storm-vectors',
  'nws-alerts',
  'radar',
  'lightning',
]
const picturedLayers: Readonly<Partial<Record<MapLayer, RadarType>>> = {
  'tropical-models': 'tropical-models',
  'road-conditions': 'future-road-conditions',
}

/** A frame of the radar's own, or one from another room. */
interface ShownFrame {
  readonly id: string
  readonly validMs: number
  readonly issuedMs: number
  readonly origin: FrameOrigin
}

/** An image element cannot send a token, so the callers who take turns are networks. */
const askerOf = ({ address, onClose }: { readonly address: string } & Pick<Asker, 'onClose'>): Asker => ({
  caller: limitedNetwork(address),
  onClose,
})

export function radarRoutes(deps: RadarRouteDeps): Served[] {
  const { book, offers, renderer, addresses, mapGrounds, onLook } = deps

  async function framesOf(type: RadarType, now: Date): Promise<readonly ShownFrame[]> {
    return (await offers.framesOf(type, now.getTime())) ?? book.framesOf(type, now.getTime())
  }

  /** The frames to list. Throws if there are none, because an empty list would look like a clear sky. */
  async function listed(type: RadarType, now: Date): Promise<readonly Addressed[]> {
    onLook(type, now)
    const frames = await framesOf(type, now)
    if (frames.length === 0) throw unavailable('These images are currently unavailable.')
    return frames.map(({ validMs, issuedMs, origin }) => ({ type, validMs, issuedMs, origin }))
  }

  interface Asked {
    readonly type: RadarType
    readonly stamp: string
    readonly query: AddressKey
    readonly view: MapView
    readonly now: Date
    readonly asker: Asker
  }

  async function picture({
    type,
    stamp,
    query,
    view,
    now,
    asker,
  }: Asked): Promise<Answer<typeof radarPicture>> {
    addresses.check({ type, stamp, view }, query, now)
    const validMs = instantOfStamp(stamp)
    const frames = await framesOf(type, now)
    const frame = frames.find(each => each.validMs === validMs)
    if (!frame) throw notFound('This radar image')
    const isFinal = frame.origin === 'observed'
    const { bounds, width, height } = view
    const shown = [frame.id, bounds.west, bounds.south, bounds.east, bounds.north, width, height].join(' ')
    return {
      bytes: await renderer.draw(frame.id, view, asker),
      tag: createHash('sha256').update(shown).digest('base64url').slice(0, 22),
      keptSeconds: isFinal ? seenKeptSeconds : expectedKeptSeconds,
      isFinal,
    }
  }

  return [
    serve(radarFrames, async ({ params, query, now }) => {
      const frames = await listed(wanted(params.type, query), now)
      const all = frames.map(frame => addresses.picture(frame, now))
      if (query.frame === undefined) return all
      const one = all[query.frame]
      if (one === undefined) throw notFound('This frame')
      return [one]
    }),

    serve(radarWms, async ({ params, query, now }) =>
      (await listed(wanted(params.type, query), now)).map(frame => addresses.byBounds(frame, now)),
    ),

    serve(radarTms, async ({ params, query, now }) =>
      (await listed(wanted(params.type, query), now)).map(frame => addresses.byTile(frame, now)),
    ),

    serve(mapUrl, async ({ query, now }) => {
      const frames = await listed(mapProducts[query.product], now)
      // The newest observed frame or, if there is none, the next forecast one.
      const seen = frames.findLast(({ origin }) => origin === 'observed') ?? frames[0]
      if (!seen) throw unavailable('These images are currently unavailable.')
      return addresses.picture(seen, now)
    }),

    serve(listMapLayers, async () =>
      mapLayerNames.filter(layer => {
        const pictures = picturedLayers[layer]
        return heardLayers.includes(layer) || (pictures !== undefined && offers.has(pictures))
      }),
    ),

    serve(radarPicture, ({ params, query, now, ...from }) => {
      const view = { bounds: query.BBOX, width: query.width, height: query.height }
      const stamp = params.picture.replace('.png', '')
      return picture({ type: params.type, stamp, query, view, now, asker: askerOf(from) })
    }),

    serve(radarTile, ({ params, query, now, ...from }) => {
      const bounds = tileBounds(params.z, params.x, params.y)
      const view = { bounds, width: tilePixels, height: tilePixels }
      return picture({ type: params.type, stamp: params.stamp, query, view, now, asker: askerOf(from) })
    }),

    serve(getMapGrounds, async () => mapGrounds),
  ]
}
