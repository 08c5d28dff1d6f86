import type { Input } from '#contract/call'
import {
  updateInstrument as updateCall,
  type addInstrument as addCall,
  type Instrument,
  type NewInstrumentKey,
} from '#contract/devices/instruments'
import { makeOf, type MakeId } from '#domain/instruments/makes'
import { mappingProblem } from '#domain/instruments/mapping'
import type { Facts } from '#server/facts'
import { recordAudit } from '#server/platform/audit'
import type { AppendFact, Changes } from '#server/platform/changes/index'
import type { Doing } from '#server/platform/http/ask'
import { reachOf } from '#server/platform/http/caller'
import { assertNotOvertaken } from '#server/platform/http/overtaken'
import { badInput, notFound, serverRefusal } from '#server/platform/http/problems'
import type { Secrets } from '#server/platform/secrets'
import type { Db, Tx } from '#server/platform/store/index'
import { isTaken } from '#server/platform/store/unique'
import { timeZoneAt } from '#server/platform/time-zone-at'
import { seizeCustomer } from '#server/rooms/customers/index'
import { findOrganizationLocation } from '#server/rooms/locations/index'
import { describeStation, giveStation, instrumentSource } from '#server/rooms/stations/index'
import { hashTypedKey, makeKey, makeSenderId } from './keys.ts'
import { describedOne } from './reach.ts'
import * as store from './store/instruments.ts'
import { forgetRefusal } from './store/reports.ts'

export interface SaveInstrumentDeps {
  readonly db: Db
  readonly changes: Pick<Changes<Facts>, 'commit'>
  readonly secrets: Pick<Secrets, 'seal'>
  /** Where instruments that publish via MQTT connect. */
  readonly mqttAddresses: readonly string[]
}

const mostInstruments = 200

type NewBody = Input<typeof addCall, 'body'>
type ChangedBody = Input<typeof updateCall, 'body'>
type Settings = Omit<NewBody, 'make'>

/** The settings in the audit log entry: everything except secrets. */
function reported({ apiKey, ...settings }: Settings) {
  return { ...settings, ...(apiKey !== undefined && { apiKey: 'entered' }) }
}
const auditName = ({ id, name }: { readonly id: number; readonly name: string }) =>
  `${name} (instrument ${id})`

function appendChanged(
  appendFact: AppendFact<Facts>,
  customerId: number,
  { instrumentId, stationId }: { readonly instrumentId: number; readonly stationId: number | null },
) {
  appendFact('instrument changed', {
    customerId,
    subject: `instrument ${instrumentId}`,
    body: { instrumentId },
  })
  if (stationId !== null)
    appendFact('station changed', {
      customerId,
      subject: `weather station ${stationId}`,
      body: { stationId },
    })
}

async function assertUsable(tx: Tx, customerId: number, make: MakeId, body: Settings, hasApiKey: boolean) {
  const { needs, name } = makeOf(make)
  const missing = { address: body.address, serial: body.serial, apiKey: body.apiKey ?? (hasApiKey || null) }
  for (const [need, key] of [
    ['address', 'Address'],
    ['serial', 'Serial'],
    ['apiKey', 'ApiKey'],
  ] as const)
    if (needs.includes(need) && !missing[need]) throw badInput({ [key]: [`is needed for ${name}`] })
  // The mapping is chosen on the screen once the first message has shown its fields.
  const problem = body.mapping.length === 0 ? null : mappingProblem(body.mapping)
  if (problem !== null) throw badInput({ Mapping: [problem] })
  const { organizationLocationId: place } = body
  if (place !== null && !(await findOrganizationLocation(tx, customerId, place)))
    throw badInput({ OrganizationLocationId: ['is not a location of this customer'] })
}

/**
 * Runs a serial number change. Only the database detects that a number is taken, because two people may add it at the
 * same time.
 */
async function numbering<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (isTaken(error, 'instruments_serial'))
      throw badInput({ Serial: ['is the number of another instrument'] })
    throw error
  }
}

function columnsOf(body: Settings) {
  return {
    name: body.name,
    latitude: body.latitude,
    longitude: body.longitude,
    time_zone: timeZoneAt(body),
    elevation_feet: body.elevationFeet,
    organization_location_id: body.organizationLocationId,
    address: body.address,
    serial: body.serial,
    wind_height_feet: body.windHeightFeet,
    raises_delays: body.raisesDelays,
    mapping: JSON.stringify(body.mapping),
  }
}

