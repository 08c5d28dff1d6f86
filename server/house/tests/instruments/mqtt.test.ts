import mqtt, { type IClientOptions, type IClientPublishOptions, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  changeInstrumentKey,
  getInstrument,
  removeInstrument,
  type Instrument,
} from '#contract/devices/instruments'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { freePort } from '#server/platform/free-port.testing'
import { addOne, until } from './instruments.testing.ts'

type Added = Instrument & { key: string }

let house: TestHouse
let admin: TestPerson
let port = 0
const clients: MqttClient[] = []

beforeAll(async () => {
  port = await freePort()
  house = await testHouse({ listen: true, environment: { MQTT_PORT: String(port), HOST: '127.0.0.1' } })
  admin = await house.person({ role: 'Admin', customerId: await house.customer() })
})
afterEach(() => clients.splice(0).forEach(client => client.end(true)))
afterAll(() => house.close())

async function knock(options: IClientOptions): Promise<MqttClient | string> {
  const client = mqtt.connect(`mqtt://127.0.0.1:${port}`, {
    protocolVersion: 4,
    reconnectPeriod: 0,
    ...options,
  })
  clients.push(client)
  return new Promise(resolve => {
    client.once('connect', () => resolve(client))
    client.once('error', error => resolve(error.message))
    client.once('close', () => resolve('hung up'))
  })
}
async function connected({ senderId, key }: Added, more: IClientOptions = {}): Promise<MqttClient> {
  const client = await knock({ username: senderId, password: key, ...more })
  if (typeof client === 'string') throw new Error(client)
  return client
}
const closing = (client: MqttClient) => new Promise<void>(resolve => client.once('close', () => resolve()))
/** Resolves when the broker has accepted the message. */
const publish = (client: MqttClient, topic: string, body: unknown, more: IClientPublishOptions = {}) =>
  client.publishAsync(topic, typeof body === 'string' ? body : JSON.stringify(body), { qos: 1, ...more })
const shown = ({ id }: Instrument) => house.reply(getInstrument, { params: { id: String(id) } }, admin)
const nowSeconds = () => Math.floor(Date.now() / 1000)
const weewx = () => ({
  dateTime: String(nowSeconds()),
  outTemp_F: '71.2',
  outHumidity: '48',
  windSpeed_mph: '4',
})

