import type { MapStyle } from './colours.ts'
import type { Map, StyleSpecification } from './maplibre.ts'
import { isOfDocument, outsideStyle } from './outside-style.ts'
import { withOverlays } from './overlays.ts'
import { baseStyle } from './style.ts'
import type { MapGrounds } from '#contract/radar'
import { AJAXError } from 'maplibre-gl'

/** What a map is to stand on. */
export interface BaseMap {
  readonly style: MapStyle
  readonly grounds: MapGrounds
}

/** How style documents are had. */
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
  /** Draws what is wanted, if that is not what stands there. */
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
 * Keeps the right ground below a map. It begins with the house's own, which is always there; a style document replaces
 * it as soon as there is one, and for as long as its tiles come.
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
    // MapLibre says so at once; what it cannot draw it refuses, and the ground before stays.
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

  /** Shows a document for as long as it can be had; gives the address that could not be. */
  async function showDocument(address: string, signal: AbortSignal): Promise<string> {
    const given = await parts.source.fetchStyle(address, signal).catch(() => null) // told as missing
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

/** Tiles come one by one: so long after one has failed, another may still come. */
const settleMs = 1500
/** While others of a document's tiles come, single ones are only missed in words. */
const recentMs = 5000

/** The address of what a document could not be drawn without, once nothing of it comes any more. */
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
