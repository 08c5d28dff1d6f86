import { minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { GlmDecoder } from './decode.ts'
import { fileAt, listFiles, readWindow, type Bucket } from './fetch.ts'
import { keyBeginning, type ListedFile } from './parse.ts'
import { lookBackMs, type Windows } from './windows.ts'

export interface BucketReaderDeps {
  readonly bucket: Bucket
  readonly clock: Clock
  readonly decoder: GlmDecoder
  readonly windows: Windows
}

interface Waiting extends ListedFile {
  failures: number
  /** Why the last read failed. */
  error: string | null
  /** When it may be retried, by the monotonic clock. */
  notBeforeMs: number
}

/** Files may arrive out of order by a few seconds, so every list request starts at the first gap within this time. */
const recentMs = 3 * minuteMs
/** Some files arrive late, so at this interval the list request starts at the first gap of the whole hour. */
const gapsEveryMs = minuteMs
/** The maximum number of files read at once per satellite, so four in all. */
const mostAtOnce = 2
/** The longest run of the task, which then ends and starts again. */
const longestRunMs = 30 * secondMs
/** A window may begin this long before the gap that it fills. */
const windowMs = 20 * secondMs
/** A file whose window begins later than this is rejected. */
const mostAheadMs = 5 * minuteMs
const [firstPauseMs, longestPauseMs] = [5 * secondMs, minuteMs]

/** Lists and reads the files of one satellite. */
export function createBucketReader({ bucket, clock, decoder, windows }: BucketReaderDeps) {
  const waiting = new Map<string, Waiting>()
  const underWay = new Set<string>()
  let gapsAtMs = -Infinity
  let listError: string | null = null
  let hasListed = false

  const oldestMs = () => clock.now().getTime() - lookBackMs

  /** Returns the name after which the list starts: the name of the last file read, if nothing is missing. */
  function startAfter(): string {
    const isRecent = clock.monotonicMs() - gapsAtMs < gapsEveryMs
    if (!isRecent) gapsAtMs = clock.monotonicMs()
    const sinceMs = isRecent ? clock.now().getTime() - recentMs : oldestMs()
    return keyBeginning(bucket.satellite, windows.firstGap(bucket.by, sinceMs) - windowMs)
  }

  function next(): Waiting | undefined {
    const nowMs = clock.monotonicMs()
    return [...waiting.values()]
      .filter(({ key, notBeforeMs }) => notBeforeMs <= nowMs && !underWay.has(key))
      .reduce<Waiting | undefined>(
        (best, each) => (best && best.startMs >= each.startMs ? best : each),
        undefined,
      )
  }

  /** Returns whether the file was read. */
  async function readOne(file: Waiting): Promise<boolean> {
    underWay.add(file.key)
    try {
      windows.add(file.key, await readWindow(bucket, decoder, file))
      waiting.delete(file.key)
      return true
    } catch (error) {
      // Shown on the status page. The window remains a gap, and its file is requested again.
      file.error = (error as Error).message
      file.failures++
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (file.failures - 1))
      file.notBeforeMs = clock.monotonicMs() + pauseMs
      return false
    } finally {
      underWay.delete(file.key)
    }
  }

  return {
    /** Requests the list of files. */
    async list() {
      try {
        const latestMs = clock.now().getTime() + mostAheadMs
        const files = (await listFiles(bucket, startAfter())).filter(({ startMs }) => startMs <= latestMs)
        for (const file of files)
          if (!windows.has(file.key) && !waiting.has(file.key))
            waiting.set(file.key, { ...file, failures: 0, error: null, notBeforeMs: -Infinity })
        listError = null
      } catch (error) {
        gapsAtMs = -Infinity // requests what may have been missed
        listError = (error as Error).message
      }
      hasListed = true
    },

    /** Reads the listed files, newest first, until none is left or one fails. */
    async readListed() {
      for (const { key, endMs } of waiting.values())
        if (endMs < oldestMs() || windows.has(key)) waiting.delete(key)
      const untilMs = clock.monotonicMs() + longestRunMs
      let goesOn = true
      async function readSome() {
        for (let file = next(); file && goesOn && clock.monotonicMs() < untilMs; file = next())
          if (!(await readOne(file))) goesOn = false
      }
      await Promise.all(Array.from({ length: mostAtOnce }, readSome))
    },

    /** Requests lost windows immediately. */
    lookForGaps() {
      gapsAtMs = -Infinity
    },

    state() {
      const newestEndMs = windows.newestEnd(bucket.by)
      const doubted = windows.newestDoubted(bucket.by)
      const doubt = doubted ? `${fileAt(doubted)} proves nothing: ${doubted.doubt}` : null
      const error = listError ?? [...waiting.values()].findLast(file => file.error !== null)?.error ?? doubt
      const isReading = waiting.size > 0 && newestEndMs === null && error === null
      return { bucket, hasAnswered: hasListed && !isReading, newestEndMs, error }
    },
  }
}

export type BucketState = ReturnType<ReturnType<typeof createBucketReader>['state']>
