import type { MapStyle } from './colours.ts'
import { Map } from './maplibre.ts'
import { withOverlays } from './overlays.ts'
import type { StandingMap } from './standing-map.ts'
import { baseSource, baseStyle, baseUrl, satelliteSource, satelliteUrl } from './style.ts'
import { RasterTileSource, VectorTileSource, type MapOptions } from 'maplibre-gl'

/** Where a map begins, and how far it may be moved. */
export type MapStart = Pick<
  MapOptions,
  | 'bounds'
  | 'fitBoundsOptions'
  | 'center'
  | 'zoom'
  | 'maxBounds'
  | 'minZoom'
  | 'maxZoom'
  | 'cooperativeGestures'
>

/** Why there is no map: this browser cannot draw one, or its graphics failed and are expected back. */
export type LostReason = 'no-webgl' | 'context-lost'

export type MapState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'standing'; readonly standing: StandingMap; readonly isIdle: boolean }
  | { readonly kind: 'lost'; readonly reason: LostReason }

export interface OpenMap {
  setStyle(style: MapStyle): void
  close(): void
}

export interface MapListener {
  onState(state: MapState): void
  /** Whether the base map could not be loaded; it is asked for again until it could. */
  onBaseMissing(isMissing: boolean): void
}

/** Makes a map inside an element, and tells how it stands. Null where this browser has no WebGL. */
export function openMap(
  container: HTMLElement,
  style: MapStyle,
  start: MapStart,
  listener: MapListener,
): OpenMap | null {
  const map = makeMap(container, style, start)
  if (!map) return null
  let drawn = style
  let wanted = style
  let standing: StandingMap | null = null

  function draw() {
    if (!standing || drawn === wanted) return
    drawn = wanted
    map?.setStyle(baseStyle(wanted), { transformStyle: withOverlays })
  }

  // Also when the graphics have come back: then everything was drawn anew.
  map.on('style.load', () => {
    const stands: StandingMap = { map, isStanding: () => standing === stands }
    standing = stands
    draw()
    listener.onState({ kind: 'standing', standing, isIdle: false })
  })
  map.on('idle', () => {
    if (standing) listener.onState({ kind: 'standing', standing, isIdle: true })
  })
  map.on('webglcontextlost', () => {
    standing = null
    listener.onState({ kind: 'lost', reason: 'context-lost' })
  })
  const stopWatching = watchBase(map, listener)

  return {
    setStyle(next) {
      wanted = next
      draw()
    },
    close() {
      standing = null
      stopWatching()
      map.remove()
    },
  }
}

function makeMap(container: HTMLElement, style: MapStyle, start: MapStart): Map | null {
  try {
    const map = new Map({
      container,
      style: baseStyle(style),
      attributionControl: false, // it writes markup, which the content security policy refuses: see Credits
      cooperativeGestures: true,
      dragRotate: false,
      fadeDuration: 0, // names that fade in keep a slow machine drawing, and a calm page moving
      touchPitch: false,
      ...start,
    })
    map.touchZoomRotate.disableRotation()
    map.keyboard.disableRotation()
    const canvas = map.getCanvas()
    if (!map.cooperativeGestures.isEnabled()) return map
    canvas.addEventListener('focus', () => map.cooperativeGestures.disable())
    canvas.addEventListener('blur', () => map.cooperativeGestures.enable())
    return map
  } catch {
    // Whatever the reason, there is no map to be had, and the page goes on without it.
    container.replaceChildren()
    return null
  }
}

const againMs = 10_000
const addresses: Readonly<Record<string, string>> = {
  [baseSource]: baseUrl,
  [satelliteSource]: satelliteUrl,
}

/** What the map is drawn from: a file that could not be had is asked for again. */
function watchBase(map: Map, { onBaseMissing }: MapListener): () => void {
  const missing = new globalThis.Map<string, ReturnType<typeof setTimeout>>()
  const isMissedNoMore = (sourceId: string) => {
    clearTimeout(missing.get(sourceId))
    if (missing.delete(sourceId)) onBaseMissing(missing.size > 0)
  }
  map.on('error', event => {
    const sourceId = 'sourceId' in event ? String(event.sourceId) : ''
    const address = addresses[sourceId]
    if (address === undefined) return
    clearTimeout(missing.get(sourceId))
    const again = setTimeout(() => {
      const source = map.getSource(sourceId)
      if (source instanceof VectorTileSource || source instanceof RasterTileSource) source.setUrl(address)
    }, againMs)
    missing.set(sourceId, again)
    onBaseMissing(true)
  })
  map.on('sourcedata', ({ sourceId, sourceDataType }) => {
    if (sourceDataType === 'metadata') isMissedNoMore(sourceId)
  })
  // Another style may do without the picture.
  map.on('styledata', () => {
    if (!map.getSource(satelliteSource)) isMissedNoMore(satelliteSource)
  })
  return () => missing.forEach(again => clearTimeout(again))
}
