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
  // For its name alone.
  organization_locations: { id: number; customer_id: number; name: string }
  // For the groups that a place belongs to.
  organization_location_sites: { organization_location_id: number; user_group_id: number }
}
export type SirenRow = Selectable<SirenTable>
export type RelayRow = Selectable<RelayTable>
/** A device with the name of its place. */
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

export function listDevices(db: Db, scope: Scope): Promise<DeviceRow[]> {
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

/** By the name that it bears on the wire. */
export function findDeviceNamed(
  db: Db,
  _scope: 'system',
  device: string,
): Promise<Selectable<DeviceTable> | undefined> {
  return tables(db).selectFrom('devices').selectAll().where('device', '=', device).executeTakeFirst()
}

/** Until the transaction ends nobody else decides what it does. */
export function holdDevice(tx: Tx, scope: Scope, id: number): Promise<DeviceRow | undefined> {
  return devicesIn(tx, scope).where('devices.id', '=', id).forUpdate('devices').executeTakeFirst()
}

export async function insertDevice(tx: Tx, row: Insertable<DeviceTable>): Promise<number> {
  const { id } = await tables(tx).insertInto('devices').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateDevice(
  tx: Tx,
  _scope: Scope,
  id: number,
  change: Omit<Updateable<DeviceTable>, 'id' | 'customer_id' | 'created_at'>,
): Promise<void> {
  await tables(tx).updateTable('devices').set(change).where('id', '=', id).execute()
}

export async function deleteDevice(tx: Tx, _scope: Scope, id: number): Promise<void> {
  await tables(tx).deleteFrom('devices').where('id', '=', id).execute()
}

/** What has to be known of a device to send it something. */
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

/** What of devices changes from moment to moment, and decides what their sirens do. */
export type DevicePresence = Pick<DeviceRow, 'id' | 'enabled' | 'siren_enabled' | 'is_online' | 'lit_for'>

export async function presenceOf(
  db: Db,
  _scope: 'system',
  ids: readonly number[],
): Promise<ReadonlyMap<number, DevicePresence>> {
  if (ids.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('devices')
    .select(['id', 'enabled', 'siren_enabled', 'is_online', 'lit_for'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** Several at once, always in the same order, so that two who do so never wait for each other. */
export function holdDevices(tx: Tx, scope: Scope, ids: readonly number[]): Promise<DeviceRow[]> {
  return devicesIn(tx, scope)
    .where(sql<boolean>`devices.id = any(${ids}::bigint[])`)
    .orderBy('devices.id')
    .forUpdate('devices')
    .execute()
}

/** Takes the next numbers for commands, as many as each device is named. One that it has seen would be refused. */
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

/** The places that belong to a user group. */
export async function placesOfGroup(db: Db, _customerId: number, groupId: number): Promise<Set<number>> {
  const rows = await tables(db)
    .selectFrom('organization_location_sites')
    .select('organization_location_id')
    .where('user_group_id', '=', groupId)
    .execute()
  return new Set(rows.map(({ organization_location_id }) => organization_location_id))
}

/** The user groups of each place that has any. */
export async function groupsOfPlaces(db: Db, _scope: 'system'): Promise<ReadonlyMap<number, number[]>> {
  const rows = await tables(db).selectFrom('organization_location_sites').selectAll().execute()
  const byPlace = Map.groupBy(rows, ({ organization_location_id }) => organization_location_id)
  return new Map([...byPlace].map(([place, own]) => [place, own.map(({ user_group_id }) => user_group_id)]))
}

// Sirens

export interface SirenRows {
  readonly device: DeviceRow
  readonly siren: SirenRow
  readonly alertTimes: readonly AlertTime[]
}

/** Sirens with their devices and alert times; of some ids, or all of them. */
export async function listSirens(db: Db, scope: Scope, ids?: readonly number[]): Promise<SirenRows[]> {
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
  const devices = ids ? await findDevices(db, scope, ids) : await listDevices(db, scope)
  return devices.flatMap(device => {
    const siren = settings.get(device.id)
    return siren ? { device, siren, alertTimes: (timesOf.get(device.id) ?? []).map(alertTimeOf) } : []
  })
}

export async function findSiren(db: Db, scope: Scope, id: number): Promise<SirenRows | undefined> {
  return (await listSirens(db, scope, [id]))[0]
}

export async function insertSiren(tx: Tx, row: Insertable<SirenTable>): Promise<void> {
  await tables(tx).insertInto('sirens').values(row).execute()
}

export async function updateSiren(
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

export async function listRelays(db: Db, scope: Scope, deviceIds?: readonly number[]): Promise<RelayRow[]> {
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

// What devices say of themselves

/** How devices are now, many at once. A counter that is ahead of ours is theirs: the database may be an older one. */
export interface ReportedState {
  readonly device_id: number
  readonly is_online: boolean
  readonly heard_at: string
  readonly voltage: number | null
  readonly firmware: string | null
  readonly doing: string
  readonly is_test: boolean
  readonly lit_for: string | null
  readonly disbelieved: number
  readonly counter: number
  readonly session: string | null
  readonly clock_ahead_ms: number
  readonly relays: readonly { readonly id: string; readonly toggled: boolean }[]
}

/** A device that claims to be further ahead than this is not believed: nobody has sent it that much. */
const mostAhead = 1_000_000

export async function saveReported(
  tx: Tx,
  _scope: 'system',
  states: readonly ReportedState[],
): Promise<void> {
  if (states.length === 0) return
  const text = JSON.stringify(states)
  await sql`
    update devices set is_online = said.is_online, heard_at = greatest(devices.heard_at, said.heard_at),
      voltage = said.voltage, firmware = said.firmware, doing = said.doing, is_test = said.is_test,
      lit_for = said.lit_for, disbelieved = said.disbelieved, clock_ahead_ms = said.clock_ahead_ms,
      session = said.session, session_heard_at = case when said.session is null then null else said.heard_at end,
      command_counter = case when said.counter <= devices.command_counter + ${mostAhead}
        then greatest(devices.command_counter, said.counter) else devices.command_counter end
    from json_to_recordset(${text}::json) as said (device_id bigint, is_online boolean, heard_at timestamptz,
      voltage real, firmware text, doing text, is_test boolean, lit_for text, disbelieved int, counter bigint,
      session text, clock_ahead_ms bigint)
    where devices.id = said.device_id`.execute(tx)
  await sql`
    update relays set toggled = relay.toggled
    from json_array_elements(${text}::json) as said,
      json_to_recordset(said -> 'relays') as relay (id text, toggled boolean)
    where relays.device_id = (said ->> 'device_id')::bigint and relays.name = relay.id
      and relays.toggled is distinct from relay.toggled`.execute(tx)
}

/** How sirens did at a danger that is over; one that sounded is believed in again. */
export async function saveWarningOutcomes(
  tx: Tx,
  _scope: 'system',
  outcomes: readonly { readonly id: number; readonly failed: string | null; readonly at: Date }[],
): Promise<void> {
  if (outcomes.length === 0) return
  await sql`
    update devices set failed_warning = said.failed,
      failed_warning_at = case when said.failed is null then null else said.at end
    from json_to_recordset(${JSON.stringify(outcomes)}::json) as said (id bigint, failed text, at timestamptz)
    where devices.id = said.id`.execute(tx)
}

/** Those that have sounded, in a test or late: whatever failed before is mended. */
export async function forgetFailures(tx: Tx, _scope: 'system', ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tables(tx)
    .updateTable('devices')
    .set({ failed_warning: null, failed_warning_at: null })
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('failed_warning', 'is not', null)
    .execute()
}

/** Of one that is not there nobody knows what it does; it may have been cut off in the middle of a sound. */
const doesNothing = { is_online: false, doing: 'nothing', is_test: false } as const

/** Those that went away; what they did last is not known to be so any more. */
export async function saveGone(tx: Tx, _scope: 'system', deviceIds: readonly number[]): Promise<void> {
  if (deviceIds.length === 0) return
  await tables(tx).updateTable('devices').set(doesNothing).where('id', 'in', deviceIds).execute()
}

/** As an answer tells it that came this moment: a clock may have been set since the last state. */
export async function saveClock(tx: Tx, _scope: 'system', id: number, aheadMs: number): Promise<void> {
  await tables(tx).updateTable('devices').set({ clock_ahead_ms: aheadMs }).where('id', '=', id).execute()
}

export type ReportedBefore = Pick<DeviceRow, 'is_online' | 'doing' | 'is_test'>

/** What devices said last; until the transaction ends nobody else writes what they say. */
export async function holdReported(
  tx: Tx,
  _scope: 'system',
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReportedBefore>> {
  if (ids.length === 0) return new Map()
  const columns = ['id', 'is_online', 'doing', 'is_test'] as const
  const query = tables(tx).selectFrom('devices').select(columns).where('id', 'in', ids)
  const rows = await query.orderBy('id').forUpdate().execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** When the door is opened anew nobody is in the house: whoever is connected says so. */
export async function forgetOnline(tx: Tx, _scope: 'system'): Promise<void> {
  await tables(tx).updateTable('devices').set(doesNothing).where('is_online', '=', true).execute()
}
