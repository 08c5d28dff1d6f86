import type { Server } from 'node:http'
import type { Facts } from '#server/facts'
import type { Changes } from '#server/platform/changes/index'
import { minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Figure } from '#server/platform/figures'
import type { Authenticate } from '#server/platform/http/caller'
import type { ReadyCheck } from '#server/platform/http/health'
import type { Served } from '#server/platform/http/serve'
import type { MountPages } from '#server/platform/http/server'
import type { Log } from '#server/platform/log'
import type { Outside } from '#server/platform/outside/index'
import type { Schedule } from '#server/platform/schedule'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import { findFfmpeg, type FfmpegState } from './ffmpeg.ts'
import { hlsPages } from './hls-pages.ts'
import { cameraRoutes } from './routes.ts'
import { createCameraSocket } from './socket.ts'
import { createStreamAddresses } from './stream-address.ts'
import { forgetOldVideo } from './store/streams.ts'
import { createStreams } from './streams.ts'
import { createTestPictures } from './test-picture.ts'
import type { SimulatedPictures } from './video/open-video.ts'
import { endLostViews } from './store/views.ts'
import { createViews } from './views.ts'

export { camerasPersonalData } from './personal-data.ts'
export { insertCamera, listCameraRows } from './store/cameras.ts'
export type { SimulatedPictures } from './video/open-video.ts'

export interface CamerasDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Secrets
  readonly changes: Pick<Changes<Facts>, 'subscribe'>
  readonly schedule: Schedule
  readonly leaderSchedule: Schedule
  readonly authenticate: Authenticate
  readonly outside: Outside
  readonly simulated: SimulatedPictures | null
  readonly baseUrl: string
  readonly ffmpegPath: string
}

export interface Cameras {
  readonly routes: readonly Served[]
  readonly pages: readonly MountPages[]
  readonly readyChecks: readonly ReadyCheck[]
  readonly figures: readonly Figure[]
  /** The server that accepts WebSocket connections. */
  useServer(server: Server): void
  stop(): Promise<void>
}

/** Live cameras: who watches which camera for how long, and where the video comes from. */
export async function createCameras(deps: CamerasDeps): Promise<Cameras> {
  const { db, log, schedule, leaderSchedule } = deps
  let found: FfmpegState = await findFfmpeg(deps.ffmpegPath)
  if (found.kind === 'missing') log.warn(found.because)
  // ffmpeg may be installed or removed while the server runs.
  schedule.every('camera program', minuteMs, async () => {
    const before = found.kind
    found = await findFfmpeg(deps.ffmpegPath)
    if (before !== found.kind) log.warn(found.kind === 'missing' ? found.because : 'found ffmpeg')
  })
  const ffmpeg = () => found
  const streams = createStreams({ ...deps, ffmpeg })
  schedule.every('camera streams', secondMs, streams.look)
  const views = createViews({ ...deps, ffmpeg })
  schedule.every('camera views', secondMs / 2, views.look)
  const addresses = createStreamAddresses(deps.secrets, deps.baseUrl)
  const socket = createCameraSocket({ ...deps, views, addresses })
  deps.changes.subscribe('person changed', ({ personId }) => socket.recheck(personId))
  leaderSchedule.every('camera tidy-up', minuteMs, async () => {
    await endLostViews(db, 'system')
    await forgetOldVideo(db, 'system')
  })

  return {
    routes: cameraRoutes({
      ...deps,
      hasSimulated: deps.simulated !== null,
      ffmpeg,
      takePicture: createTestPictures({ ...deps, ffmpeg }),
    }),
    pages: [hlsPages({ db, addresses })],
    // No one's safety depends on cameras: a server without ffmpeg is ready, and reports that it cannot show them.
    readyChecks: [
      {
        name: 'live cameras',
        check: async () =>
          found.kind === 'missing' ? found.because : `Video is converted by ffmpeg ${found.version}`,
      },
    ],
    figures: [
      ...streams.figures,
      {
        name: 'skywarden_camera_views',
        help: 'Cameras that people are watching through this process',
        read: async () => [{ value: views.count() }],
      },
    ],
    useServer: server => socket.useServer(server),
    async stop() {
      await views.stop()
      socket.stop()
      await streams.stop()
    },
  }
}
