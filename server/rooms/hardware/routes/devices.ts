import {
  changeDeviceKey,
  listDevices as listDevicesCall,
  registerDevice as registerDeviceCall,
  removeDevice as removeDeviceCall,
  updateDevice,
} from '#contract/devices/device-register'
import { serve, type Served } from '#server/platform/http/serve'
import { moveDevice } from '#server/rooms/hardware/move-device'
import {
  changeKey,
  registerDevice,
  removeDevice,
  wireDevice,
  type RegisterRoom,
} from '#server/rooms/hardware/register-device'
import { isSirenTime } from '#server/rooms/hardware/situation'
import { listDeviceRows, listSirenRows } from '#server/rooms/hardware/store/devices'

/** Routes for the provider's staff to register devices and issue keys. */
export function deviceRoutes(room: RegisterRoom): Served[] {
  return [
    serve(listDevicesCall, async ({ now }) => {
      const silent = new Set(
        (await listSirenRows(room.db, 'system'))
          .filter(rows => !isSirenTime(rows, now))
          .map(rows => rows.device.id),
      )
      return (await listDeviceRows(room.db, 'system')).map(row => wireDevice(row, silent.has(row.id)))
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
