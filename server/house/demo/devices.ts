import { randomBytes } from 'node:crypto'
import type { DeviceModel } from '#domain/hardware/models'
import { demoStations } from '#simulator/stations/stations'
import { lockDemo } from './index.ts'
import { demoPlaces } from './locations.ts'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import { findCustomerNamed } from '#server/rooms/customers/index'
import { addDevice, listDeviceRows, updateSirenRow } from '#server/rooms/hardware/index'
import { listOrganizationLocationRows } from '#server/rooms/locations/index'
import { insertStoredMessage } from '#server/rooms/public-address/index'
import { giveStation } from '#server/rooms/stations/index'

interface DemoDevice {
  readonly device: string
  readonly name: string
  readonly model: DeviceModel
  readonly place: string
  readonly ipAddress: string
  /** The simulated station it represents. */
  readonly station?: string
  /** The device that it belongs to. */
  readonly unit?: string
  readonly relays?: readonly { readonly name: string; readonly policyTypeId: number | null }[]
}

const lightningZoneOne = 1

const demoDevices: readonly DemoDevice[] = [
  {
    device: 'owx-norman',
    name: 'Norman Stadium Siren',
    model: 'OWX',
    place: 'Norman Stadium',
    ipAddress: '10.20.1.10',
    station: 'wxs-norman',
  },
  {
    device: 'relay-norman',
    name: 'Norman Stadium Relays',
    model: 'RELAY',
    place: 'Norman Stadium',
    ipAddress: '10.20.1.11',
    unit: 'owx-norman',
    relays: [
      { name: 'Pool Gate', policyTypeId: lightningZoneOne },
      { name: 'Parking Sign', policyTypeId: null },
    ],
  },
  {
    device: 'pa-norman',
    name: 'Norman Stadium Loudspeakers',
    model: 'PA',
    place: 'Norman Stadium',
    ipAddress: '10.20.1.12',
    unit: 'owx-norman',
  },
  {
    device: 'ows-tampa',
    name: 'Tampa Pier Siren',
    model: 'OWS',
    place: 'Tampa Pier',
    ipAddress: '10.20.2.10',
  },
  {
    device: 'wxs-phoenix',
    name: 'Phoenix Encanto Park',
    model: 'WXS',
    place: 'Phoenix Yard',
    ipAddress: '10.20.3.10',
    station: 'wxs-phoenix',
  },
  {
    device: 'ows-amarillo',
    name: 'Amarillo Yard Siren',
    model: 'OWS',
    place: 'Amarillo Crane',
    ipAddress: '10.20.4.10',
  },
]

/** The device whose battery is nearly empty. */
export const weakDevice = 'ows-amarillo'

const spoken = {
  post_warn_message: 'Lightning has been detected in the area. Please go to the nearest shelter now.',
  post_all_clear_message: 'The lightning delay has ended. You may resume activities.',
  is_page_public: true,
}

const storedMessages = [
  ['Gates open', 'The gates are open. Please have your tickets ready.'],
  ['Heat break', 'Take a ten minute break in the shade and drink water.'],
  ['Lost child', 'Would the parents of a lost child please come to the information booth.'],
] as const

/** Gives the demo its field devices, if it has none. Each has its own key, as a real one would. */
export async function addDemoDevices(db: Db, secrets: Secrets, now: Date): Promise<void> {
  const customer = await findCustomerNamed(db, 'system', 'Demo Parks and Schools')
  if (!customer || (await listDeviceRows(db, customer.id)).length > 0) return
  const places = await listOrganizationLocationRows(db, customer.id)
  await db.transaction().execute(async tx => {
    // Another process may have started at the same moment.
    await lockDemo(tx)
    if ((await listDeviceRows(tx, customer.id)).length > 0) return
    const ids = new Map<string, number>()
    for (const { device, name, model, ipAddress, relays = [], ...own } of demoDevices) {
      const point = demoPlaces.find(place => place.name === own.place)
      const place = places.find(each => each.name === own.place)
      if (!point || !place) continue
      const station = demoStations().find(({ id }) => id === own.station)
      const stationId = station && (await giveStation(tx, customer.id, station, now))
      const { latitude, longitude } = point
      const unitId = own.unit === undefined ? null : (ids.get(own.unit) ?? null)
      const id = await addDevice(
        tx,
        {
          customerId: customer.id,
          device,
          name,
          model,
          latitude,
          longitude,
          ipAddress,
          organizationLocationId: place.id,
          unitId,
          relays: [...relays],
        },
        {
          sealedKey: secrets.seal(randomBytes(32).toString('base64url')),
          isSimulated: true,
          ...(stationId !== undefined && { stationId }),
        },
        now,
      )
      ids.set(device, id)
      if (model === 'OWS' || model === 'OWX') await updateSirenRow(tx, customer.id, id, spoken)
    }
    const times = { created_at: now, updated_at: now }
    for (const [title, message] of storedMessages)
      await insertStoredMessage(tx, { customer_id: customer.id, title, message, ...times })
  })
}
