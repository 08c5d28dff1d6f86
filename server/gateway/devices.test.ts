import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTcp } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Aedes } from 'aedes'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { topicOf } from '#contract/devices/devices'
import type { Sound } from '#domain/hardware/obey-memory'
import { freePort } from '#server/platform/free-port.testing'
import { readCommand, signAnswer } from '#simulator/devices/device-tokens'
import {
  devicesAt,
  gatewayOnABench,
  knownDevice,
  movedTime,
  shortWarning,
  soon,
  type Bench,
} from './gateway.testing.ts'
import { devicePasswordOf } from './index.ts'
import { nats, startNats } from './nats.testing.ts'
import { hasMosquittoClients, mosquitto, startMosquitto } from './mosquitto.testing.ts'

const siren = knownDevice('siren-1')
const otherSiren = knownDevice('siren-2', 'OWS', 8)
const station = knownDevice('station-1', 'WXS')
const known = [siren, otherSiren, station]
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9])

interface Place {
  readonly bench: Bench
  readonly broker: string
  readonly port: number
  close(): Promise<void>
}

const places = {
  async 'the broker inside'(): Promise<Place> {
    const port = await freePort()
    const bench = gatewayOnABench({ url: undefined, host: '127.0.0.1', port, tls: undefined }, known)
    await bench.gateway.open()
    return { bench, broker: `mqtt://127.0.0.1:${port}`, port, close: bench.gateway.close }
  },
  async 'the broker inside, by WebSocket'(): Promise<Place> {
    const port = await freePort()
    const bench = gatewayOnABench({ url: undefined, host: '127.0.0.1', port, tls: undefined }, known)
    const http = createServer()
    bench.gateway.upgrade(http)
    const web = http.listen(0, '127.0.0.1')
    await once(web, 'listening')
    await bench.gateway.open()
    const address = web.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const close = async () => {
      await bench.gateway.close()
      http.close()
    }
    return { bench, broker: `ws://127.0.0.1:${address.port}/mqtt`, port, close }
  },
  'Mosquitto outside': () => atOutside(startMosquitto(mosquitto ?? '', known)),
  'NATS outside': () => atOutside(startNats(nats ?? '', known)),
}

async function atOutside(
  starting: Promise<{ readonly houseUrl: string; readonly port: number; remove(): Promise<void> }>,
): Promise<Place> {
  const outside = await starting
  const bench = gatewayOnABench({ url: outside.houseUrl }, known)
  await bench.gateway.open()
  await ready(bench)
  const close = async () => {
    await bench.gateway.close()
    await outside.remove()
  }
  return { bench, broker: `mqtt://127.0.0.1:${outside.port}`, port: outside.port, close }
}

async function ready({ gateway }: Bench) {
  let isReady = false
  const look = () =>
    Promise.all(gateway.readyChecks.map(({ check }) => check())).then(
      () => (isReady = true),
      () => (isReady = false),
    )
  await soon('the gateway is ready', () => {
    void look()
    return isReady
  })
}

