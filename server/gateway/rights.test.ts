import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect as connectTcp, createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { topicOf } from '#contract/devices/devices'
import { freePort } from '#server/platform/free-port.testing'
import { devicesAt, gatewayOnABench, knownDevice, shortWarning, soon, type Bench } from './gateway.testing.ts'
import { devicePasswordOf } from './index.ts'
import { createPatience } from './patience.ts'

const siren = knownDevice('siren-1')
const other = knownDevice('siren-2')
const foreign = knownDevice('siren-3', 'OWS', 8)

let bench: Bench
let port: number
const clients: MqttClient[] = []

async function open() {
  port = await freePort()
  const known = [siren, other, foreign]
  bench = gatewayOnABench({ url: undefined, host: '127.0.0.1', port, tls: undefined }, known)
  await bench.gateway.open()
}

beforeAll(open)
afterEach(() => clients.splice(0).forEach(client => client.end(true)))
afterAll(() => bench.gateway.close())

const own: IClientOptions = {
  clientId: 'siren-1',
  username: 'siren-1',
  password: devicePasswordOf(siren.key),
  protocolVersion: 4,
  reconnectPeriod: 0,
}

/** Returns the outcome of an attempt to connect. */
async function knock(changed: IClientOptions = {}): Promise<MqttClient | string> {
  const client = mqtt.connect(`mqtt://127.0.0.1:${port}`, { ...own, ...changed })
  clients.push(client)
  return new Promise(resolve => {
    client.once('connect', () => resolve(client))
    client.once('error', error => resolve(error.message))
    client.once('close', () => resolve('hung up'))
  })
}

async function connected(changed: IClientOptions = {}): Promise<MqttClient> {
  const client = await knock(changed)
  if (typeof client === 'string') throw new Error(client)
  return client
}

const closing = (client: MqttClient) => new Promise<void>(resolve => client.once('close', resolve))
const rejected = async (why: string) => (await bench.rejections())[why] ?? 0

describe('a connection', () => {
  test('may arrive in chunks of any size', async () => {
    const login = devicePasswordOf(siren.key)
    const text = (words: string) => [0, words.length, ...Buffer.from(words)]
    const body = [
      ...text('MQTT'),
      4,
      0b1100_0010,
      0,
      60,
      ...text('siren-1'),
      ...text('siren-1'),
      ...text(login),
    ]
    const socket = connectTcp(port, '127.0.0.1').setNoDelay(true)
    const answer = once(socket, 'data')
    for (const byte of [0x10, body.length, ...body]) socket.write(Buffer.from([byte]))
    expect(Buffer.from((await answer)[0] as Buffer)).toEqual(Buffer.from([0x20, 2, 0, 0]))
    socket.destroy()
  })
})

describe('admission', () => {
  // Resets the delays for this address, to keep rejections from taking seconds.
  beforeEach(async () => {
    await bench.gateway.close()
    await open()
  })

  test.each([
    ['a wrong password', { password: devicePasswordOf(other.key) }],
    ['no name', { username: undefined, password: undefined }],
    ['an unknown name', { username: 'siren-9', clientId: 'siren-9' }],
    ['another client id', { clientId: 'siren-2' }],
    ['a name with a special meaning in a topic', { username: '#', clientId: '#' }],
  ])('rejects %s', async (_, changed) => {
    const before = await rejected('wrong credentials')
    expect(await knock(changed as IClientOptions)).toBe('Connection refused: Bad username or password')
    expect(await rejected('wrong credentials')).toBe(before + 1)
  })

  test('an address that is rejected repeatedly waits longer, and a valid device does not', async () => {
    const patienceWith = createPatience()
    expect(Array.from({ length: 8 }, () => patienceWith('10.0.0.1', 0))).toEqual([
      250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000,
    ])
    expect(patienceWith('10.0.0.2', 0)).toBe(250)
    expect(patienceWith('10.0.0.1', 11 * 60_000)).toBe(250)
    // Each of these waits longer than the one before; a device connects while the last one is still waiting.
    for (let tries = 0; tries < 3; tries++) await knock({ password: 'guess' })
    let isAnswered = false
    const waiting = knock({ password: 'guess' }).then(() => (isAnswered = true))
    await connected()
    expect(isAnswered).toBe(false)
    await waiting
  })

  test('rejects a last will for another device', async () => {
    const will = { payload: Buffer.from('{"online":false}'), qos: 1, retain: true } as const
    for (const topic of [topicOf(other, 'state'), topicOf(siren, 'answer'), topicOf(siren, 'command')]) {
      expect(await knock({ will: { ...will, topic } })).toBe('Connection refused: Not authorized')
    }
    expect(await rejected('will on a foreign topic')).toBe(3)
  })

  test('a second connection of the same device replaces the first', async () => {
    const first = await connected()
    const closed = closing(first)
    const second = await connected()
    await closed
    expect(second.connected).toBe(true)
  })

  test('disconnects a device whose key was changed, and rejects the old key', async () => {
    const client = await connected({
      clientId: 'siren-2',
      username: 'siren-2',
      password: devicePasswordOf(other.key),
    })
    const closed = closing(client)
    bench.directory.set('siren-2', { ...other, key: Buffer.alloc(32, 7) })
    bench.gateway.cutOff('siren-2')
    await closed
    const old = { clientId: 'siren-2', username: 'siren-2', password: devicePasswordOf(other.key) }
    expect(await knock(old)).toBe('Connection refused: Bad username or password')
    expect(typeof (await knock({ ...old, password: devicePasswordOf(Buffer.alloc(32, 7)) }))).toBe('object')
    bench.directory.set('siren-2', other)
    bench.gateway.cutOff('siren-2')
  })
})

