import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { secondMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import { hlsArguments, startProgram, type Program } from './ffmpeg.ts'
import type { Segment } from './store/streams.ts'
import { feed, openVideo, type CameraSource, type Video, type VideoDeps } from './video/open-video.ts'
import { notAnswering, troubleOf } from './video/trouble.ts'

export interface StreamRunDeps extends VideoDeps {
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly log: Log
  readonly program: string
  /** Passes a segment on; returns false if the segment is no longer wanted from this process. */
  readonly keep: (segment: Segment) => Promise<boolean>
  readonly saveStatus: (status: string) => Promise<void>
}

export interface StreamRun {
  stop(): Promise<void>
}

const lookEveryMs = 300
/** A camera that shows nothing new for this long is reopened. */
const silentMs = 20 * secondMs
const firstPauseMs = 2 * secondMs
const longestPauseMs = 30 * secondMs

/** The segments in ffmpeg's playlist: number, file and length. */
function listed(playlist: string): { number: number; file: string; seconds: number }[] {
  const entries = playlist.matchAll(/#EXTINF:([\d.]+),[^\n]*\n(?:#[^\n]*\n)*((\d+)\.ts)/g)
  return Array.from(entries, ([, seconds, file = '', number]) => ({
    number: Number(number),
    file,
    seconds: Number(seconds),
  }))
}

/** Keeps one camera's video running until it is stopped: restarts it whenever it ends, waiting longer each time. */
export function runStream(deps: StreamRunDeps, camera: CameraSource): StreamRun {
  const { clock, log, program } = deps
  const over = new AbortController()
  const { signal } = over
  let running: Program | undefined

  /**
   * Passes on what ffmpeg writes; returns whether ffmpeg wrote anything. Ends when nothing has been written for too
   * long.
   */
  async function passOn(folder: string, isOver: () => boolean): Promise<boolean> {
    let next = 0
    let lastMs = clock.monotonicMs()
    while (!isOver() && clock.monotonicMs() - lastMs < silentMs) {
      await wait(lookEveryMs, undefined, { signal })
      const playlist = await readFile(join(folder, 'index.m3u8'), 'utf8').catch(() => '') // not written yet
      for (const { number, file, seconds } of listed(playlist)) {
        if (number < next) continue
        const bytes = await readFile(join(folder, file)).catch(() => null) // ffmpeg has deleted the segment
        const startsAnew = next === 0 || number > next
        next = number + 1
        if (bytes === null || bytes.length === 0) continue
        lastMs = clock.monotonicMs()
        if (!(await deps.keep({ seconds, startsAnew, bytes }))) over.abort()
      }
    }
    return next > 0
  }

  async function runOnce(): Promise<boolean> {
    await deps.saveStatus('Connecting to the camera...')
    const part = new AbortController()
    const both = AbortSignal.any([signal, part.signal])
    let video: Video | undefined
    try {
      video = await openVideo(deps, camera, both)
      const folder = await mkdtemp(join(tmpdir(), 'skywarden-camera-'))
      const child = startProgram(program, hlsArguments(video.input, folder), folder)
      running = child
      let hasEnded = false
      let fault: unknown
      void child.ended.then(() => (hasEnded = true))
      if (video.pieces)
        feed(video.pieces, child.input, both).catch((error: unknown) => {
          fault = error
          child.stop()
        })
      else child.input.end()
      await deps.saveStatus('Waiting for the first image...')
      const hasShown = await passOn(folder, () => hasEnded).finally(() => child.stop())
      const { complaints } = await child.ended
      if (!signal.aborted) {
        const because = troubleOf(fault ?? video.trouble())
        log.warn({ camera: camera.name, because, complaints }, 'a camera’s video ended')
        await deps.saveStatus(`${because} Trying again...`)
      }
      return hasShown
    } catch (error) {
      if (signal.aborted) return false
      log.warn({ camera: camera.name, because: troubleOf(error) }, 'could not open a camera')
      await deps.saveStatus(`${troubleOf(error)} Trying again...`)
      return false
    } finally {
      part.abort()
      video?.close()
    }
  }

  async function run() {
    let pauseMs = firstPauseMs
    while (!signal.aborted) {
      const hasShown = await runOnce()
      pauseMs = hasShown ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs)
      await wait(pauseMs, undefined, { signal })
    }
  }
  const done = run()
    .catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error, camera: camera.name }, notAnswering)
    })
    .then(() => running?.ended)

  return {
    async stop() {
      over.abort()
      running?.stop()
      await done
    },
  }
}
