import type { BaseName } from './colours.ts'
import { Map } from './maplibre.ts'
import { withOverlays } from './overlays.ts'
import type { StandingMap } from './standing-map.ts'
import { baseSource, baseStyle, baseUrl } from './style.ts'
import { VectorTileSource, type MapOptions } from 'maplibre-gl'

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
  setBase(base: BaseName): void
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
  base: BaseName,
  start: MapStart,
  listener: MapListener,
): OpenMap | null {
  const map = makeMap(container, base, start)
  if (!map) return null
  let drawnBase = base
  let wantedBase = base
  let standing: StandingMap | null = null

  function draw() {
    if (!standing || drawnBase === wantedBase) return
    drawnBase = wantedBase
    map?.setStyle(baseStyle(wantedBase), { transformStyle: withOverlays })
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
    setBase(next) {
      wantedBase = next
      draw()
    },
    close() {
      standing = null
      stopWatching()
      map.remove()
    },
  }
}

function makeMap(container: HTMLElement, base: BaseName, start: MapStart): Map | null {
  try {
    const map = new Map({
      container,
      style: baseStyle(base),
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

const baseAgainMs = 15_000

function watchBase(map: Map, { onBaseMissing }: MapListener): () => void {
  let again: ReturnType<typeof setTimeout> | undefined
  map.on('error', event => {
    if (!('sourceId' in event) || event.sourceId !== baseSource) return
    onBaseMissing(true)
    clearTimeout(again)
    again = setTimeout(() => {
      const source = map.getSource(baseSource)
      if (source instanceof VectorTileSource) source.setUrl(baseUrl)
    }, baseAgainMs)
  })
  map.on('sourcedata', ({ sourceId, sourceDataType }) => {
    if (sourceId === baseSource && sourceDataType === 'metadata') onBaseMissing(false)
  })
  return () => clearTimeout(again)
}