describe('what a device may do', () => {
  test.each([
    ['state of another', topicOf(other, 'state')],
    ['state under another customer', topicOf({ ...siren, customerId: 8 }, 'state')],
    ['a command to itself', topicOf(siren, 'command')],
    ['a command to another', topicOf(other, 'command')],
    ['the broker', '$SYS/broker/log'],
    ['anything else', 'skywarden/7/siren-1'],
  ])('it cannot publish as %s', async (_, topic) => {
    const client = await connected()
    const before = await rejected('publish on a foreign topic')
    const closed = closing(client)
    client.publish(topic, '{"online":false}', { qos: 1 })
    await closed
    expect(await rejected('publish on a foreign topic')).toBe(before + 1)
  })

  test.each([
    '#',
    '+/+/+/command',
    'skywarden/7/+/command',
    'skywarden/7/siren-2/command',
    '$SYS/#',
    'skywarden/7/siren-1/#',
    'skywarden/7/siren-1/state',
  ])('it cannot subscribe to %s', async topic => {
    const client = await connected()
    const [granted] = await client.subscribeAsync(topic, { qos: 1 }).catch(() => [{ qos: 128 }])
    expect(granted?.qos).toBe(128)
  })

  test('an image of two megabytes passes, a larger one does not', async () => {
    const image = (bytes: number) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(bytes - 3)])
    const client = await connected()
    await client.publishAsync(topicOf(siren, 'image'), image(2_000_000), { qos: 1 })
    await soon('it is heard', () => bench.images.length === 1)
    const closed = closing(client)
    client.publish(topicOf(siren, 'image'), image(2_000_001), { qos: 1 })
    await closed
    expect(await rejected('too large')).toBe(1)
    expect(bench.images).toHaveLength(1)
  })

  test('a state of more than 16 kB is too large', async () => {
    const client = await connected()
    const closed = closing(client)
    client.publish(topicOf(siren, 'state'), Buffer.alloc(16_001, 32), { qos: 1 })
    await closed
    expect(await rejected('too large')).toBe(2)
  })

  test('disconnects an unknown client that announces a quarter of a gigabyte before it is sent', async () => {
    const socket = connectTcp(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.on('error', () => {})
    const closed = once(socket, 'close')
    socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f, 0, 4]))
    await closed
    expect(await rejected('too large')).toBe(3)
  })

  test('drops and counts messages that do not match the contract, and keeps the connection', async () => {
    const client = await connected()
    const before = await rejected('not readable')
    const wrong = ['', 'no JSON', '[]', '{"online":true}', '{"at":"yesterday"}']
    for (const text of wrong) await client.publishAsync(topicOf(siren, 'reading'), text, { qos: 1 })
    await client.publishAsync(topicOf(siren, 'state'), '{"online":true}', { qos: 1 })
    await client.publishAsync(topicOf(siren, 'image'), 'no JPEG', { qos: 1 })
    await sleep(100)
    // An empty payload is how MQTT clears a retained message, and is not a message.
    expect(await rejected('not readable')).toBe(before + 6)
    expect(client.connected).toBe(true)
    expect(bench.readings).toEqual([])
  })

  test('drops more than twenty messages a second after a burst', async () => {
    const client = await connected({
      clientId: 'siren-3',
      username: 'siren-3',
      password: devicePasswordOf(foreign.key),
    })
    const text = JSON.stringify({ at: new Date().toISOString(), temperatureF: 70 })
    const sending = Array.from({ length: 150 }, () =>
      client.publishAsync(topicOf(foreign, 'reading'), text, { qos: 1 }),
    )
    await Promise.all(sending)
    await sleep(100)
    expect(bench.readings.length).toBeGreaterThanOrEqual(100)
    expect(bench.readings.length + (await rejected('too fast'))).toBe(150)
    expect(client.connected).toBe(true)
  })
})

describe('the listeners', () => {
  test('reports a port that is in use and continues; opens the listener when the port is free', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const busy = typeof address === 'object' ? (address?.port ?? 0) : 0
    const second = gatewayOnABench({ url: undefined, host: '127.0.0.1', port: busy, tls: undefined }, [siren])
    await second.gateway.open()
    await second.gateway.open()
    await expect(second.gateway.readyChecks[0]?.check()).rejects.toThrow(
      /cannot connect over TCP: .*EADDRINUSE/,
    )
    await second.gateway.close()
    taken.close()
  })

  // the certificate is made by openssl
  test.skipIf(spawnSync('openssl', ['version']).status !== 0)(
    'a device connects by TLS, and a client without TLS is disconnected',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'skywarden-tls-'))
      const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
      const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '2']
      const names = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', keyFile, '-out', certFile]
      expect(spawnSync('openssl', ['req', ...made, ...names]).status).toBe(0)
      const tlsPort = await freePort()
      const tls = { port: tlsPort, certFile, keyFile }
      const secure = gatewayOnABench({ url: undefined, host: '127.0.0.1', port: 0, tls }, [siren])
      const devices = devicesAt(`mqtts://127.0.0.1:${tlsPort}`, { ca: readFileSync(certFile) })
      try {
        await secure.gateway.open()
        expect(await secure.gateway.readyChecks[0]?.check()).toBe(
          `Devices can connect over TLS on port ${tlsPort}, WebSocket at /mqtt`,
        )
        await devices.make(siren).start()
        const command = secure.command(siren, shortWarning('storm'))
        await secure.gateway.send(command, siren)
        await soon('it is answered', () => secure.wordsOf(command.id).includes('started'))
        const plain = connectTcp(tlsPort, '127.0.0.1').on('error', () => {})
        plain.write('without a secret handshake')
        await once(plain, 'close')
      } finally {
        await devices.stopAll()
        await secure.gateway.close()
        rmSync(folder, { recursive: true })
      }
    },
  )
})
