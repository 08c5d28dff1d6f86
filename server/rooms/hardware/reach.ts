import { placesOfGroup } from '#server/rooms/locations/index'
import { abilitiesOf, hardwareModels, type Abilities } from '#domain/hardware/models'
import { reachOf, type Caller } from '#server/platform/http/caller'
import { notFound } from '#server/platform/http/problems'
import type { Db } from '#server/platform/store/index'
import { findDevice, findDevices, listDeviceRows, type DeviceRow } from './store/devices.ts'

/** The devices that the caller may see: for people who manage one group, those at that group's places. */
async function seenOf(db: Db, caller: Caller, devices: readonly DeviceRow[]): Promise<DeviceRow[]> {
  if (caller.role !== 'AssistantAdmin') return [...devices]
  if (caller.groupId === null) return []
  const places = await placesOfGroup(db, caller.customerId, caller.groupId)
  return devices.filter(({ organization_location_id: place }) => place !== null && places.has(place))
}

export async function devicesSeenBy(db: Db, caller: Caller): Promise<DeviceRow[]> {
  return seenOf(db, caller, await listDeviceRows(db, caller.customerId))
}

export const isHardware = ({ model }: DeviceRow) => hardwareModels.some(each => each === model)

/**
 * Finds a device that the caller may see and that has the ability. Does not disclose whether any other device exists.
 */
export async function deviceSeenBy(
  db: Db,
  caller: Caller,
  id: number,
  ability?: keyof Abilities,
): Promise<DeviceRow> {
  const found = await findDevice(db, reachOf(caller), id)
  const [device] = found ? await seenOf(db, caller, [found]) : []
  if (!device || (ability && !abilitiesOf(device.model)[ability])) throw notFound('This unit')
  return device
}

/** Finds several such devices, in the given order and without duplicates. */
export async function unitsSeenBy(
  db: Db,
  caller: Caller,
  ids: readonly number[],
  ability: keyof Abilities,
): Promise<DeviceRow[]> {
  const found = await seenOf(db, caller, await findDevices(db, reachOf(caller), ids))
  return [...new Set(ids)].map(id => {
    const device = found.find(each => each.id === id && abilitiesOf(each.model)[ability])
    if (!device) throw notFound('One of these units')
    return device
  })
}
