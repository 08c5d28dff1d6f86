import { sql } from 'kysely'
import { readFileSync, readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isReading } from '#contract/call'
import { allCalls } from '#contract/index'
import { permissions } from '#domain/access/permissions'
import { satelliteWords } from '#domain/lightning/proof'
import type { Facts } from '#server/facts'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import type { Changes } from '#server/platform/changes/index'
import { systemClock } from '#server/platform/clock'
import type { Db } from '#server/platform/store/index'
import { SirenRegister } from '#server/rooms/hardware/index'
import { InstrumentRegister } from '#server/rooms/instruments/register'
import { SatelliteBook } from '#server/rooms/lightning/satellite/register'
import { LocationRegister } from '#server/rooms/locations/index'
import { PlaceRegister, PolicyBook } from '#server/rooms/policies/index'
import { WidgetRegister } from '#server/rooms/widgets/index'
import type { Sample } from './sample.testing.ts'
import { samples } from './samples.testing.ts'

/** A table of which rows are held in memory. */
interface HeldTable {
  /** A row is written only together with one of these facts, and whoever holds it follows all of them. */
  readonly facts: readonly (keyof Facts)[]
  /** The columns that are held, where others change without anybody having to know. */
  readonly columns?: readonly string[]
}

const place = 'organization location changed'
const held: Readonly<Record<string, HeldTable>> = {
  locations: { facts: ['location changed', 'location removed'] },
  organization_locations: { facts: [place] },
  organization_location_sites: { facts: [place] },
  policies: { facts: ['policy changed'] },
  policy_groups: { facts: ['policy changed'] },
  users: {
    facts: ['person changed'],
    columns: 'customer_id user_group_id role permissions is_active'.split(' '),
  },
  widgets: { facts: ['widget changed'] },
  // The rest is what devices report about themselves.
  devices: {
    facts: ['device changed', place],
    columns: (
      'customer_id device model name latitude longitude time_zone ip_address organization_location_id unit_id ' +
      'station_id after_siren_pa_id default_play_count enabled siren_enabled sealed_key'
    ).split(' '),
  },
  sirens: { facts: ['device changed'] },
  siren_alert_times: { facts: ['device changed'] },
  instruments: { facts: ['instrument changed', place] },
  satellite_acceptances: { facts: ['satellite acceptance changed', 'location removed', place] },
  stations: {
    facts: ['station changed'],
    columns: 'customer_id name latitude longitude elevation_feet time_zone is_public'.split(' '),
  },
  feed_keys: {
    facts: ['feed key changed'],
    columns: ['name', 'key_hash', 'proves_absence', 'area', 'stale_after_seconds', 'position_error_miles'],
  },
  // Nothing renames a customer: whatever does so first needs a fact.
  customers: { facts: [], columns: ['name'] },
}

/** Links are replaced rather than changed, stations stay, and nothing edits a customer. */
const notByAnyCall = /^(customers |stations delete)|(_sites|_groups|_times|feed_keys|_acceptances) update$/

let world: TestHouse
let support: TestPerson
let admin: TestPerson
let colleague: TestPerson
const db = () => world.house.store.db

/** Records each write to a held row without such a fact in its transaction, when the transaction ends. */
async function watchWrites() {
  const run = (text: string) => sql.raw(text).execute(db())
  await run('create table writes (name text, act text, is_told boolean)')
  await run(`create function note_fact() returns trigger language plpgsql as $$ begin
    perform set_config('test.facts', coalesce(current_setting('test.facts', true), '') || new.kind || ',', true);
    return null; end $$`)
  await run('create trigger note_fact after insert on facts for each row execute function note_fact()')
  await run(`create function note_write() returns trigger language plpgsql as $$ begin
    insert into writes values (tg_table_name, tg_op,
      string_to_array(current_setting('test.facts', true), ',') && tg_argv[0]::text[]);
    return null; end $$`)
  for (const [name, { facts, columns }] of Object.entries(held)) {
    const of = (row: string) =>
      columns
        ? `(${columns.map(column => `${row}.${column}`).join()})`
        : `(to_jsonb(${row}) - '{version,created_at,updated_at}'::text[])`
    const trigger = (act: string, when: string) =>
      run(`create constraint trigger note_${act.slice(0, 6)} after ${act} on ${name}
        deferrable initially deferred for each row ${when}
        execute function note_write('{${facts.map(fact => `"${fact}"`).join()}}')`)
    await trigger('insert or delete', '')
    await trigger('update', `when (${of('old')} is distinct from ${of('new')})`)
  }
}

/** Returns the writes that were made with a fact, or without one. */
async function writes(withFact: boolean): Promise<string[]> {
  const { rows } = await sql<{ write: string }>`
    select distinct name || ' ' || lower(act) as write from writes
    where coalesce(is_told, false) = ${withFact}`.execute(db())
  return rows.map(({ write }) => write).sort()
}

