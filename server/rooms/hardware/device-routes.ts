import {
  changeDeviceKey,
  listDevices as listDevicesCall,
  registerDevice as registerDeviceCall,
  removeDevice as removeDeviceCall,
} from '#contract/device-register'
import { serve, type Served } from '#server/platform/http/serve'
import { changeKey, registerDevice, removeDevice, wireDevice, type RegisterRoom } from './register-device.ts'
import { listDevices } from './store.ts'

/** What the provider's staff do: registering devices, and giving them keys. */
export function deviceRoutes(room: RegisterRoom): Served[] {
  return [
    serve(listDevicesCall, async () => (await listDevices(room.db, 'system')).map(wireDevice)),
    serve(registerDeviceCall, ({ body, ...doing }) => registerDevice(room, doing, body)),
    serve(changeDeviceKey, ({ params, ...doing }) => changeKey(room, doing, params.id)),
    serve(removeDeviceCall, async ({ params, ...doing }) => {
      await removeDevice(room, doing, params.id)
      return null
    }),
  ]
}
