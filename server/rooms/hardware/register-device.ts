import { randomBytes } from 'node:crypto'
import type { Input } from '#contract/call'
import type { registerDevice as registerDeviceCall, WireDevice } from '#contract/devices/device-register'
import { abilitiesOf } from '#domain/hardware/models'
import { defaultSounds } from '#domain/hardware/siren-settings'
import { policyTypes } from '#domain/policies/policy-types'
import { recordAudit } from '#server/platform/audit'
import type { Caller } from '#server/platform/http/caller'
import { badInput, notFound } from '#server/platform/http/problems'
import type { Secrets } from '#server/platform/secrets'
import type { Tx } from '#server/platform/store/index'
import { isTaken } from '#server/platform/store/unique'
import { timeZoneAt } from '#server/platform/time-zone-at'
import { findCustomer } from '#server/rooms/customers/index'
import { findOrganizationLocation } from '#server/rooms/locations/index'
import { deviceSource, giveStation } from '#server/rooms/stations/index'
import { appendCutOff, appendDeviceChanged, type HardwareChangeDeps } from './acting.ts'
import { commandAuditName } from './give-command.ts'
import { assertNear, hoursFor } from './siren-site.ts'
import {
  deleteDevice,
  findDevice,
  holdDevice,
  insertDevice,
  insertRelay,
  insertSiren,
  saveSirenTimes,
  updateDeviceRow,
  type DeviceRow,
} from './store/devices.ts'

export interface RegisterRoom extends HardwareChangeDeps {
  readonly secrets: Pick<Secrets, 'seal'>
  readonly passwordOf: (key: Uint8Array) => string
  /** Returns the gateway addresses known to this process. */
  readonly addresses: () => readonly string[]
}

/** Who registers devices: a person or the command line. */
export interface Registering {
  readonly caller: Caller | 'system'
  readonly now: Date
  readonly requestId?: string
}

export type NewDevice = Input<typeof registerDeviceCall, 'body'>

const keyBytes = 32
/** The eight miles and thirty minutes that weather services recommend. */
const newSirenRing = { radius_miles: 8, all_clear_minutes: 30 }

export function wireDevice(row: DeviceRow, isSilentNow = false): WireDevice {
  return {
    id: row.id,
    device: row.device,
    customerId: row.customer_id,
    name: row.name,
    model: row.model,
    latitude: row.latitude,
    longitude: row.longitude,
    organizationLocationId: row.organization_location_id,
    defaultPlayCount: row.default_play_count,
    isSilentNow,
    isOnline: row.is_online,
    connectedAt: row.heard_at?.toISOString() ?? null,
    keyChangedAt: row.key_changed_at.toISOString(),
  }
}

function makeKey({ secrets, passwordOf, addresses }: RegisterRoom) {
  const key = randomBytes(keyBytes)
  const text = key.toString('base64url')
  return {
    sealed: secrets.seal(text),
    shown: { key: text, password: passwordOf(key), addresses: [...addresses()] },
  }
}

/**
 * Runs a name change. Only the database can detect that a name is taken, because two people may choose it at the same
 * time.
 */
export async function naming<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (isTaken(error, 'devices_device_key')) throw badInput({ Device: ['is the name of another device'] })
    if (isTaken(error, 'devices_address')) throw badInput({ IpAddress: ['is the address of another unit'] })
    if (isTaken(error, 'devices_public_name'))
      throw badInput({ Name: ['is the name of another siren, ignoring spaces'] })
    throw error
  }
}

/** The siren or station to which a new device belongs, and the place of both. */
async function surroundings(tx: Tx, wanted: NewDevice) {
  const { customerId, unitId, organizationLocationId } = wanted
  const unit = unitId ? await findDevice(tx, customerId, unitId) : undefined
  if (unitId && !unit) throw badInput({ UnitId: ['is not a unit of this customer'] })
  const place = organizationLocationId ?? unit?.organization_location_id ?? null
  if (place !== null && !(await findOrganizationLocation(tx, customerId, place)))
    throw badInput({ OrganizationLocationId: ['is not a location of this customer'] })
  return { unit, place }
}

function relaysOf({ relays = [] }: NewDevice) {
  return relays.map(({ name, policyTypeId }) => {
    const type = policyTypes.find(({ id }) => id === policyTypeId)
    if (typeof policyTypeId === 'number' && !type)
      throw badInput({ Relays: ['must be an existing policy type'] })
    return { name, policy_type: type?.shortName ?? null, toggled: null, manual: null, manual_against: null }
  })
}

