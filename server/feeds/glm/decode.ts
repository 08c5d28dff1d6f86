import { Worker } from 'node:worker_threads'
import { secondMs } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import { isForNode } from '#server/platform/thread'
import type { DecodeAnswer, DecodeRequest } from './decode-worker.ts'
import { UnreadableGlm, type GlmFile } from './glm-file.ts'

/** Decodes GOES lightning files off the main thread, one after another. */
export interface GlmDecoder {
  /**
   * Rejects with an UnreadableGlm if the file cannot be read completely. The caller cannot use the bytes afterwards.
   */
  decode(bytes: Uint8Array): Promise<GlmFile>
  stop(): Promise<void>
}

export interface GlmDecoderOptions {
  readonly log: Log
  readonly mostMs?: number
  /** The thread; tests pass one that hangs or breaks. */
  readonly module?: URL
}

interface Job extends DecodeRequest {
  readonly decoded: (file: GlmFile) => void
  readonly failed: (error: Error) => void
}

/** Decoding a file takes tens of milliseconds, more on a slow machine that has to start the thread first. */
const usualMostMs = 10 * secondMs

/** Returns bytes that can be transferred. They need their own buffer for that, and small pieces share one. */
function transferable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && !bytes.byteOffset)
    return new Uint8Array(buffer)
  return new Uint8Array(bytes)
}

/**
 * Decodes in one thread that lives as long as the feed, because starting the library takes longer than reading a file.
 * A file that crashes or hangs it is abandoned, and the next one gets a new thread.
 */
export function createGlmDecoder({ log, mostMs = usualMostMs, ...options }: GlmDecoderOptions): GlmDecoder {
  const module = options.module ?? new URL('./decode-worker.ts', import.meta.url)
  const waiting: Job[] = []
  let current: Job | undefined
  let watchdog: NodeJS.Timeout | undefined
  let worker: Worker | undefined
  let lastId = 0
  let isStopped = false

  function start(): Worker {
    // The library prints dozens of lines for every broken file; our one sentence is enough.
    const started = new Worker(module, { stdout: true, stderr: true })
    started.stdout.resume()
    started.stderr.resume()
    started.unref()
    started.on('message', (answer: DecodeAnswer) => {
      if (!isForNode(answer)) finish(answer)
    })
    started.on('error', error =>
      log.error({ err: error }, 'the thread that decodes satellite lightning failed'),
    )
    started.on('exit', () => {
      if (worker === started) giveUp('it crashed the program that reads it')
    })
    return started
  }

  function next() {
    if (current || isStopped) return
    current = waiting.shift()
    if (!current) return
    const { id, bytes } = current
    worker ??= start()
    watchdog = setTimeout(() => giveUp(`it takes longer than ${mostMs / secondMs} s to read`), mostMs)
    worker.postMessage({ id, bytes } satisfies DecodeRequest, [bytes.buffer])
  }

  function takeCurrent(): Job | undefined {
    clearTimeout(watchdog)
    const job = current
    current = undefined
    return job
  }

  function finish(answer: DecodeAnswer) {
    if (answer.id !== current?.id) return
    const job = takeCurrent()
    if ('file' in answer) job?.decoded(answer.file)
    else job?.failed(new UnreadableGlm(answer.because))
    next()
  }

  function giveUp(because: string) {
    const broken = worker
    worker = undefined
    void broken?.terminate()
    takeCurrent()?.failed(new UnreadableGlm(because))
    next()
  }

  return {
    decode(bytes) {
      return new Promise((decoded, failed) => {
        if (isStopped) return failed(new Error('The decoder has stopped'))
        waiting.push({ id: ++lastId, bytes: transferable(bytes), decoded, failed })
        next()
      })
    },
    async stop() {
      isStopped = true
      const stopping = worker
      worker = undefined
      const jobs = [takeCurrent(), ...waiting.splice(0)]
      for (const job of jobs) job?.failed(new Error('The decoder has stopped'))
      await stopping?.terminate()
    },
  }
}
