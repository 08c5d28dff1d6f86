import { adminRoles } from '#domain/access/roles'
import { cameraKinds } from '#domain/cameras/camera-address'
import { logMonths } from '#domain/cameras/log-months'
import { call } from '#contract/call'
import { idNumber, idText, instant, line, nothing, version } from '#contract/shapes'
import * as z from 'zod/mini'

/** Who may watch; the socket has the same rule. */
export const cameraWatchers = { roles: adminRoles, permissions: ['live_camera.access'] } as const
/**
 * All of a customer's groups share its cameras, so an Assistant Admin, who manages only one group, cannot change them.
 */
const cameraKeepers = { roles: ['SuperAdmin', 'Admin'], permissions: ['live_camera.access'] } as const

const ofCustomer = z.strictObject({ id: idText })
const ofCamera = z.strictObject({ id: idText })

export const camera = z.object({
  id: idNumber,
  name: z.string(),
  customerId: idNumber,
  customerName: z.string(),
  kind: z.enum(cameraKinds),
  address: z.string(),
  userName: z.nullable(z.string()),
  hasPassword: z.boolean(),
  version,
})
export type Camera = z.output<typeof camera>

export const listAllCameras = call({
  name: 'listAllCameras',
  summary: 'List the cameras of every customer',
  method: 'GET',
  path: '/api/LiveStream/CameraFeed/All',
  who: { roles: ['SuperAdmin'], permissions: ['live_camera.access'] },
  reply: z.array(camera),
})

export const listCameras = call({
  name: 'listCameras',
  summary: 'List a customer’s cameras: your own customer, or any customer for Super Admin',
  method: 'GET',
  path: '/api/LiveStream/CameraFeed/Customer/{id}',
  who: cameraWatchers,
  params: ofCustomer,
  reply: z.array(camera),
})

const monthOffset = z._default(
  z.pipe(
    z.string().check(z.regex(/^\d$/, 'must be a whole number')),
    z.pipe(
      z.transform(Number),
      z.number().check(z.maximum(logMonths - 1, `must be at most ${logMonths - 1}`)),
    ),
  ),
  0,
)
const ofMonth = z.strictObject({ monthOffset })

export const cameraUsage = z.object({
  id: idNumber,
  /** Minutes that the customer may watch each month. */
  liveStreamMinutes: z.number(),
  /** Whole minutes watched in that month. */
  consumedMinutes: z.number(),
  consumedSeconds: z.number(),
  isExhausted: z.boolean(),
  /** Why this server cannot show cameras; null if it can. */
  unavailable: z.nullable(z.string()),
  /** Whether cameras that show simulated weather may be added. */
  hasSimulated: z.boolean(),
  version,
})
export type CameraUsageReply = z.output<typeof cameraUsage>

export const getConsumedMinutes = call({
  name: 'getConsumedMinutes',
  summary: 'Get how much of a customer’s monthly live camera time is used',
  method: 'GET',
  path: '/api/LiveStream/ConsumedMinutes/Customer/{id}',
  who: cameraWatchers,
  params: ofCustomer,
  query: ofMonth,
  reply: cameraUsage,
})

export const cameraLogEntry = z.object({
  id: idNumber,
  cameraFeedName: z.string(),
  userName: z.string(),
  start: instant,
  /** Seconds. */
  duration: z.number(),
})
export type CameraLogEntry = z.output<typeof cameraLogEntry>

export const listCameraLogs = call({
  name: 'listCameraLogs',
  summary: 'List who watched which camera in a month, newest first',
  method: 'GET',
  path: '/api/LiveStream/Logs/Customer/{id}',
  who: cameraWatchers,
  params: ofCustomer,
  query: ofMonth,
  reply: z.array(cameraLogEntry),
})

const password = z
  .string()
  .check(
    z.minLength(1, 'is required'),
    z.maxLength(200, 'must have at most 200 characters'),
    z.regex(/^\P{Cc}*$/u, 'must not contain control characters'),
  )
const address = line(500)
const kind = z.enum(cameraKinds, `must be ${cameraKinds.join(', ')}`)
const credentials = z.strictObject({ userName: line(100), password })
const fields = { name: line(80), kind, address }

export const addCamera = call({
  name: 'addCamera',
  summary: 'Add a camera',
  method: 'POST',
  path: '/api/LiveStream/CameraFeed/Customer/{id}',
  who: cameraKeepers,
  params: ofCustomer,
  body: z.strictObject({ ...fields, credentials: z.nullable(credentials) }),
  reply: camera,
})

export const updateCamera = call({
  name: 'updateCamera',
  summary: 'Update a camera; omitted credentials are kept, unless the address points to another host',
  method: 'PATCH',
  path: '/api/LiveStream/CameraFeed/{id}',
  who: cameraKeepers,
  params: ofCamera,
  body: z.strictObject({
    ...fields,
    credentials: z.optional(z.nullable(credentials)),
    version: z.optional(version),
  }),
  reply: camera,
  current: camera,
})

export const deleteCamera = call({
  name: 'deleteCamera',
  summary: 'Delete a camera; its logs are kept',
  method: 'DELETE',
  path: '/api/LiveStream/CameraFeed/{id}',
  who: cameraKeepers,
  params: ofCamera,
  reply: nothing,
})

export const takeTestPicture = call({
  name: 'takeTestPicture',
  summary: 'Preview a camera before saving it; takes up to 20 seconds',
  method: 'POST',
  onlyReads: true,
  path: '/api/LiveStream/TestPicture/Customer/{id}',
  who: cameraKeepers,
  params: ofCustomer,
  body: z.strictObject({
    kind,
    address,
    credentials: z.nullable(credentials),
    cameraId: z.nullable(idNumber),
  }),
  /** A data URL of a JPEG. */
  reply: z.object({ picture: z.string() }),
})

export const setLiveStreamMinutes = call({
  name: 'setLiveStreamMinutes',
  summary: 'Set a customer’s monthly live camera minutes',
  method: 'POST',
  path: '/api/LiveStream/Allowance/Customer/{id}',
  who: { roles: ['SuperAdmin'] },
  params: ofCustomer,
  body: z.strictObject({
    liveStreamMinutes: z
      .number('must be a whole number')
      .check(
        z.int('must be a whole number'),
        z.minimum(0, 'must be at least 0'),
        z.maximum(1_000_000, 'must be at most 1000000'),
      ),
    version: z.optional(version),
  }),
  reply: cameraUsage,
  current: cameraUsage,
})
