import * as calls from '#contract/devices/cameras'
import { isExhausted } from '#domain/cameras/allowance'
import { isSameDoor } from '#domain/cameras/camera-address'
import { logMonthAt, monthDay } from '#domain/cameras/log-months'
import { recordAudit } from '#server/platform/audit'
import { reachOf, type Caller } from '#server/platform/http/caller'
import { assertNotOvertaken } from '#server/platform/http/overtaken'
import { badInput, notFound } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import {
  findCustomer,
  seizeCustomer,
  saveLiveStreamMinutes,
  type CustomerRow,
} from '#server/rooms/customers/index'
import type { FfmpegState } from './ffmpeg.ts'
import { addCameraTo, assertCameraAddress, changeCamera, removeCamera } from './save-camera.ts'
import * as store from './store/cameras.ts'
import { cameraSourceOf } from './streams.ts'
import type { CameraSource } from './video/open-video.ts'
import { listViews, readUsage } from './store/views.ts'
import { wireCamera } from './wire.ts'

export interface CameraRoutesDeps {
  readonly db: Db
  readonly secrets: Secrets
  readonly hasSimulated: boolean
  readonly ffmpeg: () => FfmpegState
  readonly takePicture: (camera: CameraSource) => Promise<string>
}

export function cameraRoutes(deps: CameraRoutesDeps): Served[] {
  const { db, secrets, hasSimulated, ffmpeg, takePicture } = deps

  async function customerFor(caller: Caller, id: number): Promise<CustomerRow> {
    const row = await findCustomer(db, reachOf(caller), id)
    if (!row) throw notFound('This customer')
    return row
  }

  async function usageOf(customer: CustomerRow, now: Date, offset: number): Promise<calls.CameraUsageReply> {
    const month = monthDay(logMonthAt(now.getTime(), offset))
    const usedSeconds = (await readUsage(db, customer.id, month))?.usedSeconds ?? 0
    const state = ffmpeg()
    return {
      id: customer.id,
      liveStreamMinutes: customer.live_stream_minutes,
      consumedMinutes: Math.floor(usedSeconds / 60),
      consumedSeconds: usedSeconds,
      isExhausted: isExhausted({ allowedMinutes: customer.live_stream_minutes, usedSeconds }),
      unavailable: state.kind === 'missing' ? state.because : null,
      hasSimulated,
      version: customer.version,
    }
  }

  /** The source to test: as typed, with the stored password if none was typed. */
  async function sourceToTest(
    caller: Caller,
    {
      cameraId,
      ...typed
    }: Pick<CameraSource, 'kind' | 'address' | 'credentials'> & { cameraId: number | null },
  ): Promise<CameraSource> {
    const name = 'Test'
    if (cameraId === null || typed.credentials) return { ...typed, name }
    const row = await store.findCamera(db, reachOf(caller), cameraId)
    if (!row) throw notFound('This camera')
    // A stored password must not be revealed by sending it to another host.
    if (row.sealed_password !== null && !isSameDoor(row.address, typed.address))
      throw badInput({
        Credentials: ['must be entered again, because the address points to a different host'],
      })
    return { ...typed, name, credentials: cameraSourceOf(row, secrets).credentials }
  }

  return [
    serve(calls.listAllCameras, async () => (await store.listCameraRows(db, 'system')).map(wireCamera)),

    serve(calls.listCameras, async ({ caller, params }) => {
      const customer = await customerFor(caller, params.id)
      return (await store.listCameraRows(db, customer.id)).map(wireCamera)
    }),

    serve(calls.getConsumedMinutes, async ({ caller, params, query, now }) =>
      usageOf(await customerFor(caller, params.id), now, query.monthOffset),
    ),

    serve(calls.listCameraLogs, async ({ caller, params, query, now }) => {
      const customer = await customerFor(caller, params.id)
      const { fromMs, toMs } = logMonthAt(now.getTime(), query.monthOffset)
      const views = await listViews(db, customer.id, { from: new Date(fromMs), to: new Date(toMs) })
      return views.map(view => ({
        id: view.id,
        cameraFeedName: view.camera_name,
        userName: view.user_name,
        start: view.started_at.toISOString(),
        duration: view.seconds,
      }))
    }),

    serve(calls.addCamera, ({ params, body, ...doing }) => addCameraTo(deps, doing, params.id, body)),
    serve(calls.updateCamera, ({ params, body, ...doing }) => changeCamera(deps, doing, params.id, body)),
    serve(calls.deleteCamera, async ({ params, ...doing }) => {
      await removeCamera(db, doing, params.id)
      return null
    }),

    serve(calls.takeTestPicture, async ({ caller, params, body }) => {
      await customerFor(caller, params.id)
      assertCameraAddress(body, hasSimulated)
      return { picture: await takePicture(await sourceToTest(caller, body)) }
    }),

    serve(calls.setLiveStreamMinutes, async ({ caller, params, body, now, requestId }) => {
      const { liveStreamMinutes: minutes } = body
      await db.transaction().execute(async tx => {
        const customer = await seizeCustomer(tx, reachOf(caller), params.id)
        if (!customer) throw notFound('This customer')
        const current = await usageOf(customer, now, 0)
        assertNotOvertaken(calls.setLiveStreamMinutes, body.version, current)
        await saveLiveStreamMinutes(tx, customer.id, minutes)
        const act = { by: caller, customerId: customer.id, requestId, target: `customer ${customer.id}` }
        const change = { before: customer.live_stream_minutes, after: minutes }
        await recordAudit(tx, { ...act, ...change, action: 'live camera allowance changed' }, now)
      })
      return usageOf(await customerFor(caller, params.id), now, 0)
    }),
  ]
}
