import { roundedVolts } from '#domain/hardware/health'
import {
  disableHardware,
  disableSiren,
  enableHardware,
  enableSiren,
  getHardware,
  getHardwareData,
  getHardwareImageTime,
  getHardwareStation,
  listHardware,
  listRelays as listRelaysCall,
  listUnitRelays,
  setRelay as setRelayCall,
  type Hardware,
} from '#contract/devices/hardware'
import { listUnprotected } from '#contract/devices/protection'
import { isAdminRole } from '#domain/access/roles'
import { timeAgo } from '#domain/units/time-ago'
import type { Caller } from '#server/platform/http/caller'
import { notFound } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { LocationRegister } from '#server/rooms/locations/index'
import type { Stations } from '#server/rooms/stations/index'
import type { HardwareChangeDeps } from '#server/rooms/hardware/acting'
import { isSirenTime } from '#server/rooms/hardware/situation'
import { switchHardware, type Switched } from '#server/rooms/hardware/change-hardware'
import { listCommandsOf } from '#server/rooms/hardware/store/commands'
import { noticeOf, unprotectedAmong, type WeatherNow } from '#server/rooms/hardware/protection'
import { devicesSeenBy, deviceSeenBy, isHardware } from '#server/rooms/hardware/reach'
import type { RelayAutomation } from '#server/rooms/hardware/relay-automation'
import { relayStatuses, relayUnitAt, setRelay } from '#server/rooms/hardware/set-relay'
import { listRelayRows, listSirenRows, type DeviceRow } from '#server/rooms/hardware/store/devices'
import { wireActivation, wireHardware, wireUnitRelay } from '#server/rooms/hardware/wire'

export interface HardwareRouteDeps extends HardwareChangeDeps, WeatherNow {
  readonly locations: Pick<LocationRegister, 'of'>
  readonly stations: Pick<Stations, 'stationOf' | 'imageOf'>
  readonly relayAutomation: Pick<RelayAutomation, 'automated'>
  readonly silentInstruments: SilentInstruments
}

/** Finds the customer's own instruments at places, if they should have sent something by now. */
export type SilentInstruments = (
  customerId: number,
  now: Date,
) => Promise<
  readonly { readonly name: string; readonly organizationLocationId: number; readonly heardAt: Date }[]
>

/** How many of a unit's recent commands a page shows. */
const activationsShown = 50

/** Routes for hardware units: their state, and switching them. */
export function hardwareRoutes(deps: HardwareRouteDeps): Served[] {
  const { db, stations } = deps

  async function wire(devices: readonly DeviceRow[], all: readonly DeviceRow[], now: Date) {
    const sirens = await listSirenRows(
      db,
      'system',
      devices.map(({ id }) => id),
    )
    const unprotected = await unprotectedAmong(db, 'system', sirens, deps, now)
    const relayUnits = all.filter(({ model }) => model === 'RELAY')
    const relays = await listRelayRows(
      db,
      'system',
      relayUnits.map(({ id }) => id),
    )
    return devices.map(device => {
      const own = relayUnits.filter(({ unit_id }) => unit_id === device.id).map(({ id }) => id)
      const rows = sirens.find(each => each.device.id === device.id)
      return wireHardware(device, {
        relays: relays.filter(({ device_id }) => own.includes(device_id)),
        isAlertTime: rows !== undefined && isSirenTime(rows, now),
        notProtected: unprotected.get(device.id) ?? null,
      })
    })
  }

  async function one(caller: Caller, id: number, now: Date): Promise<Hardware> {
    const device = await deviceSeenBy(db, caller, id)
    if (!isHardware(device)) throw notFound('This unit')
    const [wired] = await wire([device], await devicesSeenBy(db, caller), now)
    return wired as Hardware
  }

  async function stationOf(caller: Caller, id: number) {
    const { station_id } = await deviceSeenBy(db, caller, id, 'station')
    if (station_id === null) throw notFound('This weather station')
    return station_id
  }

  const switching = (
    call: typeof disableHardware | typeof enableHardware | typeof disableSiren | typeof enableSiren,
    switched: Switched,
    isOn: boolean,
  ) =>
    serve(call, async ({ body, ...doing }) => {
      await switchHardware(deps, doing, body, switched, isOn)
      return one(doing.caller, body.hardwareId, doing.now)
    })

  return [
    serve(listHardware, async ({ caller, now }) => {
      const seen = await devicesSeenBy(db, caller)
      return wire(seen.filter(isHardware), seen, now)
    }),

    serve(getHardware, ({ caller, params, now }) => one(caller, params.id, now)),

    serve(getHardwareStation, async ({ caller, params, now }) =>
      stations.stationOf(await stationOf(caller, params.id), now),
    ),

    serve(getHardwareImageTime, async ({ caller, params, now }) =>
      stations.imageOf(await stationOf(caller, params.id), now),
    ),

    serve(getHardwareData, async ({ caller, params }) => {
      const { id, voltage, heard_at, firmware, disbelieved, customer_id } = await deviceSeenBy(
        db,
        caller,
        params.id,
      )
      const commands = await listCommandsOf(db, customer_id, id, activationsShown)
      return {
        id,
        voltage: roundedVolts(voltage),
        connectedAt: heard_at?.toISOString() ?? null,
        firmware,
        disbelieved,
        activations: commands.map(wireActivation),
      }
    }),

    switching(disableHardware, 'unit', false),
    switching(enableHardware, 'unit', true),
    switching(disableSiren, 'siren', false),
    switching(enableSiren, 'siren', true),

    serve(listRelaysCall, async ({ caller, params }) =>
      relayStatuses(db, await relayUnitAt(db, caller, params.ipAddress)),
    ),

    serve(setRelayCall, ({ params, body, ...doing }) => setRelay(deps, doing, params.ipAddress, body)),

    serve(listUnitRelays, async ({ caller, params }) => {
      const { id } = await deviceSeenBy(db, caller, params.id)
      const units = (await devicesSeenBy(db, caller)).filter(({ unit_id }) => unit_id === id)
      const relays = await listRelayRows(
        db,
        'system',
        units.map(unit => unit.id),
      )
      return relays.flatMap(relay => {
        const unit = units.find(each => each.id === relay.device_id)
        return unit ? wireUnitRelay(relay, unit, deps.relayAutomation.automated(relay, unit)) : []
      })
    }),

    serve(listUnprotected, async ({ caller, now }) => {
      const sirens = await listSirenRows(db, caller.customerId)
      const unprotected = await unprotectedAmong(db, caller.customerId, sirens, deps, now)
      const isAdmin = isAdminRole(caller.role)
      const silent = isAdmin ? await deps.silentInstruments(caller.customerId, now) : []
      return deps.locations.of(caller.id).flatMap(({ id: locationId, organizationLocationId }) => [
        ...sirens.flatMap(({ device }) => {
          const reason = unprotected.get(device.id)
          const because = reason ?? (isAdmin ? noticeOf(device) : null)
          const isThere = device.organization_location_id === organizationLocationId
          return because !== null && organizationLocationId && isThere
            ? { locationId, sirenName: device.name, because, isNotice: reason === undefined }
            : []
        }),
        ...silent
          .filter(each => each.organizationLocationId === organizationLocationId)
          .map(({ name, heardAt }) => ({
            locationId,
            sirenName: name,
            because: `It last sent something ${timeAgo(heardAt.getTime(), now.getTime()) ?? 'long ago'}`,
            isNotice: true,
            isInstrument: true,
          })),
      ])
    }),
  ]
}
