import type { Input } from '#contract/call'
import type { updateDevice as updateDeviceCall } from '#contract/devices/device-register'
import { recordAudit } from '#server/platform/audit'
import { badInput, notFound } from '#server/platform/http/problems'
import { timeZoneAt } from '#server/platform/time-zone-at'
import { findOrganizationLocation } from '#server/rooms/locations/index'
import { moveStation } from '#server/rooms/stations/index'
import { appendDeviceChanged } from './acting.ts'
import { commandAuditName } from './give-command.ts'
import { naming, type RegisterRoom, type Registering } from './register-device.ts'
import { assertNear } from './siren-site.ts'
import { findDevice, findSiren, holdDevice, updateDeviceRow, type DeviceRow } from './store/devices.ts'

/** Corrects a device's position, from which its ring and its time zone follow. */
export async function moveDevice(
  room: RegisterRoom,
  { caller, now, requestId }: Registering,
  id: number,
  wanted: Input<typeof updateDeviceCall, 'body'>,
): Promise<DeviceRow> {
  const { name, latitude, longitude, organizationLocationId: placeId, isFarConfirmed = false } = wanted
  return naming(
    room.changes.commit(async (tx, appendFact) => {
      const device = await holdDevice(tx, 'system', id)
      if (!device) throw notFound('This device')
      const { customer_id: customerId } = device
      if (placeId !== null && !(await findOrganizationLocation(tx, customerId, placeId)))
        throw badInput({ OrganizationLocationId: ['is not a location of this customer'] })
      const siren = await findSiren(tx, customerId, id)
      if (siren) {
        const radiusMiles = siren.siren.radius_miles
        await assertNear(tx, customerId, wanted, { placeId, radiusMiles, isConfirmed: isFarConfirmed })
      }
      const timeZone = timeZoneAt(wanted)
      if (device.station_id !== null) {
        const stationId = device.station_id
        await moveStation(tx, customerId, stationId, { latitude, longitude, timeZone }, now)
        appendFact('station changed', {
          customerId,
          subject: `weather station ${stationId}`,
          body: { stationId },
        })
      }
      await updateDeviceRow(tx, customerId, id, {
        name,
        latitude,
        longitude,
        time_zone: timeZone,
        organization_location_id: placeId,
        ...(wanted.defaultPlayCount !== undefined && { default_play_count: wanted.defaultPlayCount }),
        updated_at: now,
      })
      const before = {
        name: device.name,
        latitude: device.latitude,
        longitude: device.longitude,
        organizationLocationId: device.organization_location_id,
        defaultPlayCount: device.default_play_count,
      }
      const act = { by: caller, customerId, action: 'device moved', target: commandAuditName(device), before }
      await recordAudit(tx, { ...act, after: wanted, ...(requestId !== undefined && { requestId }) }, now)
      appendDeviceChanged(appendFact, customerId, id)
      const moved = await findDevice(tx, customerId, id)
      if (!moved) throw notFound('This device')
      return moved
    }),
  )
}
