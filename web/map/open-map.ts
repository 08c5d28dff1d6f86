import { throughThePage } from './from-elsewhere.ts'
import { keepGround, ownStyle, type BaseMap, type GroundSource } from './base-map-loader.ts'
import { Map } from './maplibre.ts'
import type { StandingMap } from './standing-map.ts'
import { watchGround } from './watch-ground.ts'
import type { MapOptions } from 'maplibre-gl'

/** Where a map starts, and how far it can be moved. */
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

/** Why there is no map: this browser cannot draw one, or its graphics were lost and should recover. */
export type LostReason = 'no-webgl' | 'context-lost'

export type MapState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'standing'; readonly standing: StandingMap; readonly isIdle: boolean }
  | { readonly kind: 'lost'; readonly reason: LostReason }

export interface OpenMap {
  setGround(ground: BaseMap): void
  close(): void
}

export interface MapListener {
  onState(state: MapState): void
  /** Whether part of the base map could not be loaded. Loading is retried until it succeeds. */
  onGroundMissing(isMissing: boolean): void
}

/** Creates a map inside an element and reports its state. Null if this browser has no WebGL. */
export function openMap(
  container: HTMLElement,
  ground: BaseMap,
  source: GroundSource,
  start: MapStart,
  listener: MapListener,
): OpenMap | null {
  const map = makeMap(container, ground, start)
  if (!map) return null
  let standing: StandingMap | null = null

  const missing = new Set<string>()
  const onMissing = (what: string, isMissing: boolean) => {
    if (isMissing) missing.add(what)
    else missing.delete(what)
    listener.onGroundMissing(missing.size > 0)
  }
  const stopWatching = watchGround(map, onMissing)
  // The drawn frame is gone when the page is printed, so the map is drawn again at that moment.
  const drawForPaper = () => void map.redraw()
  addEventListener('beforeprint', drawForPaper)
  const keeper = keepGround(map, ground, {
    source,
    isStanding: () => standing !== null,
    onDocumentMissing: isMissing => onMissing('the style document', isMissing),
  })

  // Also fires after the graphics recover, when everything is redrawn.
  map.on('style.load', () => {
    const stands: StandingMap = { map, isStanding: () => standing === stands }
    standing = stands
    keeper.draw()
    listener.onState({ kind: 'standing', standing, isIdle: false })
  })
  map.on('idle', () => {
    if (standing) listener.onState({ kind: 'standing', standing, isIdle: true })
  })
  map.on('webglcontextlost', () => {
    standing = null
    listener.onState({ kind: 'lost', reason: 'context-lost' })
  })

  return {
    setGround: keeper.want,
    close() {
      standing = null
      keeper.close()
      stopWatching()
      removeEventListener('beforeprint', drawForPaper)
      map.remove()
    },
  }
}

function makeMap(container: HTMLElement, ground: BaseMap, start: MapStart): Map | null {
  try {
    const map = new Map({
      container,
      style: ownStyle(ground),
      transformRequest: throughThePage,
      attributionControl: false, // it writes markup, which the content security policy refuses: see Credits
      cooperativeGestures: true,
      dragRotate: false,
      fadeDuration: 0, // fading names in would keep slow machines busy and a still map moving
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
    // Whatever the reason, there is no map, and the page continues without it.
    container.replaceChildren()
    return null
  }
}
