import { deviceModels } from '#domain/hardware/models'
import { call } from './call.ts'
import { deviceName } from './devices.ts'
import { idNumber, idText, instant, latitude, line, longitude, nothing } from './shapes.ts'
import { elevationFeet } from './stations.ts'
import * as z from 'zod/mini'

const ofDevice = z.strictObject({ id: idText })
const superAdmins = { roles: ['SuperAdmin'] } as const

const device = z.object({
  id: idNumber,
  /** Its MQTT user name. */
  device: z.string(),
  customerId: idNumber,
  name: z.string(),
  model: z.enum(deviceModels),
  isOnline: z.boolean(),
  connectedAt: z.nullable(instant),
  keyChangedAt: instant,
})
export type WireDevice = z.output<typeof device>

/** What has to be put into the device, shown this once. */
const newKeys = z.object({
  ...device.shape,
  /** Base64url, 32 bytes: signs commands and answers. */
  key: z.string(),
  /** Its MQTT password. */
  password: z.string(),
})

export const listDevices = call({
  name: 'listDevices',
  summary: 'Every registered device of every customer',
  method: 'GET',
  path: '/api/Hardware/Devices',
  who: superAdmins,
  reply: z.array(device),
})

export const newDevice = z.strictObject({
  customerId: idNumber,
  device: deviceName,
  name: line(80),
  model: z.enum(deviceModels, `must be one of ${deviceModels.join(', ')}`),
  latitude,
  longitude,
  /** Of a weather station: evapotranspiration needs it. */
  elevationFeet: z.optional(z.nullable(elevationFeet)),
  ipAddress: z.optional(line(45)),
  organizationLocationId: z.optional(z.nullable(idNumber)),
  /** Of a relay or public-address unit: the siren or station that it belongs to. */
  unitId: z.optional(z.nullable(idNumber)),
  /** Of a relay unit: its relays, each with the policy type that switches it. */
  relays: z.optional(
    z
      .array(z.strictObject({ name: line(60), policyTypeId: z.optional(z.nullable(z.number())) }))
      .check(z.maxLength(32, 'must have at most 32 relays')),
  ),
})

export const registerDevice = call({
  name: 'registerDevice',
  summary: 'Register a device, and get what has to be put into it',
  method: 'POST',
  path: '/api/Hardware/Device',
  who: superAdmins,
  whileActingAs: 'refused',
  body: newDevice,
  reply: newKeys,
})

export const changeDeviceKey = call({
  name: 'changeDeviceKey',
  summary: 'Give a device another key; it is cut off until it has the new one',
  method: 'POST',
  path: '/api/Hardware/Device/Key/{id}',
  who: superAdmins,
  whileActingAs: 'refused',
  params: ofDevice,
  reply: newKeys,
})

export const removeDevice = call({
  name: 'removeDevice',
  summary: 'Remove a device and cut it off',
  method: 'DELETE',
  path: '/api/Hardware/Device/{id}',
  who: superAdmins,
  whileActingAs: 'refused',
  params: ofDevice,
  reply: nothing,
})
