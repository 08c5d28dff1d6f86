import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { newDevice } from '#contract/devices/device-register'
import { deviceReading, topicOf, type DeviceReading } from '#contract/devices/devices'
import { abilitiesOf, deviceModels } from '#domain/hardware/models'
import type { Facts } from '#server/facts'
import { addressesOf, devicePasswordOf } from '#server/gateway/index'
import { commitFacts, type Changes } from '#server/platform/changes/index'
import { Problem } from '#server/platform/http/problems'
import { openSecrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import { findCustomerNamed } from '#server/rooms/customers/index'
import { changeKey, listDeviceRows, registerDevice, removeDevice } from '#server/rooms/hardware/index'
import { sealedBefore } from '#server/rooms/identity/index'
import { listOrganizationLocationRows } from '#server/rooms/locations/index'
import { correctReadings, findStation } from '#server/rooms/stations/index'
import {
  table,
  WrongArguments,
  WrongUse,
  type Arguments,
  type AdminCommand,
  type Surroundings,
} from './command.ts'

/** The addresses with this server's public host name, which devices are likely to use too. */
function addressesAt({ baseUrl, mqtt }: Surroundings['config']): string[] {
  const { hostname, host, protocol } = new URL(baseUrl)
  const own = addressesOf(mqtt).map(address => address.replace('{host}', hostname))
  return mqtt.url === undefined ? [...own, `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/mqtt`] : own
}

/** Sets up the devices room. A running server notices changes within a second. */
async function roomOf({ config, clock, store }: Surroundings) {
  const { db } = await store()
  const commit: Changes<Facts>['commit'] = work => commitFacts(db, clock, work)
  const secrets = openSecrets(config, await sealedBefore(db))
  const addresses = () => addressesAt(config)
  return { db, changes: { commit }, secrets, passwordOf: devicePasswordOf, addresses, sendNow: () => {} }
}

async function idOf(db: Db, device: string): Promise<number> {
  const found = (await listDeviceRows(db, 'system')).find(each => each.device === device)
  if (!found) throw new WrongUse(`There is no device ${device}. See: devices`)
  return found.id
}

/** Runs an action and rewords the room's errors for the command line. */
async function inWords<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const faults = Object.entries(error.errors).map(([field, [fault]]) => `${field} ${fault}.`)
    throw new WrongUse([error.message, ...faults].join(' '))
  }
}

function printKeys(
  { print }: Surroundings,
  made: {
    readonly device: string
    readonly customerId: number
    readonly key: string
    readonly password: string
    readonly addresses: readonly string[]
  },
) {
  print(`Configure the device with these values. They are not shown again (see docs/build-a-device.md):`)
  for (const line of table([
    ['Name, MQTT user name and client id', made.device],
    ['Customer', String(made.customerId)],
    ['Topics', topicOf(made, 'command').replace(/command$/, '...')],
    ['Key, 32 bytes as base64url', made.key],
    ['The same key, hexadecimal', Buffer.from(made.key, 'base64url').toString('hex')],
    ['MQTT password', made.password],
    ...made.addresses.map(address => ['Address', address] as const),
  ]))
    print(`  ${line}`)
}

