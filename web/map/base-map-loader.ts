import type { MapStyle } from './colours.ts'
import type { Map, StyleSpecification } from './maplibre.ts'
import { isOfDocument, outsideStyle } from './outside-style.ts'
import { withOverlays } from './overlays.ts'
import { baseStyle } from './style.ts'
import type { MapGrounds } from '#contract/weather/radar'
import { AJAXError } from 'maplibre-gl'

/** The base of a map. */
export interface BaseMap {
  readonly style: MapStyle
  readonly grounds: MapGrounds
}

/** Where style documents are fetched from. */
export interface GroundSource {
  fetchStyle(address: string, signal: AbortSignal): Promise<unknown>
  isAnswered(address: string, signal: AbortSignal): Promise<boolean>
}

interface KeeperParts {
  readonly source: GroundSource
  isStanding(): boolean
  onDocumentMissing(isMissing: boolean): void
}

export interface BaseMapLoader {
  want(ground: BaseMap): void
  /** Draws the requested base map if it is not the current one. */
  draw(): void
  close(): void
}

export const ownStyle = ({ style, grounds }: BaseMap) => baseStyle(style, grounds.satelliteTiles)

interface Look {
  readonly name: string
  make(): StyleSpecification
}

function ownLook(ground: BaseMap): Look {
  const tiles = ground.style === 'satellite' ? ground.grounds.satelliteTiles?.address : undefined
  return { name: ['own', ground.style, tiles].join(' '), make: () => ownStyle(ground) }
}

const againMs = 10_000

/**
 * Keeps the right base map below a map. Starts with the built-in one, which is always available. A style document
 * replaces it once loaded, for as long as its tiles arrive.
 */
export function keepGround(map: Map, first: BaseMap, parts: KeeperParts): BaseMapLoader {
  const hasStood = new Promise<void>(resolve => void map.once('style.load', () => resolve()))
  let wanted = first
  let look = ownLook(first)
  let drawn = look.name
  let errand = new AbortController()

  function draw() {
    if (!parts.isStanding() || drawn === look.name) return
    const before = drawn
    drawn = look.name
    let isTaken = false
    const onTaken = () => {
      isTaken = true
    }
    // MapLibre fires this synchronously. It rejects what it cannot draw and keeps the previous base map.
    map.once('style.load', onTaken)
    map.setStyle(look.make(), { transformStyle: withOverlays })
    map.off('style.load', onTaken)
    if (!isTaken) drawn = before
  }

  function begin() {
    const address = wanted.grounds.styles[wanted.style]
    if (address !== null) void keepDocument(address, errand.signal)
  }

  async function keepDocument(address: string, signal: AbortSignal) {
    while (!signal.aborted) {
      const missed = await showDocument(address, signal)
      if (signal.aborted) return
      look = ownLook(wanted)
      draw()
      parts.onDocumentMissing(true)
      do await pause(againMs, signal)
      while (!signal.aborted && !(await parts.source.isAnswered(missed, signal)))
    }
  }

  /** Shows a document while it is available, and returns the URL that failed. */
  async function showDocument(address: string, signal: AbortSignal): Promise<string> {
    const given = await parts.source.fetchStyle(address, signal).catch(() => null) // treated as missing below
    const style = outsideStyle(wanted.style, given)
    await hasStood
    if (signal.aborted || !style) return address
    look = { name: ['document', wanted.style, address].join(' '), make: () => style }
    draw()
    if (drawn !== look.name) return address
    parts.onDocumentMissing(false)
    return whenMissed(map, signal)
  }

  begin()
  return {
    want(ground) {
      if (ground.style === wanted.style && ground.grounds === wanted.grounds) return
      wanted = ground
      errand.abort()
      errand = new AbortController()
      parts.onDocumentMissing(false)
      look = ownLook(wanted)
      draw()
      begin()
    },
    draw,
    close: () => errand.abort(),
  }
}

/** Tiles arrive one by one, so for this long after a failure another may still arrive. */
const settleMs = 1500
/** While other tiles of a document arrive, missing ones are only mentioned. */
const recentMs = 5000

/** Resolves to the URL of a missing resource of a document, once none of the document's tiles arrive anymore. */
function whenMissed(map: Map, signal: AbortSignal): Promise<string> {
  return new Promise(resolve => {
    let cameMs = -Infinity
    const came = map.on('sourcedata', ({ sourceId, tile }) => {
      if (tile && isOfDocument(sourceId)) cameMs = performance.now()
    })
    const failed = map.on('error', event => {
      const { error } = event
      const sourceId = 'sourceId' in event ? String(event.sourceId) : ''
      if (!isOfDocument(sourceId) || !(error instanceof AJAXError)) return
      setTimeout(() => {
        if (performance.now() - cameMs > recentMs) end(error.url)
      }, settleMs)
    })
    const leave = () => end('')
    const end = (address: string) => {
      came.unsubscribe()
      failed.unsubscribe()
      signal.removeEventListener('abort', leave)
      resolve(address)
    }
    signal.addEventListener('abort', leave)
  })
}

function pause(forMs: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, forMs)
    signal.addEventListener('abort', end)
  })
}
