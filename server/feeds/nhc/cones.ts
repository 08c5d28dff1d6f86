import type { Outline } from '#domain/geo/outline'
import type { FeedParts } from '#server/feeds/parts'
import { dayMs, minuteMs } from '#server/platform/clock'
import type { Upstream } from '#server/platform/upstream/index'
import { parseCone, parseConeLayers, type WantedCone } from './parse-cone.ts'

const servicePath = '/tropical/rest/services/tropical/NHC_tropical_weather/MapServer'
/** The map has the cone of a new advisory a few minutes after the list names it. */
const askEveryMs = 15 * minuteMs
const memoryKey = 'cone layers'
const contentTypes = ['application/json', 'application/geo+json', 'text/plain']

export interface ListedCone extends WantedCone {
  /** The storm's slot on the map: 'AT1'. */
  readonly slot: string
}

export interface MapService {
  readonly upstream: Upstream
  readonly baseUrl: string
}

/** Reads the cones that the National Hurricane Center itself draws, from its map service. */
export function createCones({ clock, memory, log }: FeedParts, { upstream, baseUrl }: MapService) {
  const known = new Map<string, { readonly number: string; readonly outline: Outline }>()
  const askedMs = new Map<string, number>()
  let layers: Readonly<Record<string, unknown>> | null = null

  async function layerOf(slot: string): Promise<number | undefined> {
    layers ??= (await memory.recall(memoryKey)) as Record<string, unknown> | null
    if (typeof layers?.[slot] !== 'number') {
      const request = { url: `${baseUrl}${servicePath}?f=json`, maxBytes: 2_000_000, contentTypes }
      layers = (await upstream.read(request, ({ body }) => parseConeLayers(body))).value
      await memory.keep(memoryKey, layers, dayMs)
    }
    const layer = layers[slot]
    return typeof layer === 'number' ? layer : undefined
  }

  /** Forgets the layers' numbers, which may have changed. */
  async function forgetLayers() {
    layers = null
    await memory.keep(memoryKey, null, dayMs)
  }

  async function ask(cone: ListedCone): Promise<Outline | null> {
    const layer = await layerOf(cone.slot)
    if (layer === undefined) return null
    // The map's own coordinates are on a sphere, so this coordinate system is requested instead.
    const query = 'where=1%3D1&outFields=*&outSR=4326&f=geojson'
    const { value } = await upstream.read(
      {
        url: `${baseUrl}${servicePath}/${layer}/query?${query}`,
        maxBytes: 4_000_000,
        contentTypes,
        isOnce: true,
      },
      ({ body }) => parseCone(body, cone),
    )
    return value
  }

  return {
    /** Returns null if the cone is not available yet: it is then computed from the forecast. */
    async coneOf(cone: ListedCone): Promise<Outline | null> {
      const { stormId, number } = cone
      const before = known.get(stormId)
      if (before?.number === number) return before.outline
      const nowMs = clock.now().getTime()
      const key = `${stormId} ${number}`
      if (nowMs - (askedMs.get(key) ?? -Infinity) < askEveryMs) return null
      askedMs.set(key, nowMs)
      try {
        const outline = await ask(cone)
        if (outline) known.set(stormId, { number, outline })
        else await forgetLayers()
        return outline
      } catch (error) {
        await forgetLayers()
        log.warn({ err: error, storm: stormId }, 'could not read a storm’s cone')
        return null
      }
    },
    /** Forgets storms that are over. */
    keepOnly(stormIds: ReadonlySet<string>) {
      for (const id of known.keys()) if (!stormIds.has(id)) known.delete(id)
      for (const [key, ms] of askedMs) if (clock.now().getTime() - ms > dayMs) askedMs.delete(key)
    },
  }
}