describe.each(Object.entries(places))('devices at %s', (name, open) => {
  const isMissing =
    (name.startsWith('Mosquitto') && mosquitto === undefined) ||
    (name.startsWith('NATS') && nats === undefined)
  const it = test.skipIf(isMissing) // this broker is not installed on this machine
  let place: Place
  let devices: ReturnType<typeof devicesAt>

  beforeAll(async () => {
    if (isMissing) return
    place = await open()
    devices = devicesAt(place.broker)
  })
  afterEach(() => devices?.stopAll())
  afterAll(() => place?.close())

  it('a command is executed and acknowledged, from start to end', async () => {
    const { bench } = place
    const sounds: string[] = []
    await bench.start(devices.make(siren, { onSound: ({ what }) => void sounds.push(what) }))
    const command = bench.command(siren, shortWarning('storm'))
    await bench.gateway.send(command, siren)
    await soon('it has finished', () => bench.wordsOf(command.id).includes('finished'))
    expect([...new Set(bench.wordsOf(command.id))]).toEqual(['started', 'finished'])
    await bench.gateway.send(command, siren)
    await soon('it answers as before', () => bench.wordsOf(command.id).at(-1) === 'finished')
    expect(sounds).toEqual(['warning'])
  })

  it('its state is known, and so is its disconnect', async () => {
    const { bench } = place
    const device = devices.make(siren)
    await bench.start(device)
    await soon(
      'its state has arrived',
      () => bench.stateOf('siren-1') !== undefined && bench.stateOf('siren-1') !== 'gone',
    )
    expect(bench.stateOf('siren-1')).toMatchObject({ online: true, model: 'OWS', voltage: 12.8 })
    await device.setFault('low battery', true)
    await soon(
      'its battery is low',
      () => (bench.stateOf('siren-1') as { voltage?: number }).voltage === 11.4,
    )
    await device.setFault('offline', true)
    await soon('it is gone', () => bench.stateOf('siren-1') === 'gone')
  })

  it('readings and images arrive', async () => {
    const { bench } = place
    const device = devices.make(station, { measure: () => ({ temperatureF: 81.5 }), look: () => jpeg })
    await bench.start(device)
    device.sendReading()
    device.sendImage()
    await soon('both are heard', () => bench.readings.length > 0 && bench.images.length > 0)
    expect(bench.readings[0]).toMatchObject({ device: 'station-1', reading: { temperatureF: 81.5 } })
    expect(Buffer.from(bench.images[0]?.jpeg ?? [])).toEqual(jpeg)
  })

  it('rejects a reply with a forged signature', async () => {
    const { bench } = place
    const device = devices.make(siren)
    await bench.start(device)
    await device.setFault('forged signature', true)
    const command = bench.command(siren, shortWarning('forged'))
    const before = (await bench.rejections())['not signed'] ?? 0
    await bench.gateway.send(command, siren)
    let now = before
    await soon('it is counted', () => {
      void bench.rejections().then(counts => (now = counts['not signed'] ?? 0))
      return now > before
    })
    expect(bench.wordsOf(command.id)).toEqual([])
  })

  it('the next state repeats replies that a lost connection dropped', async () => {
    const { bench } = place
    // The device's time stands still while it sounds, so its signal ends only because the connection is lost.
    const time = movedTime()
    const device = devices.make(siren, { time })
    await bench.start(device)
    const command = bench.command(siren, shortWarning('lost line', { sounding: { seconds: 30, times: 1 } }))
    await bench.gateway.send(command, siren)
    await soon('it sounds', () => device.memory().sound !== null)
    await device.setFault('offline', true)
    time.advance(31_000)
    await soon('it ends by itself', () => device.memory().sound === null)
    await device.setFault('offline', false)
    await soon('it has finished', () => bench.wordsOf(command.id).includes('finished'))
  })

  it('a device ignores commands for another device', async () => {
    const { bench } = place
    const sounds: string[] = []
    await bench.start(devices.make(siren, { onSound: () => void sounds.push('siren-1') }))
    await bench.start(devices.make(otherSiren, { onSound: () => void sounds.push('siren-2') }))
    const misdirected = bench.command(otherSiren, shortWarning('other'))
    await bench.gateway.send(misdirected, { ...siren, key: otherSiren.key })
    const right = bench.command(otherSiren, shortWarning('other'))
    await bench.gateway.send(right, otherSiren)
    await soon('it has finished', () => bench.wordsOf(right.id).includes('finished'))
    expect(sounds).toEqual(['siren-2'])
    expect(bench.wordsOf(misdirected.id)).toEqual([])
  })

  it('a real warning ends a test within two seconds', async () => {
    const { bench } = place
    const sounds: Sound[] = []
    await bench.start(devices.make(siren, { onSound: sound => void sounds.push(sound) }))
    const testing = bench.command(
      siren,
      shortWarning('test', { sounding: { seconds: 30, times: 10 }, isTest: true }),
    )
    await bench.gateway.send(testing, siren)
    await soon('the test sounds', () => bench.wordsOf(testing.id).includes('started'))
    const real = bench.command(siren, shortWarning('real'))
    await bench.gateway.send(real, siren)
    await soon('the warning sounds', () => bench.wordsOf(real.id).includes('started'))
    expect((sounds.at(-1)?.sinceMs ?? NaN) - real.issuedMs).toBeLessThan(2000)
    expect(bench.wordsOf(testing.id)).toContain('stopped')
  })

  const isTcp = !name.includes('WebSocket')
  // mosquitto_pub and mosquitto_sub use TCP, and are not installed everywhere
  test.skipIf(isMissing || !isTcp || !hasMosquittoClients)(
    'mosquitto_sub and mosquitto_pub can act as a device',
    async () => {
      const { bench } = place
      const login = ['-h', '127.0.0.1', '-p', String(place.port), '-i', 'siren-1', '-u', 'siren-1']
      const password = ['-P', devicePasswordOf(siren.key)]
      const state = JSON.stringify({
        online: true,
        at: new Date().toISOString(),
        model: 'OWS',
        firmware: 'by hand',
        voltage: null,
        doing: 'nothing',
        isTest: false,
        event: null,
        relays: [],
        counter: 0,
        disbelieved: 0,
        answers: [],
      })
      const say = async (channel: 'state' | 'answer', text: string) => {
        const words = ['-q', '1', '-t', topicOf(siren, channel), '-m', text]
        const [status] = await once(spawn('mosquitto_pub', [...login, ...password, ...words]), 'exit')
        expect(status).toBe(0)
      }
      await say('state', state)
      await soon(
        'its state has arrived',
        () => (bench.stateOf('siren-1') as { firmware?: string }).firmware === 'by hand',
      )

      const words = ['-q', '1', '-C', '1', '-t', topicOf(siren, 'command')]
      const listening = spawn('mosquitto_sub', [...login, ...password, ...words])
      let token = ''
      listening.stdout.on('data', (piece: Buffer) => (token += piece.toString()))
      const command = bench.command(siren, shortWarning('by hand'))
      // Nothing signals that the program has subscribed, so the same bytes are sent until they arrive.
      while (token === '') {
        await bench.gateway.send(command, siren)
        await sleep(100)
      }
      const read = await readCommand(token.trim(), siren.key)
      expect(read).toMatchObject({ id: command.id, device: 'siren-1', act: command.act })
      const answer = await signAnswer(
        { commandId: command.id, phase: 'finished', because: null },
        'siren-1',
        siren.key,
        Date.now(),
      )
      await say('answer', answer)
      await soon('its answer is heard', () => bench.wordsOf(command.id).includes('finished'))
    },
  )
})

