import {
  changeDeviceKey,
  listDevices as listDevicesCall,
  registerDevice as registerDeviceCall,
  removeDevice as removeDeviceCall,
  updateDevice,
} from '#contract/devices/device-register'
import { serve, type Served } from '#server/platform/http/serve'
import { moveDevice } from './move-device.ts'
import { changeKey, registerDevice, removeDevice, wireDevice, type RegisterRoom } from './register-device.ts'
import { isSirenTime } from './situation.ts'
import { listDevices, listSirens } from './store.ts'

/** Routes for the provider's staff: registering devices and issuing keys. */
export function deviceRoutes(room: RegisterRoom): Served[] {
  return [
    serve(listDevicesCall, async ({ now }) => {
      const silent = new Set(
        (await listSirens(room.db, 'system'))
          .filter(rows => !isSirenTime(rows, now))
          .map(rows => rows.device.id),
      )
      return (await listDevices(room.db, 'system')).map(row => wireDevice(row, silent.has(row.id)))
    }),
    serve(registerDeviceCall, ({ body, ...doing }) => registerDevice(room, doing, body)),
    serve(updateDevice, async ({ params, body, ...doing }) =>
      wireDevice(await moveDevice(room, doing, params.id, body)),
    ),
    serve(changeDeviceKey, ({ params, ...doing }) => changeKey(room, doing, params.id)),
    serve(removeDeviceCall, async ({ params, ...doing }) => {
      await removeDevice(room, doing, params.id)
      return null
    }),
  ]
}
