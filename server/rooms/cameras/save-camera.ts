import type { Input } from '#contract/call'
import { updateCamera as updateCall, type addCamera, type Camera } from '#contract/devices/cameras'
import { cameraAddressFault, isSameDoor } from '#domain/cameras/camera-address'
import { recordAudit } from '#server/platform/audit'
import { reachOf } from '#server/platform/http/caller'
import type { Doing } from '#server/platform/http/ask'
import { assertNotOvertaken } from '#server/platform/http/overtaken'
import { badInput, notFound, serverRefusal } from '#server/platform/http/problems'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import { isTaken } from '#server/platform/store/unique'
import { seizeCustomer } from '#server/rooms/customers/index'
import * as store from './store/cameras.ts'
import { endViewsOfCamera } from './store/views.ts'
import { wireCamera } from './wire.ts'

export interface SaveCameraDeps {
  readonly db: Db
  readonly secrets: Pick<Secrets, 'seal'>
  readonly hasSimulated: boolean
}

const mostCameras = 50

type Fields = Pick<Input<typeof addCamera, 'body'>, 'name' | 'kind' | 'address'>

/** The audit log entry of a camera: everything except its credentials. */
const reported = ({ name, kind, address }: Fields) => ({ name, kind, address })
const auditName = ({ id, name }: { readonly id: number; readonly name: string }) => `${name} (camera ${id})`

export function assertCameraAddress(
  { kind, address }: Pick<Fields, 'kind' | 'address'>,
  hasSimulated: boolean,
) {
  if (kind === 'simulated' && !hasSimulated)
    throw badInput({ Kind: ['cannot be simulated, because this server uses real weather'] })
  const fault = cameraAddressFault(kind, address)
  if (fault !== null) throw badInput({ Address: [fault] })
}

async function naming<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (isTaken(error, 'cameras_name')) throw badInput({ Name: ['is the name of another camera'] })
    throw error
  }
}

const sealed = (
  secrets: SaveCameraDeps['secrets'],
  credentials: Input<typeof addCamera, 'body'>['credentials'],
) => ({
  user_name: credentials?.userName ?? null,
  sealed_password: credentials ? secrets.seal(credentials.password) : null,
})

export function addCameraTo(
  { db, secrets, hasSimulated }: SaveCameraDeps,
  { caller, now, requestId }: Doing,
  customerId: number,
  body: Input<typeof addCamera, 'body'>,
): Promise<Camera> {
  assertCameraAddress(body, hasSimulated)
  return naming(
    db.transaction().execute(async tx => {
      // Locks the customer, so that two concurrent requests cannot both take the last slot.
      const customer = await seizeCustomer(tx, reachOf(caller), customerId)
      if (!customer) throw notFound('This customer')
      if ((await store.listCameraRows(tx, customerId)).length >= mostCameras)
        throw serverRefusal(`An organization can have at most ${mostCameras} cameras.`)
      const times = { created_at: now, updated_at: now }
      const row = {
        customer_id: customerId,
        ...reported(body),
        ...sealed(secrets, body.credentials),
        ...times,
      }
      const id = await store.insertCamera(tx, row)
      const act = { by: caller, customerId, requestId, target: auditName({ id, name: body.name }) }
      await recordAudit(tx, { ...act, action: 'camera added', after: reported(body) }, now)
      return wireCamera((await store.findCamera(tx, customerId, id)) as store.CameraRow)
    }),
  )
}

export function changeCamera(
  { db, secrets, hasSimulated }: SaveCameraDeps,
  { caller, now, requestId }: Doing,
  id: number,
  body: Input<typeof updateCall, 'body'>,
): Promise<Camera> {
  assertCameraAddress(body, hasSimulated)
  return naming(
    db.transaction().execute(async tx => {
      const before = await store.holdCamera(tx, reachOf(caller), id)
      if (!before) throw notFound('This camera')
      assertNotOvertaken(updateCall, body.version, wireCamera(before))
      const keepsPassword = body.credentials === undefined && before.sealed_password !== null
      if (keepsPassword && !isSameDoor(before.address, body.address))
        throw badInput({
          Credentials: ['must be entered again, because the address points to a different host'],
        })
      const { customer_id: customerId } = before
      await store.updateCameraRow(tx, customerId, id, {
        ...reported(body),
        ...(body.credentials !== undefined && sealed(secrets, body.credentials)),
        updated_at: now,
      })
      const act = { by: caller, customerId, requestId, target: auditName(before) }
      const changed = { before: reported(before), after: reported(body) }
      await recordAudit(tx, { ...act, ...changed, action: 'camera changed' }, now)
      return wireCamera((await store.findCamera(tx, customerId, id)) as store.CameraRow)
    }),
  )
}

export async function removeCamera(db: Db, { caller, now, requestId }: Doing, id: number): Promise<void> {
  await db.transaction().execute(async tx => {
    const before = await store.holdCamera(tx, reachOf(caller), id)
    if (!before) throw notFound('This camera')
    const { customer_id: customerId } = before
    await endViewsOfCamera(tx, customerId, id, 'This camera was deleted.')
    await store.deleteCameraRow(tx, customerId, id)
    const act = { by: caller, customerId, requestId, target: auditName(before) }
    await recordAudit(tx, { ...act, action: 'camera deleted', before: reported(before) }, now)
  })
}
