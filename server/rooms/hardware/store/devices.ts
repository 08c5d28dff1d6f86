import { sql, type Generated, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { AlertTime } from '#domain/alert-times/alert-times'
import type { DeviceModel } from '#domain/hardware/models'
import type { PolicyShortName } from '#domain/policies/policy-types'
import type { Db, Scope, Tx } from '#server/platform/store/index'
import { alertTimeColumns, alertTimeOf } from '#server/rooms/groups/index'

type DeviceTable = {
  id: Generated<number>
  customer_id: number
  device: string
  model: DeviceModel
  name: string
  latitude: number
  longitude: number
  time_zone: string
  ip_address: Generated<string>
  organization_location_id: number | null
  unit_id: number | null
  station_id: number | null
  after_siren_pa_id: number | null
  default_play_count: Generated<number>
  enabled: Generated<boolean>
  siren_enabled: Generated<boolean>
  sealed_key: string
  key_changed_at: Date
  is_simulated: Generated<boolean>
  command_counter: Generated<number>
  is_online: Generated<boolean>
  heard_at: Date | null
  voltage: number | null
  firmware: string | null
  doing: Generated<'nothing' | 'warning' | 'all clear' | 'light' | 'speaking'>
  is_test: Generated<boolean>
  lit_for: string | null
  disbelieved: Generated<number>
  session: Generated<string | null>
  session_heard_at: Generated<Date | null>
  clock_ahead_ms: Generated<number | null>
  failed_warning: Generated<string | null>
  failed_warning_at: Generated<Date | null>
  created_at: Date
  updated_at: Date
}
type SirenTable = {
  device_id: number
  customer_id: number
  radius_miles: number
  all_clear_minutes: number
  duration: number
  frequency: number
  all_clear_duration: number
  all_clear_frequency: number
  post_warn_message: Generated<string>
  post_all_clear_message: Generated<string>
  is_page_public: Generated<boolean>
  version: Generated<number>
}
type RelayTable = {
  id: Generated<number>
  customer_id: number
  device_id: number
  name: string
  policy_type: PolicyShortName | null
  toggled: boolean | null
  manual: boolean | null
  manual_against: boolean | null
}
type AlertTimeTable = ReturnType<typeof alertTimeColumns> & { customer_id: number; device_id: number }
type Tables = {
  devices: DeviceTable
  sirens: SirenTable
  siren_alert_times: AlertTimeTable
  relays: RelayTable
  // Read only for the name.
  organization_locations: { id: number; customer_id: number; name: string }
}
export type SirenRow = Selectable<SirenTable>
export type RelayRow = Selectable<RelayTable>
/** A device with its place's name. */
export type DeviceRow = Selectable<DeviceTable> & { readonly location_name: string | null }

const tables = (db: Db) => db.withTables<Tables>()

// Devices

function devicesIn(db: Db, scope: Scope) {
  const query = tables(db)
    .selectFrom('devices')
    .leftJoin('organization_locations', 'organization_locations.id', 'devices.organization_location_id')
    .selectAll('devices')
    .select('organization_locations.name as location_name')
  return scope === 'system' ? query : query.where('devices.customer_id', '=', scope)
}

export function listDeviceRows(db: Db, scope: Scope): Promise<DeviceRow[]> {
  return devicesIn(db, scope)
    .orderBy(eb => eb.fn('lower', ['devices.name']))
    .orderBy('devices.id')
    .execute()
}

export function findDevice(db: Db, scope: Scope, id: number): Promise<DeviceRow | undefined> {
  return devicesIn(db, scope).where('devices.id', '=', id).executeTakeFirst()
}

export async function findDevices(db: Db, scope: Scope, ids: readonly number[]): Promise<DeviceRow[]> {
  if (ids.length === 0) return []
  return devicesIn(db, scope)
    .where(sql<boolean>`devices.id = any(${ids}::bigint[])`)
    .execute()
}

/** Finds a device by its name in the device protocol. */
export function findDeviceNamed(
  db: Db,
  _scope: 'system',
  device: string,
): Promise<Selectable<DeviceTable> | undefined> {
  return tables(db).selectFrom('devices').selectAll().where('device', '=', device).executeTakeFirst()
}

/** Locks a device: no one else can decide what it does until the transaction ends. */
export function holdDevice(tx: Tx, scope: Scope, id: number): Promise<DeviceRow | undefined> {
  return devicesIn(tx, scope).where('devices.id', '=', id).forUpdate('devices').executeTakeFirst()
}

export async function insertDevice(tx: Tx, row: Insertable<DeviceTable>): Promise<number> {
  const { id } = await tables(tx).insertInto('devices').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateDeviceRow(
  tx: Tx,
  _scope: Scope,
  id: number,
  change: Omit<Updateable<DeviceTable>, 'id' | 'customer_id' | 'created_at'>,
): Promise<void> {
  await tables(tx).updateTable('devices').set(change).where('id', '=', id).execute()
}

export async function deleteDevice(tx: Tx, _scope: Scope, id: number): Promise<void> {
  // A siren no longer speaks through it.
  const silent = { after_siren_pa_id: null }
  await tables(tx).updateTable('devices').set(silent).where('after_siren_pa_id', '=', id).execute()
  await tables(tx).deleteFrom('devices').where('id', '=', id).execute()
}

/** The columns needed to send something to a device. */
export type Addressee = Pick<
  DeviceRow,
  'id' | 'customer_id' | 'device' | 'model' | 'sealed_key' | 'session' | 'session_heard_at' | 'clock_ahead_ms'
>

export function addresseesOf(db: Db, _scope: 'system', ids: readonly number[]): Promise<Addressee[]> {
  return tables(db)
    .selectFrom('devices')
    .select(['id', 'customer_id', 'device', 'model', 'sealed_key'])
    .select(['session', 'session_heard_at', 'clock_ahead_ms'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
}

/** The columns that change constantly and decide what sirens do. */
const presenceColumns = [
  'id',
  'time_zone',
  'after_siren_pa_id',
  'enabled',
  'siren_enabled',
  'is_online',
  'lit_for',
] as const
export type DevicePresence = Pick<DeviceRow, (typeof presenceColumns)[number]>

export async function presenceOf(
  db: Db,
  _scope: 'system',
  ids: readonly number[],
): Promise<ReadonlyMap<number, DevicePresence>> {
  if (ids.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('devices')
    .select(presenceColumns)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** Locks several devices, always in the same order to prevent deadlocks. */
export async function holdPresence(
  tx: Tx,
  _scope: 'system',
  ids: readonly number[],
): Promise<ReadonlyMap<number, DevicePresence>> {
  const rows = await tables(tx)
    .selectFrom('devices')
    .select(presenceColumns)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/**
 * Takes the next command counter of each listed device; a device listed twice gets two. A device rejects a counter it
 * has seen.
 */
export async function nextCounters(
  tx: Tx,
  _scope: 'system',
  ids: readonly number[],
): Promise<readonly number[]> {
  const counts = Map.groupBy(ids, id => id)
  const wanted = JSON.stringify([...counts].map(([id, own]) => ({ id, count: own.length })))
  const { rows } = await sql<{ id: number; command_counter: number }>`
    update devices set command_counter = command_counter + said.count
    from json_to_recordset(${wanted}::json) as said (id bigint, count int)
    where devices.id = said.id
    returning devices.id, devices.command_counter`.execute(tx)
  const next = new Map(
    rows.map(({ id, command_counter }) => [id, command_counter - (counts.get(id)?.length ?? 0)]),
  )
  return ids.map(id => {
    const counter = (next.get(id) ?? 0) + 1
    next.set(id, counter)
    return counter
  })
}

// Sirens

export interface SirenRows {
  readonly device: DeviceRow
  readonly siren: SirenRow
  readonly alertTimes: readonly AlertTime[]
}

/** Sirens with their devices and alert times, for the given IDs or for all. */
export async function listSirenRows(db: Db, scope: Scope, ids?: readonly number[]): Promise<SirenRows[]> {
  if (ids?.length === 0) return []
  let sirens = tables(db).selectFrom('sirens').selectAll()
  let times = tables(db).selectFrom('siren_alert_times').selectAll().orderBy('day')
  if (scope !== 'system') {
    sirens = sirens.where('customer_id', '=', scope)
    times = times.where('customer_id', '=', scope)
  }
  if (ids) {
    sirens = sirens.where(sql<boolean>`device_id = any(${ids}::bigint[])`)
    times = times.where(sql<boolean>`device_id = any(${ids}::bigint[])`)
  }
  const settings = new Map((await sirens.execute()).map(row => [row.device_id, row]))
  const timesOf = Map.groupBy(await times.execute(), ({ device_id }) => device_id)
  const devices = ids ? await findDevices(db, scope, ids) : await listDeviceRows(db, scope)
  return devices.flatMap(device => {
    const siren = settings.get(device.id)
    return siren ? { device, siren, alertTimes: (timesOf.get(device.id) ?? []).map(alertTimeOf) } : []
  })
}

export async function findSiren(db: Db, scope: Scope, id: number): Promise<SirenRows | undefined> {
  return (await listSirenRows(db, scope, [id]))[0]
}

export async function insertSiren(tx: Tx, row: Insertable<SirenTable>): Promise<void> {
  await tables(tx).insertInto('sirens').values(row).execute()
}

export async function updateSirenRow(
  tx: Tx,
  _scope: Scope,
  deviceId: number,
  change: Omit<Updateable<SirenTable>, 'device_id' | 'customer_id'>,
): Promise<void> {
  await tables(tx).updateTable('sirens').set(change).where('device_id', '=', deviceId).execute()
}

export async function saveSirenTimes(
  tx: Tx,
  customerId: number,
  deviceId: number,
  times: readonly AlertTime[],
): Promise<void> {
  await tables(tx).deleteFrom('siren_alert_times').where('device_id', '=', deviceId).execute()
  if (times.length === 0) return
  const of = { customer_id: customerId, device_id: deviceId }
  await tables(tx)
    .insertInto('siren_alert_times')
    .values(times.map(time => ({ ...of, ...alertTimeColumns(time) })))
    .execute()
}

// Relays

export async function listRelayRows(
  db: Db,
  scope: Scope,
  deviceIds?: readonly number[],
): Promise<RelayRow[]> {
  if (deviceIds?.length === 0) return []
  let query = tables(db).selectFrom('relays').selectAll().orderBy('id')
  if (scope !== 'system') query = query.where('customer_id', '=', scope)
  if (deviceIds) query = query.where('device_id', 'in', deviceIds)
  return query.execute()
}

export async function insertRelay(tx: Tx, row: Insertable<RelayTable>): Promise<void> {
  await tables(tx).insertInto('relays').values(row).execute()
}

export async function updateRelay(
  tx: Tx,
  _scope: Scope,
  id: number,
  change: Pick<Updateable<RelayTable>, 'manual' | 'manual_against'>,
): Promise<void> {
  await tables(tx).updateTable('relays').set(change).where('id', '=', id).execute()
}