describe('an instrument that publishes by MQTT', () => {
  it('is admitted with its id, its key and any client id', async () => {
    const one = await addOne(house, admin, { make: 'weewx' })
    const client = await connected(one, { clientId: 'weewx_1' })
    await publish(client, `instruments/${one.senderId}/weather/loop`, weewx())
    const heard = await until(house, admin, one.id, ({ heardAt }) => heardAt !== null)
    expect(heard.received?.values).toContainEqual(
      expect.objectContaining({ measure: 'temperatureF', sent: 71.2 }),
    )
    expect(heard.refused).toBeNull()
    const again = await connected(one, {
      clientId: one.senderId,
      will: { topic: 'x', payload: Buffer.from('y') },
    })
    await publish(again, `instruments/${one.senderId}/status`, 'online')
    expect((await shown(one)).refused).toBeNull()
  })

  it('may use WebSocket, and its id in capitals', async () => {
    const one = await addOne(house, admin, { make: 'cumulusmx' })
    const options = {
      username: one.senderId.toUpperCase(),
      password: one.key.toUpperCase(),
      protocolVersion: 4,
    } as const
    const client = mqtt.connect(`${house.baseUrl.replace('http', 'ws')}/mqtt`, {
      ...options,
      reconnectPeriod: 0,
    })
    clients.push(client)
    await publish(client, `instruments/${one.senderId}/state`, { temperature: 20, temperature_unit: '°C' })
    await until(house, admin, one.id, ({ heardAt }) => heardAt !== null)
  })

  it('with a wrong key is not admitted, which is shown', async () => {
    const one = await addOne(house, admin, { make: 'weewx' })
    expect(await knock({ username: one.senderId, password: 'guess' })).toMatch(/refused|authorized|password/i)
    expect((await until(house, admin, one.id, ({ refused }) => refused !== null)).refused?.because).toMatch(
      /wrong key/,
    )
    expect(await knock({ username: 'zzzzzzzz', password: one.key })).toMatch(/refused|authorized|password/i)
  })

  it('is not admitted if it is set up as one that does not connect by MQTT', async () => {
    const one = await addOne(house, admin, { make: 'ecowitt' })
    expect(await knock({ username: one.senderId, password: one.key })).toMatch(/refused|authorized|password/i)
    await until(house, admin, one.id, ({ refused }) => /over MQTT/.test(refused?.because ?? ''))
  })

  it('publishes on no topic but its own, and is disconnected if it tries', async () => {
    const [one, other] = [
      await addOne(house, admin, { make: 'weewx' }),
      await addOne(house, admin, { make: 'weewx' }),
    ]
    for (const topic of [
      `instruments/${other.senderId}/loop`,
      `instruments/${one.senderId}x/loop`,
      `instruments/${one.senderId}/`,
      'weather/loop',
      'skywarden/1/siren-1/state',
      'homeassistant/status',
    ]) {
      const client = await connected(one)
      const gone = closing(client)
      client.publish(topic, JSON.stringify(weewx()))
      await gone
    }
    const after = await until(house, admin, one.id, ({ refused }) => refused !== null)
    expect(after.refused?.because).toContain(`instruments/${one.senderId}/`)
    expect((await shown(other)).heardAt).toBeNull()
  })

  it('may try to subscribe, but receives nothing', async () => {
    const one = await addOne(house, admin, { make: 'weewx' })
    const client = await connected(one)
    const heard: string[] = []
    client.on('message', topic => void heard.push(topic))
    for (const topic of ['#', `instruments/${one.senderId}/#`, 'nowhere', 'skywarden/#'])
      await client.subscribeAsync(topic).catch(() => {})
    await publish(client, `instruments/${one.senderId}/loop`, weewx())
    await publish(client, `instruments/${one.senderId}/loop`, weewx())
    expect(heard).toEqual([])
  })

  it('is disconnected within seconds when its key is changed or it is removed', async () => {
    const one = await addOne(house, admin, { make: 'weewx' })
    const params = { id: String(one.id) }
    const old = await connected(one)
    const oldIsGone = closing(old)
    const changed = await house.reply(changeInstrumentKey, { params }, admin)
    await oldIsGone
    expect(await knock({ username: one.senderId, password: one.key })).toMatch(/refused|authorized|password/i)
    const current = await connected({ ...one, key: changed.key })
    await publish(current, `instruments/${one.senderId}/loop`, weewx())
    const currentIsGone = closing(current)
    await house.reply(removeInstrument, { params }, admin)
    await currentIsGone
  }, 30_000)

  it('is refused with a reason if its messages are unreadable or use QoS 2, and disconnected if they are too large', async () => {
    const one = await addOne(house, admin, { make: 'weewx' })
    const topic = `instruments/${one.senderId}/loop`
    await publish(await connected(one), topic, 'not json')
    await until(house, admin, one.id, ({ refused }) => /could not be read/.test(refused?.because ?? ''))
    const twice = await connected(one)
    const gone = closing(twice)
    twice.publish(topic, JSON.stringify(weewx()), { qos: 2 })
    await gone
    await until(house, admin, one.id, ({ refused }) => /QoS 2/.test(refused?.because ?? ''))
    const large = await connected(one)
    const cut = closing(large)
    large.publish(topic, 'x'.repeat(30_000))
    await cut
  })

  it('has at most five connections, of which the oldest is closed first', async () => {
    const one = await addOne(house, admin, { make: 'weewx' })
    const first = await connected(one)
    const gone = closing(first)
    for (let times = 0; times < 5; times++) await connected(one)
    await gone
  })

  it('has a limit of 60 messages a minute, as with HTTP', async () => {
    const one = await addOne(house, admin, { make: 'weewx' })
    const client = await connected(one)
    for (let times = 0; times < 70; times++)
      await publish(client, `instruments/${one.senderId}/loop`, {
        ...weewx(),
        outTemp_F: String(60 + times / 10),
      })
    const flooded = await until(house, admin, one.id, ({ refused }) => refused !== null)
    expect(flooded.refused?.because).toMatch(/more than 60 messages a minute/)
  })
})

