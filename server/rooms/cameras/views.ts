import { minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import type { Schedule } from '#server/platform/schedule'
import type { Db } from '#server/platform/store/index'
import type { FfmpegState } from './ffmpeg.ts'
import type { CameraRow } from './store/cameras.ts'
import { readProgress, wantStream, type StreamProgress } from './store/streams.ts'
import * as store from './store/views.ts'

/** Why a view is rejected; the socket closes with this text. */
export class ViewRefused extends Error {}

const exhausted = 'Your organization has used all of its live camera time for this month.'
const openedElsewhere = 'You opened this camera in another window.'
const mostViews = 3
const tooManyViews = `You are already watching ${mostViews} cameras. Close one to open another.`
const cameraSilent = 'The camera does not respond. Please try again later.'
export const serverStopping = 'The server is restarting. Please try again in a minute.'

/** A viewer's connection: receives messages and can be closed. */
export interface Viewer {
  readonly personId: string
  readonly personName: string
  status(text: string): void
  /** The stream is now available. */
  play(viewId: number): void
  close(because: string): void
}

interface View {
  readonly id: number
  readonly camera: CameraRow
  readonly viewer: Viewer
  readonly openedMs: number
  /** When charging began; null while the camera is being opened. */
  playingSinceMs: number | null
  /** When new video last arrived. */
  videoMs: number
  grantedSeconds: number
  isExtending: boolean
  isDenied: boolean
  lastStatus: string
}

export interface ViewsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly schedule: Schedule
  readonly ffmpeg: () => FfmpegState
}

const aliveSeconds = 8
const wantedSeconds = 6
const keepEveryMs = 2 * secondMs
/** How long before the end of a slice the next one is requested. */
const aheadSeconds = 4
const longestOpeningMs = minuteMs
/**
 * If the picture is frozen for longer than this, that time is not charged. Another process may need this long to take
 * over.
 */
const longestStillMs = 20 * secondMs
/** A process that can fetch the video takes the stream within a second or two. */
const takenWithinMs = 5 * secondMs

/** Charges for what people watch in this process, slice by slice, and sends them their camera's progress. */
export function createViews({ db, clock, log, schedule, ffmpeg }: ViewsDeps) {
  const views = new Map<number, View>()
  let keptMs = -Infinity

  const usedSeconds = ({ playingSinceMs }: View) =>
    playingSinceMs === null ? 0 : (clock.monotonicMs() - playingSinceMs) / secondMs

  async function open(camera: CameraRow, viewer: Viewer): Promise<number> {
    const begun = await db.transaction().execute(async tx => {
      await store.lockPerson(tx, viewer.personId)
      const live = await store.liveViewsOf(tx, 'system', viewer.personId)
      const same = live.filter(view => view.camera_id === camera.id)
      if (live.length - same.length >= mostViews) throw new ViewRefused(tooManyViews)
      // The newest window wins, because after a lost connection the old one would otherwise lock its owner out.
      for (const view of same) await store.endView(tx, view.customer_id, view.id, openedElsewhere)
      const view = await store.beginView(tx, camera.customer_id, {
        cameraId: camera.id,
        cameraName: camera.name,
        userId: viewer.personId,
        userName: viewer.personName,
        aliveSeconds,
      })
      if (!view) throw new ViewRefused(exhausted)
      return view
    })
    views.set(begun.id, {
      id: begun.id,
      camera,
      viewer,
      openedMs: clock.monotonicMs(),
      playingSinceMs: null,
      videoMs: clock.monotonicMs(),
      grantedSeconds: begun.seconds,
      isExtending: false,
      isDenied: false,
      lastStatus: '',
    })
    keptMs = -Infinity
    schedule.nudge('camera views')
    return begun.id
  }

  /** Ends a view and returns its unused allowance. */
  async function end(id: number, because: string): Promise<void> {
    const view = views.get(id)
    if (!view) return
    views.delete(id)
    view.viewer.close(because)
    const used = Math.min(view.grantedSeconds, Math.ceil(usedSeconds(view)))
    await store.settleView(db, view.camera.customer_id, id, { usedSeconds: used, because })
  }

  async function extend(view: View) {
    view.isExtending = true
    try {
      const seconds = await store.extendView(db, view.camera.customer_id, view.id)
      view.grantedSeconds += seconds
      view.isDenied = seconds === 0
    } finally {
      view.isExtending = false
    }
  }

  async function keepAll() {
    if (clock.monotonicMs() - keptMs < keepEveryMs || views.size === 0) return
    keptMs = clock.monotonicMs()
    const ended = await store.keepViewsAlive(db, 'system', [...views.keys()], aliveSeconds)
    for (const [id, because] of ended) await end(id, because)
    const cameras = new Map(Array.from(views.values(), ({ camera }) => [camera.id, camera.customer_id]))
    for (const [id, customerId] of cameras) await wantStream(db, customerId, id, wantedSeconds)
  }

  function silenceOf(): string {
    const state = ffmpeg()
    return state.kind === 'missing' ? state.because : cameraSilent
  }

  function statusOf(view: View, progress: StreamProgress | undefined): string {
    const waitedMs = clock.monotonicMs() - view.openedMs
    if (progress?.isHeld) return progress.status ?? 'Waking up the camera...'
    if (waitedMs < takenWithinMs) return 'Looking for the camera...'
    return 'All camera connections on this server are in use. Waiting for a free one...'
  }

  async function openUp(view: View, progress: StreamProgress | undefined) {
    if (progress?.hasVideo) {
      view.playingSinceMs = clock.monotonicMs()
      return view.viewer.play(view.id)
    }
    const waitedMs = clock.monotonicMs() - view.openedMs
    const state = ffmpeg()
    if (!progress?.isHeld && waitedMs > takenWithinMs && state.kind === 'missing')
      return end(view.id, state.because)
    if (waitedMs > longestOpeningMs) return end(view.id, silenceOf())
    const status = statusOf(view, progress)
    if (status === view.lastStatus) return
    view.lastStatus = status
    view.viewer.status(status)
  }

  async function count(view: View) {
    const used = usedSeconds(view)
    if (used >= view.grantedSeconds) return end(view.id, exhausted)
    if (clock.monotonicMs() - view.videoMs > longestStillMs) return end(view.id, silenceOf())
    const isDue = view.grantedSeconds - used < aheadSeconds
    if (isDue && !view.isExtending && !view.isDenied) await extend(view)
  }

  /** A brief database outage does not interrupt the picture, because the current slice is valid until its end. */
  async function countOrWait(view: View) {
    await count(view).catch((error: unknown) =>
      log.warn({ err: error }, 'could not charge camera time; retrying until the slice ends'),
    )
  }

  async function look() {
    const playing = [...views.values()].filter(view => view.playingSinceMs !== null)
    await Promise.all(playing.map(countOrWait))
    await keepAll()
    const shown = new Set(Array.from(views.values(), ({ camera }) => camera.id))
    const progress = await readProgress(db, 'system', [...shown])
    for (const view of views.values()) {
      const own = progress.find(each => each.cameraId === view.camera.id)
      if (own?.hasVideo) view.videoMs = clock.monotonicMs()
      if (view.playingSinceMs === null) await openUp(view, own)
    }
  }

  return {
    open,
    end,
    look,
    count: () => views.size,
    async stop() {
      await Promise.all([...views.keys()].map(id => end(id, serverStopping)))
    },
  }
}
export type Views = ReturnType<typeof createViews>