async function wantedDevice(db: Db, given: Arguments, device: string) {
  const customerName = given.option('customer') ?? ''
  const customer = await findCustomerNamed(db, 'system', customerName)
  if (!customer) throw new WrongUse(`There is no customer '${customerName}'. See: list customers`)
  const placeName = given.option('location')
  const places = placeName === undefined ? [] : await listOrganizationLocationRows(db, customer.id)
  const place = places.find(({ name }) => name === placeName)
  if (placeName !== undefined && !place)
    throw new WrongUse(`${customerName} has no organization location '${placeName}'`)
  const unit = given.option('unit')
  const hours = given.option('hours')
  const parsed = newDevice.safeParse({
    customerId: customer.id,
    device,
    name: given.option('name') ?? device,
    model: given.option('model'),
    latitude: Number(given.option('latitude') ?? place?.latitude),
    longitude: Number(given.option('longitude') ?? place?.longitude),
    elevationFeet: given.option('elevation') === undefined ? null : Number(given.option('elevation')),
    organizationLocationId: place?.id ?? null,
    ...(hours !== undefined && { hours: hours === 'all-day' ? 'all day' : hours }),
    isFarConfirmed: given.option('far') === 'yes',
    unitId: unit === undefined ? null : await idOf(db, unit),
    relays: (given.option('relays') ?? '')
      .split(',')
      .map(name => name.trim())
      .filter(name => name !== '')
      .map(name => ({ name, policyTypeId: null })),
  })
  if (parsed.success) return parsed.data
  throw new WrongArguments(
    parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`).join('; '),
  )
}

function readingsIn(file: string): DeviceReading[] {
  try {
    return z.array(deviceReading).parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new WrongUse(
      code === undefined
        ? `${file} is not a list of readings in the format that devices send.`
        : `${file} cannot be read (${code}).`,
    )
  }
}

export const deviceCommands: readonly AdminCommand[] = [
  {
    name: 'devices',
    takes: '',
    does: 'Lists every device and whether it is connected.',
    words: [],
    async run(_given, surroundings) {
      const { db } = await surroundings.store()
      const rows = (await listDeviceRows(db, 'system')).map(row => [
        row.device,
        row.model,
        row.name,
        row.is_online ? 'connected' : (row.heard_at?.toISOString() ?? 'never connected'),
      ])
      for (const line of table([['DEVICE', 'MODEL', 'NAME', 'STATE'], ...rows])) surroundings.print(line)
    },
  },
  {
    name: 'add-device',
    takes: 'DEVICE --model MODEL --customer NAME [...]',
    does: 'Registers a device and prints its configuration.',
    words: ['DEVICE'],
    options: {
      model: `One of ${deviceModels.join(', ')}`,
      customer: 'The customer who owns it',
      name: 'Its display name',
      location: 'The organization location where it is installed',
      latitude: 'Its position, if not at a location',
      longitude: 'Its position, if not at a location',
      elevation: 'For a weather station: feet above sea level, for evapotranspiration',
      hours:
        "For a siren, when it may sound: all-day, or groups for the alert times of its location's groups",
      far: "For a siren farther from its location than its ring's radius: yes",
      unit: 'For a relay or public-address unit: the device it belongs to',
      relays: 'For a relay unit: the names of its relays, separated by commas',
    },
    async run(given, surroundings) {
      const room = await roomOf(surroundings)
      const wanted = await wantedDevice(room.db, given, given.words[0] ?? '')
      const by = { caller: 'system', now: surroundings.clock.now() } as const
      printKeys(surroundings, await inWords(registerDevice(room, by, wanted)))
      if (abilitiesOf(wanted.model).siren && wanted.hours === undefined)
        surroundings.print('Its siren may sound at any hour, because --hours was not given.')
    },
  },
  {
    name: 'change-device-key',
    takes: 'DEVICE',
    does: 'Gives a device a new key. The device cannot connect until it has the new key.',
    words: ['DEVICE'],
    async run({ words }, surroundings) {
      const room = await roomOf(surroundings)
      const id = await idOf(room.db, words[0] ?? '')
      const by = { caller: 'system', now: surroundings.clock.now() } as const
      printKeys(surroundings, await inWords(changeKey(room, by, id)))
    },
  },
  {
    name: 'correct-readings',
    takes: 'DEVICE FILE',
    does: "Replaces a weather station's readings, however old. FILE is a list of readings in the format that devices send.",
    words: ['DEVICE', 'FILE'],
    async run({ words: [device = '', file = ''] }, surroundings) {
      const { db } = await surroundings.store()
      const found = (await listDeviceRows(db, 'system')).find(each => each.device === device)
      const station = found?.station_id ? await findStation(db, 'system', found.station_id) : undefined
      if (!station) throw new WrongUse(`There is no weather station ${device}. See: devices`)
      const readings = readingsIn(file)
      const now = surroundings.clock.now()
      const count = await db.transaction().execute(tx => correctReadings(tx, station, readings, now))
      surroundings.print(`${count} of ${readings.length} readings of ${station.name} were written.`)
      return count === readings.length
    },
  },
  {
    name: 'remove-device',
    takes: 'DEVICE',
    does: 'Removes a device and disconnects it.',
    words: ['DEVICE'],
    async run({ words }, surroundings) {
      const room = await roomOf(surroundings)
      const id = await idOf(room.db, words[0] ?? '')
      const { name } = await inWords(
        removeDevice(room, { caller: 'system', now: surroundings.clock.now() }, id),
      )
      surroundings.print(`${name} was removed.`)
    },
  },
]
