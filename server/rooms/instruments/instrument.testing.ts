import type { Db } from '#server/platform/store/index'
import { insertCustomer } from '#server/rooms/customers/index'
import { giveStation, instrumentSource } from '#server/rooms/stations/index'
import { hashTypedKey, makeKey, makeSenderId } from './keys.ts'
import { findInstrument, insertInstrument, type InstrumentRow } from './store/instruments.ts'

/** An instrument of its own customer. */
export function insertTestInstrument(db: Db, now: Date): Promise<InstrumentRow> {
  const at = { name: 'Roof', latitude: 35.2, longitude: -97.44 }
  return db.transaction().execute(async tx => {
    const customer = { name: `School ${makeSenderId()}`, companyType: 'School', permissions: [] }
    const customerId = await insertCustomer(tx, customer, now)
    const [senderId, timeZone] = [makeSenderId(), 'America/Chicago']
    const station = { id: senderId, source: instrumentSource, network: 'station', ...at } as const
    const stationId = await giveStation(tx, customerId, { ...station, elevationFeet: 1170, timeZone }, now)
    const id = await insertInstrument(tx, {
      ...at,
      customer_id: customerId,
      make: 'ecowitt',
      time_zone: timeZone,
      elevation_feet: 1170,
      organization_location_id: null,
      station_id: stationId,
      sender_id: senderId,
      key_hash: hashTypedKey(makeKey()),
      key_changed_at: now,
      address: null,
      serial: null,
      sealed_api_key: null,
      wind_height_feet: null,
      raises_delays: true,
      calibration: '[]',
      mapping: '[]',
      created_at: now,
      updated_at: now,
    })
    return (await findInstrument(tx, customerId, id)) as InstrumentRow
  })
}