describe('an external broker', () => {
  // Mosquitto is not installed everywhere
  test.skipIf(mosquitto === undefined)(
    'that is gone is reported by the readiness check, and reconnected',
    async () => {
      const outside = await startMosquitto(mosquitto ?? '', known)
      const bench = gatewayOnABench({ url: outside.houseUrl }, known)
      try {
        await bench.gateway.open()
        await ready(bench)
        expect(await bench.gateway.readyChecks[0]?.check()).toBe('Connected to the MQTT broker using MQTT 5')
        await outside.kill()
        let why = ''
        await soon('it is missed', () => {
          bench.gateway.readyChecks[0]?.check().catch((error: Error) => (why = error.message))
          return why !== ''
        })
        expect(why).toMatch(/^The MQTT broker cannot be reached: /)
        await expect(bench.gateway.send(bench.command(siren, shortWarning('a')), siren)).rejects.toThrow(
          /not reached/,
        )
        await outside.start()
        await ready(bench)
      } finally {
        await bench.gateway.close()
        await outside.remove()
      }
    },
  )

  test('that supports only MQTT 3.1.1 is used with that version', async () => {
    const port = await freePort()
    const plain = await Aedes.createBroker()
    const tcp = createTcp(socket => void plain.handle(socket)).listen(port, '127.0.0.1')
    const bench = gatewayOnABench({ url: `mqtt://127.0.0.1:${port}` }, known)
    try {
      await bench.gateway.open()
      await ready(bench)
      expect(await bench.gateway.readyChecks[0]?.check()).toBe(
        'Connected to the MQTT broker using MQTT 3.1.1',
      )
    } finally {
      await bench.gateway.close()
      await new Promise<void>(resolve => plain.close(resolve))
      tcp.close()
    }
  })
})