describe('a lightning sensor', () => {
  it('raises delays with each strike, whatever else it publishes', async () => {
    const one = await addOne(house, admin, { make: 'lightning-sensor', raisesDelays: true })
    const client = await connected(one)
    const prefix = `instruments/${one.senderId}`
    await publish(client, `${prefix}/tele/LWT`, 'Online')
    await publish(client, `${prefix}/uptime`, '12')
    const time = new Date().toISOString().slice(0, 19)
    await publish(client, `${prefix}/tele/SENSOR`, {
      Time: time,
      AS3935: { Event: 1, Distance: 10, Energy: 5, Stage: 1 },
    })
    const heard = await until(house, admin, one.id, each => (each.lightning?.lastStrike ?? null) !== null)
    expect(heard.lightning?.miles).toBeCloseTo(6.2, 1)
    expect(heard.refused).toBeNull()
  })

  it('that sends retained messages raises no delays with them, and the reason is shown', async () => {
    const one = await addOne(house, admin, { make: 'lightning-sensor' })
    const client = await connected(one)
    await publish(client, `instruments/${one.senderId}/sensor/storm_distance/state`, '8', { retain: true })
    const after = await until(house, admin, one.id, ({ refused }) => refused !== null)
    expect(after.refused?.because).toMatch(/turn off "retain"/)
    expect(after.lightning).toBeNull()
    await publish(client, `instruments/${one.senderId}/sensor/storm_distance/state`, '8')
    await until(house, admin, one.id, each => (each.lightning?.lastStrike ?? null) !== null)
  })

  it('that sends a count raises delays only with a new count', async () => {
    const one = await addOne(house, admin, { make: 'lightning-sensor' })
    const client = await connected(one)
    const say = (count: number) =>
      publish(client, `instruments/${one.senderId}/events`, {
        model: 'Acurite-6045M',
        strike_count: count,
        storm_dist: 8,
      })
    await say(12)
    await say(12)
    const before = await until(house, admin, one.id, each => each.lightning !== null)
    expect(before.lightning).toMatchObject({ count: 12, lastStrike: null })
    await say(13)
    const after = await until(house, admin, one.id, each => each.lightning?.count === 13)
    expect(after.lightning?.lastStrike).not.toBeNull()
  })
})

describe('two lightning sensors with one receiver', () => {
  it('are counted separately, and the first is shown', async () => {
    const one = await addOne(house, admin, { make: 'lightning-sensor' })
    const client = await connected(one)
    const say = (id: number, count: number, more: object = {}) =>
      publish(client, `instruments/${one.senderId}/events`, {
        model: 'Acurite-6045M',
        id,
        strike_count: count,
        storm_dist: 8,
        temperature_F: 60 + id,
        ...more,
      })
    await publish(client, `instruments/${one.senderId}/events`, { model: 'Tower', id: 9, temperature_F: 50 })
    const other = await until(house, admin, one.id, ({ refused }) => refused !== null)
    expect(other.refused?.because).toBe('It forwards data from Tower 9, which does not measure lightning.')
    expect(other.heardAt).toBeNull()
    for (let times = 0; times < 2; times++) {
      await say(1, 12)
      await say(2, 190)
    }
    await say(1, 12, { humidity: 50 })
    const quiet = await until(house, admin, one.id, ({ received }) => received?.sensors?.length === 2)
    expect(quiet.received?.sensors?.map(({ name }) => name)).toEqual(['Acurite-6045M 1', 'Acurite-6045M 2'])
    expect(quiet.received?.values).toMatchObject([{ sent: 61 }, { sent: 50 }])
    expect(quiet).toMatchObject({ lightning: { count: 12, lastStrike: null } })
    await say(2, 191)
    await say(1, 12)
    const struck = await until(house, admin, one.id, each => (each.lightning?.lastStrike ?? null) !== null)
    expect(struck.lightning?.count).toBe(12)
  })
})

it('a retained message of a station is used if its own time is recent', async () => {
  const one = await addOne(house, admin, { make: 'weewx' })
  const client = await connected(one)
  const topic = `instruments/${one.senderId}/loop`
  await publish(client, topic, { ...weewx(), dateTime: String(nowSeconds() - 3600) }, { retain: true })
  expect((await until(house, admin, one.id, ({ refused }) => refused !== null)).heardAt).toBeNull()
  await publish(client, topic, weewx(), { retain: true })
  await until(house, admin, one.id, ({ heardAt }) => heardAt !== null)
})