async function send(name: string, changed: Sample = {}, as = support) {
  const call = allCalls.find(each => each.name === name)
  if (!call) throw new Error(`There is no call ${name}`)
  const sample = samples[name]?.({ caller: as, colleague }) ?? {}
  const given = changed.body ?? sample.body
  const body = Array.isArray(given) ? given : Object.assign({}, sample.body, changed.body)
  return world.ask(call, { ...sample, ...changed, ...(call.body && { body }) }, as)
}

/** Makes a change that must succeed; returns what it was answered with. */
async function done<Reply>(name: string, changed: Sample = {}): Promise<Reply> {
  const { status, body } = await send(name, changed)
  expect([name, status, body]).toEqual([name, 200, expect.anything()])
  return body.data as Reply
}
const of = (id: number | string) => ({ params: { id: String(id) } })
type Made = { readonly id: number }

beforeAll(async () => {
  world = await testHouse()
  const customerId = await world.customer()
  support = await world.person({ role: 'SuperAdmin', customerId, permissions })
  admin = await world.person({ role: 'Admin', customerId, permissions })
  colleague = await world.person({ role: 'Customer', customerId })
  await watchWrites()
})
afterAll(() => world.close())

describe('everything that is held in memory', () => {
  const noChanges = (follows: string[]) =>
    ({
      subscribeToBatches: (kinds: readonly string[]) => void follows.push(...kinds),
    }) as unknown as Changes<Facts>

  /** Opens every register on a database that notes what is read. */
  async function readings() {
    const found = new Map<string, { readonly reads: Set<string>; readonly follows: string[] }>()
    async function note<Opened>(name: string, open: (db: Db, changes: Changes<Facts>) => Promise<Opened>) {
      const [reads, follows] = [new Set<string>(), [] as string[]]
      const noting = db().withPlugin({
        transformQuery({ node, queryId }) {
          const { sql: text } = db().getExecutor().compileQuery(node, queryId)
          for (const [, table = ''] of text.matchAll(/\b(?:from|join) "?(\w+)"?/g)) reads.add(table)
          return node
        },
        transformResult: async ({ result }) => result,
      })
      found.set(name, { reads, follows })
      return open(noting, noChanges(follows))
    }
    const locations = await note('LocationRegister', (on, changes) => LocationRegister.open(on, changes))
    const book = await note('PolicyBook', (on, changes) => PolicyBook.open(on, changes))
    const places = await note('PlaceRegister', (on, changes) =>
      PlaceRegister.open({ db: on, changes, locations, book }),
    )
    await note('SirenRegister', (on, changes) =>
      SirenRegister.open({ db: on, changes, locations, places, book }),
    )
    await note('WidgetRegister', (on, changes) => WidgetRegister.open({ db: on, changes, book }))
    await note('InstrumentRegister', (on, changes) =>
      InstrumentRegister.open({ db: on, changes, clock: systemClock }),
    )
    await note('SatelliteBook', (on, changes) => SatelliteBook.open(on, changes))
    return found
  }

  it('is read by registers and books that this test opens', async () => {
    const inRooms = readdirSync('server/rooms', { recursive: true, encoding: 'utf8' })
    const reading = inRooms
      .filter(path => path.endsWith('.ts') && !path.includes('.test'))
      .map(path => readFileSync(`server/rooms/${path}`, 'utf8'))
      .filter(text => text.includes(`'system'`))
      .flatMap(text => /class (\w+(?:Register|Book))\b/.exec(text)?.[1] ?? [])
    expect([...(await readings()).keys()].sort()).toEqual(reading.sort())
  })

  it('follows every fact with which its rows are written', async () => {
    const unread = [...(await readings())].flatMap(([name, { reads, follows }]) =>
      [...reads].flatMap(table =>
        (held[table]?.facts ?? [`no facts of ${table}` as const])
          .filter(fact => !follows.includes(fact))
          .map(fact => `${name} does not follow '${fact}' of ${table}`),
      ),
    )
    expect(unread).toEqual([])
  })
})