/** Stores a device with everything its model includes. */
export async function addDevice(
  tx: Tx,
  wanted: NewDevice,
  own: { readonly sealedKey: string; readonly isSimulated?: boolean; readonly stationId?: number },
  now: Date,
): Promise<number> {
  const { customerId, device, name, model, latitude, longitude, ipAddress = '' } = wanted
  const { elevationFeet = null } = wanted
  const { unit, place } = await surroundings(tx, wanted)
  const abilities = abilitiesOf(model)
  const timeZone = timeZoneAt({ latitude, longitude })
  const station = { id: device, source: deviceSource, network: 'station', name, latitude, longitude } as const
  const stationId = abilities.station
    ? (own.stationId ?? (await giveStation(tx, customerId, { ...station, elevationFeet, timeZone }, now)))
    : null
  const id = await insertDevice(tx, {
    customer_id: customerId,
    device,
    model,
    name,
    latitude,
    longitude,
    time_zone: timeZone,
    ip_address: ipAddress,
    organization_location_id: place,
    unit_id: unit?.id ?? null,
    station_id: stationId,
    after_siren_pa_id: null,
    sealed_key: own.sealedKey,
    key_changed_at: now,
    is_simulated: own.isSimulated ?? false,
    heard_at: null,
    voltage: null,
    firmware: null,
    lit_for: null,
    created_at: now,
    updated_at: now,
  })
  if (abilities.siren) {
    const { warning, allClear } = defaultSounds
    const site = { placeId: place, radiusMiles: newSirenRing.radius_miles }
    await assertNear(tx, customerId, wanted, { ...site, isConfirmed: wanted.isFarConfirmed ?? false })
    await insertSiren(tx, {
      device_id: id,
      customer_id: customerId,
      ...newSirenRing,
      duration: warning.seconds,
      frequency: warning.times,
      all_clear_duration: allClear.seconds,
      all_clear_frequency: allClear.times,
    })
    await saveSirenTimes(tx, customerId, id, await hoursFor(tx, customerId, place, wanted.hours ?? 'all day'))
  }
  if (abilities.relays)
    for (const relay of relaysOf(wanted))
      await insertRelay(tx, { ...relay, customer_id: customerId, device_id: id })
  // A public-address unit speaks for its siren.
  if (model === 'PA' && unit && abilitiesOf(unit.model).siren)
    await updateDeviceRow(tx, customerId, unit.id, { after_siren_pa_id: id })
  return id
}

/** Registers a device and returns its credentials, which are shown only this once. */
export async function registerDevice(room: RegisterRoom, registering: Registering, wanted: NewDevice) {
  const { caller, now, requestId } = registering
  const { sealed, shown } = makeKey(room)
  const row = await naming(
    room.changes.commit(async (tx, appendFact) => {
      if (!(await findCustomer(tx, 'system', wanted.customerId))) throw notFound('This customer')
      const id = await addDevice(tx, wanted, { sealedKey: sealed }, now)
      const device = await findDevice(tx, wanted.customerId, id)
      if (!device) throw notFound('This device')
      await recordAudit(
        tx,
        {
          by: caller,
          customerId: wanted.customerId,
          action: 'device registered',
          target: commandAuditName(device),
          after: wanted,
          ...(requestId !== undefined && { requestId }),
        },
        now,
      )
      appendDeviceChanged(appendFact, wanted.customerId, id)
      if (device.station_id !== null)
        appendFact('station changed', {
          customerId: wanted.customerId,
          subject: `weather station ${device.station_id}`,
          body: { stationId: device.station_id },
        })
      return device
    }),
  )
  return { ...wireDevice(row), ...shown }
}

/** Gives a device a new key. The old key stops working. */
export async function changeKey(room: RegisterRoom, registering: Registering, id: number) {
  const { caller, now, requestId } = registering
  const { sealed, shown } = makeKey(room)
  const row = await room.changes.commit(async (tx, appendFact) => {
    const device = await holdDevice(tx, 'system', id)
    if (!device) throw notFound('This device')
    const { customer_id: customerId } = device
    await updateDeviceRow(tx, customerId, id, { sealed_key: sealed, key_changed_at: now, updated_at: now })
    const act = { by: caller, customerId, action: 'device key changed', target: commandAuditName(device) }
    await recordAudit(tx, { ...act, ...(requestId !== undefined && { requestId }) }, now)
    appendDeviceChanged(appendFact, customerId, id)
    appendCutOff(appendFact, device)
    return { ...device, key_changed_at: now }
  })
  return { ...wireDevice(row), ...shown }
}

export async function removeDevice(
  room: RegisterRoom,
  { caller, now, requestId }: Registering,
  id: number,
): Promise<DeviceRow> {
  return room.changes.commit(async (tx, appendFact) => {
    const device = await holdDevice(tx, 'system', id)
    if (!device) throw notFound('This device')
    const { customer_id: customerId } = device
    await deleteDevice(tx, customerId, id)
    const act = { by: caller, customerId, action: 'device removed', target: commandAuditName(device) }
    await recordAudit(tx, { ...act, ...(requestId !== undefined && { requestId }) }, now)
    appendDeviceChanged(appendFact, customerId, id)
    appendCutOff(appendFact, device)
    return device
  })
}