/** Adds an instrument and returns its key, which is shown only this once. */
export function addInstrumentTo(
  { changes, secrets, mqttAddresses }: SaveInstrumentDeps,
  { caller, now, requestId }: Doing,
  { make, ...body }: NewBody,
): Promise<NewInstrumentKey> {
  const { customerId } = caller
  const [key, senderId] = [makeKey(), makeSenderId()]
  return numbering(
    changes.commit(async (tx, appendFact) => {
      // Locks the customer: two concurrent requests cannot both take the last slot.
      if (!(await seizeCustomer(tx, reachOf(caller), customerId))) throw notFound('This customer')
      if ((await store.countInstruments(tx, customerId)) >= mostInstruments)
        throw serverRefusal(`An organization can have at most ${mostInstruments} instruments.`)
      await assertUsable(tx, customerId, make, body, false)
      const columns = columnsOf(body)
      const stationId = makeOf(make).isStation ? await makeStation() : null
      const id = await store.insertInstrument(tx, {
        ...columns,
        customer_id: customerId,
        make,
        station_id: stationId,
        sender_id: senderId,
        key_hash: hashTypedKey(key),
        key_changed_at: now,
        sealed_api_key: body.apiKey === undefined ? null : secrets.seal(body.apiKey),
        calibration: '[]',
        created_at: now,
        updated_at: now,
      })
      const act = { by: caller, customerId, requestId, target: auditName({ id, name: body.name }) }
      await recordAudit(tx, { ...act, action: 'instrument added', after: { make, ...reported(body) } }, now)
      appendChanged(appendFact, customerId, { instrumentId: id, stationId })
      return { ...(await readBack(tx, customerId, id, now)), key, mqttAddresses: [...mqttAddresses] }

      function makeStation() {
        const { name, latitude, longitude, elevationFeet } = body
        const at = { name, latitude, longitude, elevationFeet, timeZone: columns.time_zone }
        const station = { id: senderId, source: instrumentSource, network: 'station', ...at } as const
        return giveStation(tx, customerId, station, now)
      }
    }),
  )
}

async function readBack(tx: Tx, customerId: number, id: number, now: Date): Promise<Instrument> {
  const row = await store.findInstrument(tx, customerId, id)
  if (!row) throw notFound('This instrument')
  return describedOne(tx, row, now)
}

export function changeInstrument(
  { changes, secrets }: SaveInstrumentDeps,
  { caller, now, requestId }: Doing,
  id: number,
  { version, calibration, ...body }: ChangedBody,
): Promise<Instrument> {
  if (new Set(calibration.map(({ measure }) => measure)).size < calibration.length)
    throw badInput({ Calibration: ['must have one entry per measure'] })
  return numbering(
    changes.commit(async (tx, appendFact) => {
      const before = await store.holdInstrument(tx, reachOf(caller), id)
      if (!before) throw notFound('This instrument')
      const shown = await describedOne(tx, before, now)
      assertNotOvertaken(updateCall, version, shown)
      const { customer_id: customerId, station_id: stationId } = before
      const hasApiKey = before.sealed_api_key !== null
      await assertUsable(tx, customerId, before.make, body, hasApiKey)
      // A stored key must not be revealed by sending it to another host.
      if (hasApiKey && body.apiKey === undefined && body.address !== before.address)
        throw badInput({ ApiKey: ['must be entered again, because the address has changed'] })
      const columns = columnsOf(body)
      await store.updateInstrumentRow(tx, customerId, id, {
        ...columns,
        calibration: JSON.stringify(calibration),
        ...(body.apiKey !== undefined && { sealed_api_key: secrets.seal(body.apiKey) }),
        updated_at: now,
      })
      if (stationId !== null) {
        const { name, latitude, longitude, elevationFeet } = body
        const at = { name, latitude, longitude, elevationFeet, timeZone: columns.time_zone }
        await describeStation(tx, customerId, stationId, at, now)
      }
      const act = { by: caller, customerId, requestId, target: auditName(before) }
      const after = { ...reported(body), calibration }
      await recordAudit(tx, { ...act, action: 'instrument changed', before: settingsOf(shown), after }, now)
      appendChanged(appendFact, customerId, { instrumentId: id, stationId })
      return readBack(tx, customerId, id, now)
    }),
  )
}

function settingsOf(shown: Instrument) {
  const { name, latitude, longitude, elevationFeet, organizationLocationId, address, serial } = shown
  const { windHeightFeet, raisesDelays, mapping, calibration } = shown
  const at = { name, latitude, longitude, elevationFeet, organizationLocationId, address, serial }
  return { ...at, windHeightFeet, raisesDelays, mapping, calibration }
}

/** Gives an instrument a new key. The old key stops working. */
export function changeInstrumentKeyOf(
  { changes, mqttAddresses }: SaveInstrumentDeps,
  { caller, now, requestId }: Doing,
  id: number,
): Promise<NewInstrumentKey> {
  const key = makeKey()
  return changes.commit(async (tx, appendFact) => {
    const before = await store.holdInstrument(tx, reachOf(caller), id)
    if (!before) throw notFound('This instrument')
    const { customer_id: customerId } = before
    const changed = { key_hash: hashTypedKey(key), key_changed_at: now, updated_at: now }
    await store.updateInstrumentRow(tx, customerId, id, changed)
    await forgetRefusal(tx, customerId, id)
    const act = { by: caller, customerId, requestId, target: auditName(before) }
    await recordAudit(tx, { ...act, action: 'instrument key changed' }, now)
    appendChanged(appendFact, customerId, { instrumentId: id, stationId: null })
    return { ...(await readBack(tx, customerId, id, now)), key, mqttAddresses: [...mqttAddresses] }
  })
}

export async function removeInstrumentOf(
  { changes }: SaveInstrumentDeps,
  { caller, now, requestId }: Doing,
  id: number,
): Promise<void> {
  await changes.commit(async (tx, appendFact) => {
    const before = await store.holdInstrument(tx, reachOf(caller), id)
    if (!before) throw notFound('This instrument')
    const { customer_id: customerId } = before
    const shown = await describedOne(tx, before, now)
    await store.deleteInstrument(tx, customerId, id)
    const act = { by: caller, customerId, requestId, target: auditName(before) }
    await recordAudit(tx, { ...act, action: 'instrument removed', before: settingsOf(shown) }, now)
    appendChanged(appendFact, customerId, { instrumentId: id, stationId: null })
  })
}
