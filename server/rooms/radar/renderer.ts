import { Worker } from 'node:worker_threads'
import { secondMs } from '#server/platform/clock'
import { Problem, unavailable } from '#server/platform/http/problems'
import type { Log } from '#server/platform/log'
import { isForNode } from '#server/platform/thread'
import type { Drawable, MapView } from './drawable.ts'
import { FairLine } from './fair-line.ts'
import { PictureCache, type CachedPicture } from './picture-cache.ts'
import type { RenderRequest, RenderWord } from './render-worker.ts'

/** Draws images in its own thread, so that nothing else has to wait. */
export interface Renderer {
  /** Registers data once; callers request images of it by ID. */
  keep(id: string, drawable: Drawable): void
  forget(id: string): void
  draw(id: string, view: MapView, asker: Asker): Promise<CachedPicture>
  stop(): Promise<void>
}

/** Who requests an image. */
export interface Asker {
  /** Callers take turns: the address or network from which the request came. */
  readonly caller: string
  /** Calls a function when nobody waits for the reply anymore. */
  readonly onClose: (act: () => void) => void
}

export interface RendererOptions {
  readonly log: Log
  readonly waitingAtMost?: number
  /** The thread's module; tests pass one that crashes. */
  readonly module?: URL
}

interface Job {
  readonly name: string
  readonly id: string
  readonly view: MapView
  attempts: number
  readonly drawing: PromiseWithResolvers<CachedPicture>
}

const usualCacheBytes = 64 * 1024 * 1024
/** A few seconds of work. If more images are waiting, callers are better off retrying later. */
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

const undrawable = () => unavailable('This radar image could not be drawn.')

/** The status that web servers record when a client closed its connection; nobody receives it. */
function closed(): Problem {
  return new Problem(499, 'The request was closed.')
}

function nameOf(id: string, { bounds, width, height }: MapView): string {
  return [id, bounds.west, bounds.south, bounds.east, bounds.north, width, height].join(' ')
}

export function createRenderer({ log, ...options }: RendererOptions): Renderer {
  const module = options.module ?? new URL('./render-worker.ts', import.meta.url)
  const cache = new PictureCache(usualCacheBytes)
  const kept = new Map<string, Drawable>()
  const underWay = new Map<string, Job>()
  const waiting = new FairLine<Job>()
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

  function succeed({ name, drawing }: Job, png: CachedPicture) {
    underWay.delete(name)
    cache.set(name, png)
    drawing.resolve(png)
  }

  function fail({ name, drawing }: Job, problem: Problem) {
    underWay.delete(name)
    drawing.reject(problem)
  }

  function next() {
    if (current || isStopped) return
    const job = waiting.next()
    if (job) run(job)
  }

  function run(job: Job) {
    current = job
    job.attempts++
    worker ??= start()
    watchdog = setTimeout(() => void worker?.terminate(), longestMs)
    watchdog.unref()
    report(worker, { kind: 'draw', id: job.id, view: job.view })
  }

  function finish(word: RenderWord) {
    clearTimeout(watchdog)
    const job = current
    current = undefined
    if (word.kind === 'failed')
      log.error({ picture: job?.id, because: word.because }, 'could not draw a radar image')
    if (job && word.kind === 'drawn') succeed(job, word.png)
    else if (job) fail(job, undrawable())
    next()
  }

  /** Called after the thread died: a new thread gets all grids again, and the image another chance. */
  function retry() {
    clearTimeout(watchdog)
    const job = current
    current = undefined
    if (job && job.attempts < mostAttempts && !isStopped) return run(job)
    if (job) fail(job, undrawable())
    next()
  }

  /** If too many images wait, whoever waits for the most gives up one of them; throws if that is this caller. */
  function makeRoom(caller: string) {
    if (isStopped) throw busy()
    if (waiting.size < (options.waitingAtMost ?? usualWaiting)) return
    const given = waiting.giveUpFor(caller)
    if (!given) throw busy()
    fail(given, busy())
  }

  function begin(name: string, id: string, view: MapView): Job {
    const job: Job = { name, id, view, attempts: 0, drawing: Promise.withResolvers() }
    underWay.set(name, job)
    return job
  }

  /** An image that nobody waits for anymore is not drawn, unless its drawing has begun. */
  function wait(job: Job, { caller, onClose }: Asker) {
    waiting.join(caller, job)
    onClose(() => {
      if (waiting.leave(caller, job)) fail(job, closed())
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
    async draw(id, view, asker) {
      const name = nameOf(id, view)
      const known = cache.get(name)
      if (known) return known
      const begun = underWay.get(name)
      if (!begun) makeRoom(asker.caller)
      const job = begun ?? begin(name, id, view)
      if (!begun || waiting.has(job)) wait(job, asker)
      next()
      return job.drawing.promise
    },
    async stop() {
      isStopped = true
      clearTimeout(watchdog)
      for (const job of waiting.takeAll()) fail(job, busy())
      await worker?.terminate()
    },
  }
}
