import { Worker } from 'node:worker_threads'
import { secondMs } from '#server/platform/clock'
import { Problem, unavailable } from '#server/platform/http/problems'
import type { Log } from '#server/platform/log'
import { isForNode } from '#server/platform/thread'
import type { Drawable, MapView } from './drawable.ts'
import { PictureCache, type CachedPicture } from './picture-cache.ts'
import type { RenderRequest, RenderWord } from './render-worker.ts'

/** Draws images in its own thread, so that nothing else has to wait. */
export interface Renderer {
  /** Registers data once; callers request images of it by ID. */
  keep(id: string, drawable: Drawable): void
  forget(id: string): void
  draw(id: string, view: MapView): Promise<CachedPicture>
  stop(): Promise<void>
}

export interface RendererOptions {
  readonly log: Log
  readonly waitingAtMost?: number
  /** The thread's module; tests pass one that crashes. */
  readonly module?: URL
}

interface Job {
  readonly id: string
  readonly view: MapView
  attempts: number
  readonly drawn: (png: CachedPicture) => void
  readonly failed: (problem: Problem) => void
}

const usualCacheBytes = 64 * 1024 * 1024
/** A few seconds of work. If more requests are waiting, callers are better off retrying later. */
const usualWaiting = 256
const retrySeconds = 2
/** The largest image takes half a second; a thread that is silent for this long has hung. */
const longestMs = 20 * secondMs
/** An image that crashed the thread twice would crash it again. */
const mostAttempts = 2

function busy(): Problem {
  return new Problem(
    503,
    'Too many radar images are being drawn. Please try again in a moment.',
    {},
    retrySeconds,
  )
}

function nameOf(id: string, { bounds, width, height }: MapView): string {
  return [id, bounds.west, bounds.south, bounds.east, bounds.north, width, height].join(' ')
}

export function createRenderer({ log, ...options }: RendererOptions): Renderer {
  const module = options.module ?? new URL('./render-worker.ts', import.meta.url)
  const cache = new PictureCache(usualCacheBytes)
  const kept = new Map<string, Drawable>()
  const underWay = new Map<string, Promise<CachedPicture>>()
  const waiting: Job[] = []
  let current: Job | undefined
  let watchdog: NodeJS.Timeout | undefined
  let worker: Worker | undefined
  let isStopped = false

  function report(to: Worker, request: RenderRequest) {
    to.postMessage(request, [])
  }

  function start(): Worker {
    const started = new Worker(module)
    started.unref()
    started.on('message', (word: RenderWord) => {
      if (!isForNode(word)) finish(word)
    })
    started.on('error', error => log.error({ err: error }, 'the radar drawing thread failed'))
    started.on('exit', () => {
      if (worker !== started) return
      worker = undefined
      retry()
    })
    for (const [id, drawable] of kept) report(started, { kind: 'keep', id, drawable })
    return started
  }

  function next() {
    if (current || isStopped) return
    current = waiting.shift()
    if (!current) return
    current.attempts++
    worker ??= start()
    watchdog = setTimeout(() => void worker?.terminate(), longestMs)
    watchdog.unref()
    report(worker, { kind: 'draw', id: current.id, view: current.view })
  }

  function finish(word: RenderWord) {
    clearTimeout(watchdog)
    const job = current
    current = undefined
    if (word.kind === 'drawn') job?.drawn(word.png)
    else {
      log.error({ picture: job?.id, because: word.because }, 'could not draw a radar image')
      job?.failed(unavailable('This radar image could not be drawn.'))
    }
    next()
  }

  /** Called after the thread died: a new thread gets all grids again, and the image another chance. */
  function retry() {
    clearTimeout(watchdog)
    const job = current
    current = undefined
    if (job && job.attempts < mostAttempts && !isStopped) waiting.unshift(job)
    else job?.failed(unavailable('This radar image could not be drawn.'))
    next()
  }

  function wait(id: string, view: MapView): Promise<CachedPicture> {
    return new Promise((drawn, failed) => {
      waiting.push({ id, view, attempts: 0, drawn, failed })
      next()
    })
  }

  return {
    keep(id, drawable) {
      kept.set(id, drawable)
      if (worker) report(worker, { kind: 'keep', id, drawable })
    },
    forget(id) {
      kept.delete(id)
      if (worker) report(worker, { kind: 'forget', id })
    },
    async draw(id, view) {
      const name = nameOf(id, view)
      const known = cache.get(name) ?? underWay.get(name)
      if (known) return known
      if (isStopped || waiting.length >= (options.waitingAtMost ?? usualWaiting)) throw busy()
      const drawing = wait(id, view).finally(() => underWay.delete(name))
      underWay.set(name, drawing)
      const png = await drawing
      cache.set(name, png)
      return png
    },
    async stop() {
      isStopped = true
      clearTimeout(watchdog)
      for (const job of waiting.splice(0)) job.failed(busy())
      await worker?.terminate()
    },
  }
}
