import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { inflateSync } from 'node:zlib'
import { cellCount } from '#domain/radar/grid'
import { drawGrid } from './draw-grid.ts'
import { drawLines } from './draw-lines.ts'
import type { Drawable, DrawableGrid, MapView } from './drawable.ts'

/** Messages to the thread. */
export type RenderRequest =
  | { readonly kind: 'keep'; readonly id: string; readonly drawable: Drawable }
  | { readonly kind: 'forget'; readonly id: string }
  | { readonly kind: 'draw'; readonly id: string; readonly view: MapView }

/** The responses to 'draw', one for each. */
export type RenderWord =
  | { readonly kind: 'drawn'; readonly png: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly because: string }

/** Enough for the grids currently being viewed, at four megabytes each. */
const inflatedAtMost = 12

// Drawing images has a lower priority than everything else. Only Linux applies this to the thread alone instead of the
// whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

const kept = new Map<string, Drawable>()
const inflated = new Map<string, Uint8Array>()

function echoesOf(id: string, grid: DrawableGrid): Uint8Array {
  const known = inflated.get(id)
  inflated.delete(id) // moved to the end: the first entry is the least recently used
  const echoes = known ?? inflateSync(grid.deflated, { maxOutputLength: cellCount(grid.place) })
  if (echoes.length !== cellCount(grid.place))
    throw new Error(`${id} does not have as many cells as it should`)
  inflated.set(id, echoes)
  const [oldest] = inflated.keys()
  if (inflated.size > inflatedAtMost && oldest !== undefined) inflated.delete(oldest)
  return echoes
}

function draw(id: string, view: MapView): Uint8Array<ArrayBuffer> {
  const drawable = kept.get(id)
  if (!drawable) throw new Error(`${id} was not handed over`)
  if (drawable.kind === 'lines') return drawLines(drawable.lines, view)
  const { place, ground, grain, look } = drawable
  return drawGrid({ place, ground, grain, echoes: echoesOf(id, drawable) }, look, view)
}

parentPort?.on('message', (request: RenderRequest) => {
  if (request.kind === 'keep') kept.set(request.id, request.drawable)
  if (request.kind !== 'draw') {
    inflated.delete(request.id)
    if (request.kind === 'forget') kept.delete(request.id)
    return
  }
  try {
    const png = draw(request.id, request.view)
    parentPort?.postMessage({ kind: 'drawn', png } satisfies RenderWord, [png.buffer])
  } catch (error) {
    // Reported to the caller: one bad image must not end the thread for all others.
    parentPort?.postMessage({ kind: 'failed', because: String(error) } satisfies RenderWord, [])
  }
})
