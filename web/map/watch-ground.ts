import type { Map } from './maplibre.ts'
import { ownSources } from './style.ts'
import { RasterTileSource, VectorTileSource } from 'maplibre-gl'

const againMs = 10_000
/** A longer pause for external services, because retrying does not help one that is overloaded. */
const againElsewhereMs = 30_000

const isTiled = (source: unknown) => source instanceof VectorTileSource || source instanceof RasterTileSource

/** Watches the base map's sources, retries what failed, and reports what is missing. */
export function watchGround(map: Map, onMissing: (sourceId: string, isMissing: boolean) => void): () => void {
  /** The retry timer of each missing source; undefined during a retry. */
  const missing = new globalThis.Map<string, ReturnType<typeof setTimeout> | undefined>()
  const isMissedNoMore = (sourceId: string) => {
    clearTimeout(missing.get(sourceId))
    if (missing.delete(sourceId)) onMissing(sourceId, false)
  }
  const askAgain = (sourceId: string) => {
    missing.set(sourceId, undefined)
    const source = map.getSource(sourceId)
    if (!isTiled(source)) return
    if (source.url) source.setUrl(source.url)
    else map.refreshTiles(sourceId)
  }
  map.on('error', event => {
    const sourceId = 'sourceId' in event ? String(event.sourceId) : ''
    if (!isTiled(map.getSource(sourceId))) return
    clearTimeout(missing.get(sourceId))
    missing.set(
      sourceId,
      setTimeout(() => askAgain(sourceId), ownSources.includes(sourceId) ? againMs : againElsewhereMs),
    )
    onMissing(sourceId, true)
  })
  map.on('sourcedata', ({ sourceId, sourceDataType, tile }) => {
    const hasCome = tile && missing.has(sourceId) && missing.get(sourceId) === undefined
    if (sourceDataType === 'metadata' || hasCome) isMissedNoMore(sourceId)
  })
  // Another style may not need the missing source.
  map.on('styledata', () => {
    for (const sourceId of missing.keys()) if (!map.getSource(sourceId)) isMissedNoMore(sourceId)
  })
  return () => missing.forEach(again => clearTimeout(again))
}
