import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { deflateSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { tileBounds } from '#domain/geo/mercator'
import { gridWith } from '#domain/radar/grid.testing'
import { silentLog } from '#server/platform/log'
import type { Drawable, MapView } from './drawable.ts'
import { PictureCache } from './picture-cache.ts'
import { readPng } from './png.testing.ts'
import { createRenderer, type Renderer } from './renderer.ts'

const { place, echoes } = gridWith([{ column: 120, row: 100, radiusCells: 20, dbz: 57 }])
const drawable: Drawable = {
  kind: 'grid',
  look: 'radar',
  place,
  deflated: new Uint8Array(deflateSync(echoes)),
}
const view = (x = 14, size = 256): MapView => ({ bounds: tileBounds(6, x, 24), width: size, height: size })

const folder = mkdtempSync(join(tmpdir(), 'skywarden-renderer-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A thread that reports what it does, sends unrequested messages, and dies when an image of one pixel is requested. */
function brittleModule(): URL {
  const file = join(folder, 'brittle.mjs')
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads'
     let kept = 0
     let drawn = 0
     parentPort.postMessage({ 'watch:import': ['as under node --watch'] })
     parentPort.on('message', wish => {
       if (wish.kind === 'keep') kept++
       if (wish.kind !== 'draw') return
       if (wish.view.width === 1) process.exit(7)
       parentPort.postMessage({ kind: 'drawn', png: Uint8Array.of(kept, ++drawn) })
     })`,
  )
  return pathToFileURL(file)
}

let renderer: Renderer
afterEach(() => renderer.stop())

/** Requests an image; the returned function closes the request. */
function ask(id: string, asked: MapView, caller = 'someone') {
  let close = () => {}
  const drawing = renderer.draw(id, asked, { caller, onClose: act => void (close = act) })
  drawing.catch(() => {}) // reported where it is awaited
  return { drawing, close: () => close() }
}

const draw = (id: string, asked: MapView, caller?: string) => ask(id, asked, caller).drawing

describe('the renderer', () => {
  it('draws registered data in a thread', async () => {
    renderer = createRenderer({ log: silentLog })
    renderer.keep('storm', drawable)
    const { width, at } = readPng(await draw('storm', view()))
    expect(width).toBe(256)
    const colors = new Set(Array.from({ length: 65_536 }, (_, pixel) => at(pixel % 256, pixel >> 8)))
    expect(colors.has(11)).toBe(true)
  })

  it('rejects unregistered or invalid data, and continues', async () => {
    renderer = createRenderer({ log: silentLog })
    renderer.keep('short', { ...drawable, deflated: new Uint8Array(deflateSync(echoes.subarray(9))) })
    renderer.keep('broken', { ...drawable, deflated: Uint8Array.of(1, 2, 3) })
    renderer.keep('storm', drawable)
    for (const id of ['gone', 'short', 'broken']) {
      await expect(draw(id, view())).rejects.toMatchObject({ status: 503 })
    }
    renderer.forget('storm')
    await expect(draw('storm', view())).rejects.toMatchObject({ status: 503 })
    renderer.keep('storm', drawable)
    expect((await draw('storm', view())).length).toBeGreaterThan(100)
  })

  it('draws the same image once for concurrent and later requests', async () => {
    renderer = createRenderer({ log: silentLog, module: brittleModule() })
    const all = await Promise.all([1, 2, 3].map(() => draw('storm', view())))
    const later = await draw('storm', view())
    expect([...all, later].map(([, drawn]) => drawn)).toEqual([1, 1, 1, 1])
    expect((await draw('storm', view(13)))[1]).toBe(2)
  })

  it('rejects requests with a retry message when too many wait', async () => {
    renderer = createRenderer({ log: silentLog, module: brittleModule(), waitingAtMost: 3 })
    const asked = Array.from({ length: 9 }, (_, x) => draw('storm', view(x)))
    const outcomes = await Promise.allSettled(asked)
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(5)
    for (const outcome of refused) {
      expect(outcome).toMatchObject({ reason: { status: 503, retryAfterSeconds: 2 } })
    }
  })

  it('draws for callers in turn, so that nobody waits for all that another one requested', async () => {
    renderer = createRenderer({ log: silentLog, module: brittleModule() })
    const greedy = Array.from({ length: 50 }, (_, x) => draw('storm', view(x), 'greedy'))
    const modest = [60, 61].map(x => draw('storm', view(x), 'modest'))
    const shared = draw('storm', view(49), 'modest')
    const turns = await Promise.all([...modest, shared].map(async each => (await each)[1]))
    expect(turns).toEqual([3, 5, 7])
    await Promise.all(greedy)
  })

  it('when too many wait, rejects those of whoever waits for the most', async () => {
    renderer = createRenderer({ log: silentLog, module: brittleModule(), waitingAtMost: 4 })
    const greedy = Array.from({ length: 5 }, (_, x) => draw('storm', view(x), 'greedy'))
    const modest = [60, 61, 62].map(x => draw('storm', view(x), 'modest'))
    const states = async (all: Promise<unknown>[]) => (await Promise.allSettled(all)).map(each => each.status)
    expect(await states(modest)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(await states(greedy)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'])
  })

  it('does not draw what nobody waits for anymore, except for others who requested the same', async () => {
    renderer = createRenderer({ log: silentLog, module: brittleModule() })
    const first = draw('storm', view(0))
    const gone = ask('storm', view(1), 'gone')
    const [one, other] = ['gone', 'other'].map(caller => ask('storm', view(2), caller))
    const last = draw('storm', view(3))
    gone.close()
    one?.close()
    await expect(gone.drawing).rejects.toThrow('closed')
    expect((await first)[1]).toBe(1)
    expect((await other?.drawing)?.[1]).toBe(2)
    expect((await last)[1]).toBe(3)
    expect((await draw('storm', view(1)))[1]).toBe(4)
  })

  it('restarts with all its data when its thread dies, and rejects an image that killed it twice', async () => {
    renderer = createRenderer({ log: silentLog, module: brittleModule() })
    renderer.keep('one', drawable)
    renderer.keep('two', drawable)
    const [deadly, waiting] = await Promise.allSettled([draw('one', view(14, 1)), draw('one', view())])
    expect(deadly).toMatchObject({ status: 'rejected', reason: { status: 503 } })
    expect(waiting.status === 'fulfilled' && [...waiting.value]).toEqual([2, 1])
  })

  it('leaves no request waiting when it stops', async () => {
    renderer = createRenderer({ log: silentLog, module: brittleModule() })
    const outcomes = Promise.allSettled([draw('one', view(1)), draw('one', view(2))])
    await renderer.stop()
    for (const each of await outcomes) expect(each.status).toBe('rejected')
    await expect(draw('one', view(3))).rejects.toMatchObject({ status: 503 })
  })
})

describe('finished images', () => {
  it('are kept up to a total size, and the most recently used stay longest', async () => {
    renderer = createRenderer({ log: silentLog })
    const cache = new PictureCache(100)
    cache.set('one', new Uint8Array(40))
    cache.set('two', new Uint8Array(40))
    cache.get('one')
    cache.set('three', new Uint8Array(40))
    expect(['one', 'two', 'three'].map(name => cache.get(name)?.length)).toEqual([40, undefined, 40])
    cache.set('three', new Uint8Array(60))
    expect(cache.bytes).toBe(100)
    cache.set('huge', new Uint8Array(101))
    expect([cache.get('huge'), cache.bytes]).toEqual([undefined, 100])
  })
})
