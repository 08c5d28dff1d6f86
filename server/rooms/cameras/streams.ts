import { randomUUID } from 'node:crypto'
import { secondMs, type Clock } from '#server/platform/clock'
import type { Figure } from '#server/platform/figures'
import type { Log } from '#server/platform/log'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import type { FfmpegState } from './ffmpeg.ts'
import { runStream, type StreamRun } from './run-stream.ts'
import { findCamera, type CameraRow } from './store/cameras.ts'
import {
  addSegment,
  listStreams,
  releaseStream,
  renewStreams,
  saveStreamStatus,
  takeStream,
} from './store/streams.ts'
import type { CameraSource, VideoDeps } from './video/open-video.ts'

export interface StreamsDeps extends VideoDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Pick<Secrets, 'open'>
  readonly ffmpeg: () => FfmpegState
}

/** How long until a dead process is detected and another takes over. */
const heldSeconds = 8
/** Handling video is expensive, so no process takes on more streams than this. */
const mostStreams = 8

export function cameraSourceOf(row: CameraRow, secrets: Pick<Secrets, 'open'>): CameraSource {
  const { name, kind, address, user_name: userName, sealed_password: sealed } = row
  const credentials =
    userName === null || sealed === null ? null : { userName, password: secrets.open(sealed) }
  return { name, kind, address, credentials }
}

interface Running {
  readonly version: number
  readonly run: StreamRun
}

/**
 * Fetches the video of each watched camera once for all processes; a database row records which process does so. Starts
 * and stops streams as needed, every second.
 */
export function createStreams(deps: StreamsDeps) {
  const { db, clock, log, secrets } = deps
  const holder = randomUUID()
  const hold = { holder, heldSeconds }
  const running = new Map<number, Running>()
  const ending = new Set<Promise<void>>()
  let heldUntilMs = 0
  let isStopped = false

  function start(cameraId: number, version: number, row: CameraRow, program: string) {
    const run = runStream(
      {
        ...deps,
        program,
        keep: segment => addSegment(db, 'system', cameraId, holder, segment),
        saveStatus: status => saveStreamStatus(db, 'system', cameraId, { holder, status }),
      },
      cameraSourceOf(row, secrets),
    )
    running.set(cameraId, { version, run })
  }

  /** Another process may take the stream only after this one's program has ended. */
  function end(cameraId: number) {
    const ended = running.get(cameraId)?.run.stop()
    running.delete(cameraId)
    const released = (ended ?? Promise.resolve())
      .then(() => releaseStream(db, 'system', cameraId, holder))
      .catch((error: unknown) =>
        log.warn({ err: error }, 'could not release a camera stream; its lease expires'),
      )
      .finally(() => ending.delete(released))
    ending.add(released)
    return released
  }

  /** Compares the wanted streams with the running ones; called every second. */
  async function look() {
    // A process that could not renew in time has lost its streams, and must stop without waiting for the database to
    // confirm it.
    if (clock.monotonicMs() > heldUntilMs) await Promise.all([...running.keys()].map(end))
    const asked = clock.monotonicMs()
    const ours = await renewStreams(db, 'system', [...running.keys()], hold)
    heldUntilMs = asked + heldSeconds * secondMs
    const streams = await listStreams(db, 'system')
    for (const [cameraId, { version }] of running) {
      const state = streams.find(each => each.cameraId === cameraId)
      const isRight = ours.has(cameraId) && state?.isWanted && state.version === version
      if (!isRight) void end(cameraId)
    }
    const ffmpeg = deps.ffmpeg()
    if (ffmpeg.kind === 'missing' || isStopped) return
    for (const { cameraId, isWanted, holder: other } of streams) {
      if (!isWanted || other !== null || running.has(cameraId) || running.size >= mostStreams) continue
      if (!(await takeStream(db, 'system', cameraId, hold))) continue
      const row = await findCamera(db, 'system', cameraId)
      if (row && !isStopped) start(cameraId, row.version, row, ffmpeg.program)
    }
  }

  const figures: readonly Figure[] = [
    {
      name: 'skywarden_camera_streams',
      help: 'Cameras whose video this process is fetching',
      read: async () => [{ value: running.size }],
    },
  ]
  return {
    figures,
    look,
    /** Starts no more streams and ends every program. Called before the schedule stops. */
    async stop() {
      isStopped = true
      await Promise.all([...running.keys()].map(end))
      await Promise.all(ending)
    },
  }
}
