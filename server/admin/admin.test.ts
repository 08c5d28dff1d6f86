import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { addDemoData } from '#server/house/demo/index'
import { systemClock } from '#server/platform/clock'
import { verifyChains } from '#server/platform/verify-audit'
import { Digester, type Line } from '#server/platform/backup/file'
import type { Store } from '#server/platform/store/index'
import { emptyStore, freshStore } from '#server/platform/store/testing'
import { findCustomerNamed, insertCustomer } from '#server/rooms/customers/index'
import { insertGroup } from '#server/rooms/groups/index'
import { findUserForSignIn } from '#server/rooms/users/index'
import { backupCommands } from './backup.ts'
import { checkCommands } from './checks.ts'
import { readArguments, type AdminCommand } from './command.ts'
import { deviceCommands } from './devices.ts'
import { peopleCommands } from './people.ts'
import { proofCommands } from './proof.ts'

const folder = mkdtempSync(join(tmpdir(), 'skywarden-admin-'))
const commands: readonly AdminCommand[] = [
  ...peopleCommands,
  ...deviceCommands,
  ...backupCommands,
  ...checkCommands,
  ...proofCommands,
]
let store: Store

beforeAll(async () => {
  store = await freshStore()
  await addDemoData(store.db, systemClock.now())
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

/** Runs a command as typed, with a given database and folder; returns its output. */
async function type(
  line: string,
  on: Store = store,
  dataDir = join(folder, 'data'),
  settings = {},
): Promise<string> {
  // A name with a space is typed in quotes.
  const [name, ...args] = line.split(' ').map(word => word.replace('&nbsp;', ' '))
  const command = commands.find(each => each.name === name)
  if (!command) throw new Error(`There is no command ${name}`)
  const output: string[] = []
  const config = readConfig({ DATA_DIR: dataDir, ...settings })
  const open = async () => on
  const stores = { store: open, storeAsItIs: open, newStore: open }
  const surroundings = { config, clock: systemClock, ...stores, print: (text: string) => output.push(text) }
  const worked = await command.run(readArguments(command, args), surroundings)
  return `${output.join('\n')}${worked === false ? '\n(not right)' : ''}`
}

/** A backup with correct checksums whose last rows the database rejects: the last table's rows have an extra column. */
function withRefusedRow(lines: readonly string[]): string {
  const parsed = lines.map(line => JSON.parse(line) as Line)
  const last = parsed.findLast(line => line.kind === 'rows')
  const end = parsed.find(line => line.kind === 'end')
  if (!last || !end) throw new Error('There are no rows')
  const rows = ['(not,a,row,of,this,table)']
  const digester = new Digester()
  digester.add(rows)
  const tables = { ...end.tables, [last.table]: digester.end() }
  return parsed
    .filter(line => line === last || line.kind !== 'rows' || line.table !== last.table)
    .map(line => (line === last ? { ...last, rows } : line === end ? { ...end, tables } : line))
    .map(line => `${JSON.stringify(line)}\n`)
    .join('')
}

const lastAct = async () => {
  const { rows } = await sql<{ action: string; target: string }>`
    select action, target from audit_log order by id desc limit 1`.execute(store.db)
  return rows[0]
}

describe('commands about people', () => {
  it('lists people and customers', async () => {
    expect(await type('list customers')).toMatch(/^Demo Parks and Schools +ACTIVE +17$/m)
    expect(await type('list people')).toMatch(/^admin@demo\.test +Demo Admin +Admin +active/m)
    await expect(type('list people --customer Nobody')).rejects.toThrow('There is no customer Nobody')
  })

  it.each([
    ['invite', 'invited by hand', 'invite'],
    ['reset-password', 'password reset by hand', 'reset'],
  ])('%s prints a link that the database has, and is audited', async (command, action, purpose) => {
    expect(await type(`${command} admin@demo.test`)).toMatch(/\/identity\/set-password\?token=[\w-]{43}/)
    expect(await lastAct()).toMatchObject({ action, target: expect.stringContaining('admin@demo.test') })
    const { rows } = await sql`select 1 from account_links where purpose = ${purpose}`.execute(store.db)
    expect(rows).toHaveLength(1)
  })

  it('locks a disabled person out until enabled, and writes audit entries for both', async () => {
    await type('disable customer@demo.test')
    expect((await findUserForSignIn(store.db, 'customer@demo.test'))?.is_active).toBe(false)
    expect(await lastAct()).toMatchObject({ action: 'account disabled by hand' })
    await expect(type('invite customer@demo.test')).rejects.toThrow('is disabled')
    await type('enable customer@demo.test')
    expect((await findUserForSignIn(store.db, 'customer@demo.test'))?.is_active).toBe(true)
    expect(await lastAct()).toMatchObject({ action: 'account enabled by hand' })
  })

  it('resets two-step verification with its passkeys, tells their owner, and says if there is none', async () => {
    const person = () => findUserForSignIn(store.db, 'customer@demo.test')
    await sql`insert into passkeys (user_id, credential_id, host, public_key, counter, transports, name, created_at)
      values (${(await person())?.id}, 'one', 'localhost', '\\x00', 0, '{}', 'A key', now())`.execute(
      store.db,
    )
    expect((await person())?.has_second_factor).toBe(true)
    expect(await type('reset-two-steps customer@demo.test')).toContain('with the password alone')
    expect((await person())?.has_second_factor).toBe(false)
    expect(await lastAct()).toMatchObject({ action: 'two-step verification reset by hand' })
    await expect(type('reset-two-steps customer@demo.test')).rejects.toThrow('no two-step verification')
    const { rows } = await sql`
      select recipient, state from outbox where subject = 'Your Skywarden two-step verification'`.execute(
      store.db,
    )
    expect(rows).toEqual([{ recipient: 'customer@demo.test', state: 'waiting' }])
  })

  it('never disables the last Super Admin', async () => {
    await expect(type('disable super@skywarden.test')).rejects.toThrow('the last Super Admin')
  })

  const roleOf = async (email: string) => (await findUserForSignIn(store.db, email))?.role

  it('creates an Admin of the organization, and a Super Admin only on request', async () => {
    expect(await type('create-user --email first@harbor.test --customer Harbor')).toMatch(
      /^Admin first@harbor/,
    )
    expect(await roleOf('first@harbor.test')).toBe('Admin')
    expect(await type('create-user --email second@harbor.test --customer Harbor --super')).toMatch(
      /^Super Admin second@harbor/,
    )
    expect(await roleOf('second@harbor.test')).toBe('SuperAdmin')
    await type('create-user --email third@harbor.test --customer Harbor --role Customer')
    expect(await roleOf('third@harbor.test')).toBe('Customer')
  })

  it.each([
    ['invite', "invite needs a person's email address."],
    ['create-user --email a@b.c --customer C --role Admin --super', 'Use either --super or --role.'],
    ['invite a b', "'b' is one argument too many for invite."],
    ['list people --foo', 'Unknown option: --foo.'],
    ['list people --customer', '--customer needs a value.'],
    ['create-user --email a@b.c', 'create-user needs --email and --customer.'],
    ['create-user --email a@b.c --customer C --role Boss', 'Boss is not a role that can sign in.'],
    [
      'create-user --email admin@demo.test --customer C',
      'An account with this email address already exists.',
    ],
  ])('reports in plain words what is wrong with: %s', async (line, words) => {
    await expect(type(line)).rejects.toThrow(words)
  })
})

describe('devices', () => {
  const where = '--customer Other&nbsp;Venues --model OWS --latitude 36.15 --longitude -95.99'
  const add = (device: string) => type(`add-device ${device} ${where}`)

  it('are registered, get new keys and are removed, each with its audit row', async () => {
    const first = await add('ows-tulsa')
    const key = /Key, 32 bytes as base64url +(\S{43})\n/.exec(first)?.[1] ?? ''
    for (const line of [
      /Name, MQTT user name and client id +ows-tulsa\n/,
      /Customer +\d+\n/,
      /Topics +skywarden\/\d+\/ows-tulsa\/\.\.\.\n/,
      new RegExp(`The same key, hexadecimal +${Buffer.from(key, 'base64url').toString('hex')}\n`),
      /MQTT password +\S{43}\n/,
      /Address +mqtt:\/\/\S+:1883\n/,
      /Address +wss?:\/\/\S+\/mqtt\n/,
      /Its siren may sound at any hour, because --hours was not given\.$/,
    ])
      expect(first).toMatch(line)
    const inHours = await type(`add-device ows-hours ${where} --hours all-day`)
    expect(inHours).not.toContain('any hour')
    await type('remove-device ows-hours')
    await expect(type(`add-device ows-hours ${where} --hours groups`)).rejects.toThrow('no group')
    await expect(add('ows-tulsa')).rejects.toThrow('Device is the name of another device')
    expect(await type('devices')).toContain('never connected')
    const second = await type('change-device-key ows-tulsa')
    expect(second).not.toBe(first)
    expect(await type('remove-device ows-tulsa')).toBe('ows-tulsa was removed.')
    expect((await lastAct())?.action).toBe('device removed')
    await expect(type('remove-device ows-tulsa')).rejects.toThrow('There is no device ows-tulsa')
  })

  it('can have readings of any age corrected, with an audit entry', async () => {
    await type(`add-device wxs-old ${where.replace('OWS', 'WXS')} --elevation 1170`)
    const file = join(folder, 'readings.json')
    const at = '2026-06-20T12:00:00Z'
    for (const temperatureF of [70, 64.5]) {
      writeFileSync(file, JSON.stringify([{ at, temperatureF, humidityPercent: 50 }]))
      expect(await type(`correct-readings wxs-old ${file}`)).toBe('1 of 1 readings of wxs-old were written.')
    }
    expect(await lastAct()).toMatchObject({ action: 'station readings corrected' })
    const { rows } = await sql<{ temperature_f: number; elevation_feet: number }>`
      select temperature_f, elevation_feet from station_readings join stations on stations.id = station_id
      where source_id = 'wxs-old'`.execute(store.db)
    expect(rows).toEqual([{ temperature_f: 64.5, elevation_feet: 1170 }])
    writeFileSync(file, '{}')
    await expect(type(`correct-readings wxs-old ${file}`)).rejects.toThrow('is not a list of readings')
    await expect(type(`correct-readings nobody ${file}`)).rejects.toThrow(
      'There is no weather station nobody',
    )
    await type('remove-device wxs-old')
  })
})

describe('a backup', () => {
  const dataDir = join(folder, 'data')
  const file = join(folder, 'one.backup')
  const odd = 'quotes "\' \\ (a,b) {c}\nnew line \t tab, ünïcödé ☂'

  beforeAll(async () => {
    const now = systemClock.now()
    await store.db.transaction().execute(async tx => {
      await insertCustomer(tx, { name: odd, companyType: '', permissions: [] }, now)
    })
    // Numbers that a lossy text format would round.
    await sql`insert into strikes
      (source, id, reported_at, at, latitude, longitude, amp, type, position_error_miles, received_at, clamped)
      values ('test', 'third', now(), now(), ${1 / 3}, -97.12345678901234, null, 1, 0.1, now(), false)`.execute(
      store.db,
    )
    // Tables partitioned by month.
    await sql`insert into stations
      (source, source_id, network, name, latitude, longitude, time_zone, created_at, updated_at)
      values ('test', 'one', 'station', 'One', 35, -97, 'America/Chicago', now(), now())`.execute(store.db)
    for (const month of ['2026-06-01', '2026-11-01']) {
      await sql`select add_month('station_readings', ${month}::date)`.execute(store.db)
      await sql`insert into station_readings (station_id, at, temperature_f)
        select id, ${month}::timestamptz, 70.1 from stations`.execute(store.db)
    }
    await type(`backup ${file}`)
  })

  it('is read back automatically, and is never overwritten', async () => {
    expect(await type(`backup verify ${file}`)).toContain('is intact')
    await expect(type(`backup ${file}`)).rejects.toThrow('already exists')
  })

  it('is restored row by row, with its key and its sequences', async () => {
    const target = await emptyStore()
    const restored = join(folder, 'restored')
    try {
      mkdirSync(restored) // as the embedded database would have created it
      expect(await type(`restore ${file}`, target, restored)).toContain('were restored and verified')
      expect(readFileSync(join(restored, 'secret.key'))).toEqual(readFileSync(join(dataDir, 'secret.key')))
      const before = await findCustomerNamed(store.db, 'system', odd)
      expect(before).toBeDefined()
      expect(await findCustomerNamed(target.db, 'system', odd)).toEqual(before)
      const { rows: strikes } = await sql`select * from strikes`.execute(target.db)
      expect(strikes).toEqual([
        expect.objectContaining({ latitude: 1 / 3, longitude: -97.12345678901234, amp: null }),
      ])
      const { rows: readings } = await sql<{ month: string }>`
        select distinct tableoid::regclass::text as month from station_readings order by 1`.execute(target.db)
      expect(readings.map(({ month }) => month)).toEqual([
        'station_readings_2026_06',
        'station_readings_2026_11',
      ])
      // A log reader would skip a position that had been reused.
      const { rows: order } = await sql<{ last: number; next: number }>`
        select max(position) as last, nextval('lightning_positions') as next from strikes`.execute(target.db)
      expect(order[0]?.next).toBeGreaterThan(order[0]?.last ?? Infinity)
      expect(await verifyChains(target.db)).toMatchObject({ faults: [] })
      const next = await target.db
        .transaction()
        .execute(tx =>
          insertCustomer(tx, { name: 'Next', companyType: '', permissions: [] }, systemClock.now()),
        )
      expect(next).toBeGreaterThan(before?.id ?? 0)
      await expect(type(`restore ${file}`, target, restored)).rejects.toThrow('This database is not empty')
    } finally {
      await target.close()
    }
  })

  it('is restored completely or not at all: a failed restore leaves the database as it was', async () => {
    const target = await emptyStore()
    const tablesIn = async () => {
      const { rows } = await sql`select 1 from pg_class where relnamespace = 'public'::regnamespace`.execute(
        target.db,
      )
      return rows.length
    }
    try {
      // A folder that cannot be created because its parent is a file.
      writeFileSync(join(folder, 'a-file'), '')
      await expect(type(`restore ${file}`, target, join(folder, 'a-file', 'data'))).rejects.toThrow(
        'DATA_DIR',
      )
      expect(await tablesIn()).toBe(0)

      // Rows that the database rejects halfway through.
      const refused = join(folder, 'refused.backup')
      const lines = gunzipSync(readFileSync(file)).toString().split('\n').filter(Boolean)
      writeFileSync(refused, gzipSync(withRefusedRow(lines)))
      const fresh = join(folder, 'fresh')
      await expect(type(`restore ${refused}`, target, fresh)).rejects.toThrow()
      expect(await tablesIn()).toBe(0)
      expect(existsSync(join(fresh, 'secret.key'))).toBe(false)

      // The second attempt succeeds, with a folder that does not exist yet.
      const output = await type(`restore ${file}`, target, fresh, {
        DATABASE_URL: 'postgres://keeper:hidden@db.example.org:5433/weather',
      })
      expect(output).toContain('postgres://keeper@db.example.org:5433/weather')
      expect(output).not.toContain('hidden')
      expect(output).toContain(`The key is in ${join(fresh, 'secret.key')}`)
      expect(readFileSync(join(fresh, 'secret.key'))).toEqual(readFileSync(join(dataDir, 'secret.key')))
    } finally {
      await target.close()
    }
  })

  it('reports whether the key is in the file', async () => {
    expect(await type(`backup ${join(folder, 'with-key.backup')}`)).toContain("It contains this server's key")
    expect(await type(`backup verify ${join(folder, 'with-key.backup')}`)).toContain('with its key')
    const settings = { SKYWARDEN_SECRET: 'quite another secret of enough length' }
    const without = join(folder, 'without-key.backup')
    const output = await type(`backup ${without}`, store, dataDir, settings)
    expect(output).not.toContain("It contains this server's key")
    expect(output).toContain('It does not contain SKYWARDEN_SECRET')
    expect(await type(`backup verify ${without}`)).toContain('without a key')
  })

  it('is a consistent snapshot, whatever is written meanwhile', async () => {
    const now = systemClock.now()
    let isOver = false
    let written = 0
    const writing = (async () => {
      for (let number = 0; !isOver; number = ++written) {
        await store.db.transaction().execute(async tx => {
          const id = await insertCustomer(
            tx,
            { name: `Pair ${number}`, companyType: '', permissions: [] },
            now,
          )
          await insertGroup(tx, id, `Pair ${number}`, now)
        })
      }
    })()
    const live = join(folder, 'live.backup')
    await expect.poll(() => written, { timeout: 15_000 }).toBeGreaterThan(3)
    await type(`backup ${live}`).finally(() => (isOver = true))
    await writing
    const text = gunzipSync(readFileSync(live)).toString()
    const pairs = (table: string) =>
      text
        .split('\n')
        .filter(line => line.includes(`"table":"${table}"`))
        .join()
        .match(/Pair \d+/g)?.length ?? 0
    expect(pairs('customers')).toBeGreaterThan(3)
    expect(pairs('customers')).toBe(pairs('user_groups'))
  })

  it.each([
    ['cut off', (whole: string) => whole.slice(0, whole.lastIndexOf('{"kind":"end"')), 'its end is missing'],
    ['changed', (whole: string) => whole.replaceAll('Demo Parks', 'Dumb Parks'), 'customers'],
    ['no backup', () => 'hello', 'is not a complete backup'],
  ])('that is %s is rejected', async (_, spoil, words) => {
    const spoiled = join(folder, 'spoiled.backup')
    writeFileSync(spoiled, gzipSync(spoil(gunzipSync(readFileSync(file)).toString())))
    await expect(type(`backup verify ${spoiled}`)).rejects.toThrow(words)
    await expect(type(`restore ${spoiled}`)).rejects.toThrow(words)
  })

  it('made with another key is rejected if there is a key', async () => {
    const settings = { SKYWARDEN_SECRET: 'quite another secret of enough length' }
    await expect(type(`restore ${file}`, store, folder, settings)).rejects.toThrow('different key')
  })
})
