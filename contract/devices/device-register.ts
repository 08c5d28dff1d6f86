import { deviceModels } from '#domain/hardware/models'
import { sirenHours } from '#domain/hardware/siren-settings'
import { call } from '#contract/call'
import { deviceName } from './devices.ts'
import { idNumber, idText, instant, latitude, line, longitude, nothing } from '#contract/shapes'
import { elevationFeet } from './stations.ts'
import * as z from 'zod/mini'

const ofDevice = z.strictObject({ id: idText })
const superAdmins = { roles: ['SuperAdmin'] } as const

const device = z.object({
  id: idNumber,
  /** The device's MQTT user name. */
  device: z.string(),
  customerId: idNumber,
  name: z.string(),
  model: z.enum(deviceModels),
  latitude: z.number(),
  longitude: z.number(),
  organizationLocationId: z.nullable(idNumber),
  /** The minimum number of times that the device plays a message. */
  defaultPlayCount: z.number(),
  /** Whether the device has a siren that would not sound right now because it is outside its active hours. */
  isSilentNow: z.boolean(),
  isOnline: z.boolean(),
  connectedAt: z.nullable(instant),
  keyChangedAt: instant,
})
export type WireDevice = z.output<typeof device>

/** What to configure on the device, shown only once. */
const newKeys = z.object({
  ...device.shape,
  /** Base64url, 32 bytes. Signs commands and answers. */
  key: z.string(),
  /** The device's MQTT password. */
  password: z.string(),
  /**
   * Where the device connects; `{host}` is a placeholder for this server's host name. Empty if this process does not
   * know the addresses.
   */
  addresses: z.array(z.string()),
})

export const listDevices = call({
  name: 'listDevices',
  summary: 'List the registered devices of all customers',
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
  /** For a weather station; needed to compute evapotranspiration. */
  elevationFeet: z.optional(z.nullable(elevationFeet)),
  ipAddress: z.optional(line(45)),
  organizationLocationId: z.optional(z.nullable(idNumber)),
  /** For a siren: when it may sound. The default is any time. */
  hours: z.optional(z.enum(sirenHours, `must be one of ${sirenHours.join(', ')}`)),
  /** For a siren: confirms that it really is farther from its location than its ring reaches. */
  isFarConfirmed: z.optional(z.boolean()),
  /** For a relay or public-address unit: the siren or station that it belongs to. */
  unitId: z.optional(z.nullable(idNumber)),
  /** For a relay unit: its relays, each with the policy type that switches it. */
  relays: z.optional(
    z
      .array(z.strictObject({ name: line(60), policyTypeId: z.optional(z.nullable(z.number())) }))
      .check(z.maxLength(32, 'must have at most 32 relays')),
  ),
})

export const registerDevice = call({
  name: 'registerDevice',
  summary: 'Register a device and get its credentials',
  method: 'POST',
  path: '/api/Hardware/Device',
  who: superAdmins,
  whileActingAs: 'refused',
  body: newDevice,
  reply: newKeys,
})

export const updateDevice = call({
  name: 'updateDevice',
  summary: 'Update a device’s position and how often it repeats messages',
  method: 'PATCH',
  path: '/api/Hardware/Device/{id}',
  who: superAdmins,
  whileActingAs: 'refused',
  params: ofDevice,
  body: z.strictObject({
    name: line(80),
    latitude,
    longitude,
    organizationLocationId: z.nullable(idNumber),
    isFarConfirmed: z.optional(z.boolean()),
    /** If omitted, the value does not change. */
    defaultPlayCount: z.optional(
      z
        .number()
        .check(
          z.int('must be a whole number'),
          z.minimum(1, 'must be from 1 to 5'),
          z.maximum(5, 'must be from 1 to 5'),
        ),
    ),
  }),
  reply: device,
})

export const changeDeviceKey = call({
  name: 'changeDeviceKey',
  summary: 'Rotate a device’s key; the device is disconnected until it has the new one',
  method: 'POST',
  path: '/api/Hardware/Device/Key/{id}',
  who: superAdmins,
  whileActingAs: 'refused',
  params: ofDevice,
  reply: newKeys,
})

export const removeDevice = call({
  name: 'removeDevice',
  summary: 'Remove a device and disconnect it',
  method: 'DELETE',
  path: '/api/Hardware/Device/{id}',
  who: superAdmins,
  whileActingAs: 'refused',
  params: ofDevice,
  reply: nothing,
})