describe('every write to a row that is held in memory', () => {
  it('comes with a fact, whichever call makes it', async () => {
    const group = (await done<{ userGroup: Made }>('addGroup')).userGroup
    const other = (await done<{ userGroup: Made }>('addGroup', { body: { name: 'Others' } })).userGroup
    await done('updateGroup', { body: { id: group.id, name: 'Crew' } })
    const addPlace = async () =>
      (await done<{ organizationLocation: Made }>('addOrganizationLocation')).organizationLocation.id
    const organizationLocationId = await addPlace()
    const link = await done<Made>('linkSite', { body: { organizationLocationId, siteId: group.id } })
    await done('updateOrganizationLocation', { body: { id: organizationLocationId, latitude: 35.21 } })

    const addLocation = async (body = {}) =>
      (await done<{ location: Made }>('addLocation', { body: { radius3: 0, radius2: 0, ...body } })).location
        .id
    const own = await addLocation()
    const atPlace = await addLocation({ organizationLocationId })
    const accepted = { body: { accept: true, words: satelliteWords } }
    await done('acceptSatellite', { ...of(own), ...accepted })
    await done('acceptSatellite', { ...of(atPlace), ...accepted })
    await done('acceptSatellite', { ...of(atPlace), body: { accept: false, words: satelliteWords } })
    await done('acceptSatellite', { ...of(atPlace), ...accepted })
    await done('updateLocation', { body: { id: own, radius1: 9 } })
    await done('setForecastLocation', of(own))
    await done('deleteLocation', of(own))
    await send('setOrganizationLocationsOfUser', {
      body: [{ organizationLocationId, label: 'Given', flags: 2, forecastLocation: false }],
    })

    const policy = await done<{ policy: Made } | Made>('addPolicy', { body: { sites: [group.id] } })
    const policyId = 'policy' in policy ? policy.policy.id : policy.id
    await done('updatePolicy', { body: { id: policyId, allGroups: false, sites: [other.id] } })
    await done('deleteGroup', of(other.id))
    await done('deletePolicy', of(policyId))

    const person = { siteId: group.id, roleId: '4' }
    const { user } = await done<{ user: { id: string } }>('addUser', { body: person })
    await done('updateUser', { body: { ...person, id: user.id, roleId: '2' } })
    await done('demoteUser', { query: { id: user.id } })
    await done('promoteUser', { body: { ...person, id: user.id } })
    await done('deleteUser', of(user.id))
    const told = await done<{ user: { id: string } }>('addNotificationUser', { body: { siteId: group.id } })
    await done('updateNotificationUser', { body: { siteId: group.id, id: told.user.id } })
    await done('deleteNotificationUser', of(told.user.id))
    await send('importUsers', { body: { apply: true } })

    const device = { customerId: support.customerId, organizationLocationId, model: 'OWX' }
    const siren = await done<Made>('registerDevice', { body: device })
    const speaker = await done<Made>('registerDevice', {
      body: { ...device, device: 'pa-1', name: 'Speaker', model: 'PA', unitId: siren.id },
    })
    const removed = await done<Made>('registerDevice', {
      body: { ...device, device: 'ows-2', name: 'Second', model: 'OWS' },
    })
    await done('updateDevice', { ...of(siren.id), body: { latitude: 35.21, organizationLocationId } })
    await done('updateSiren', { body: { sirenId: siren.id } })
    await done('disableSiren', { body: { hardwareId: siren.id } })
    await done('disableHardware', { body: { hardwareId: siren.id } })
    await done('changeDeviceKey', of(siren.id))
    await done('removeDevice', of(removed.id))
    await done('removeDevice', of(speaker.id))
    const stations = await done<readonly Made[]>('listWeatherStations')
    const station = of(stations[0]?.id ?? 0)
    await done('shareWeatherStation', station)
    await done('correctStationElevation', { ...station, body: { elevationFeet: 900 } })

    const instrument = await done<Made>('addInstrument', { body: { organizationLocationId } })
    const gone = await done<Made>('addInstrument', { body: { name: 'Gate' } })
    await done('updateInstrument', {
      ...of(instrument.id),
      body: { organizationLocationId, mapping: [], calibration: [], name: 'Field' },
    })
    await done('changeInstrumentKey', of(gone.id))
    await done('removeInstrument', of(gone.id))

    const lightning = { policyTypeShortName: 'LR1', threshold: 10, allClearMinutes: 30 }
    await done('addPolicy', { body: { ...lightning, sites: [], allGroups: true } })
    const settings = { orgLocId: organizationLocationId, policyGroupId: group.id }
    const widget = await done<Made>('createWidget', { body: settings })
    await done('updateWidget', { ...of(widget.id), body: { ...settings, name: 'Gate' } })
    await done('deleteWidget', of(widget.id))
    const key = await done<Made>('createFeedKey')
    await done('deleteFeedKey', of(key.id))
    await done('unlinkSite', of(link.id))
    expect((await send('deleteOrganizationLocation', of(organizationLocationId))).status).toBe(400)
    await done('removeDevice', of(siren.id))
    await done('deleteOrganizationLocation', of(organizationLocationId))

    // Every other call, whatever it writes.
    for (const call of allCalls.filter(each => !isReading(each)))
      for (const as of [admin, support]) await send(call.name, {}, as)
    expect(await writes(false)).toEqual([])
    const possible = Object.keys(held).flatMap(table =>
      ['insert', 'update', 'delete'].map(act => `${table} ${act}`).filter(write => !notByAnyCall.test(write)),
    )
    expect(await writes(true)).toEqual(possible.sort())
  })
})
