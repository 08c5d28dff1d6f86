import { createSocket } from 'node:dgram'
import { afterEach, describe, expect, it } from 'vitest'
import { testPort, wantedInstrument, type TestPort } from '#server/feeds/instrument-port.testing'
import { systemClock } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import { freePort } from '#server/platform/free-port.testing'
import { TempestListener } from './index.ts'

const running: TempestListener[] = []
afterEach(async () => {
  for (const listener of running.splice(0)) await listener.stop()
})

async function start(port: TestPort, more: { udp?: number; isOurs?: () => boolean } = {}) {
  const udp = more.udp ?? (await freePort())
  const isOurs = more.isOurs ?? (() => true)
  const parts = { clock: systemClock, log: silentLog, instruments: port, isOurs }
  const listener = new TempestListener({ ...parts, port: udp })
  running.push(listener)
  await listener.tend()
  const figure = async () => {
    const rows = (await listener.figures[0]?.read()) ?? []
    return Object.fromEntries(rows.map(({ labels, value }) => [labels?.['outcome'], value]))
  }
  return { listener, udp, figure, say: (...bodies: unknown[]) => say(udp, bodies) }
}

async function say(udp: number, bodies: readonly unknown[]) {
  const socket = createSocket('udp4')
  for (const body of bodies) {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    await new Promise(resolve => socket.send(text, udp, '127.0.0.1', resolve))
  }
  socket.close()
}

const seconds = () => Math.floor(systemClock.now().getTime() / 1000)
const from = { serial_number: 'ST-00000512', hub_sn: 'HB-00013030' }
const observation = () => ({
  ...from,
  type: 'obs_st',
  obs: [[seconds(), 0.2, 0.3, 0.5, 144, 6, 1017.6, 22.4, 50.3, 328, 0.03, 3, 0, 0, 0, 0, 2.41, 1]],
})
const strike = () => ({ ...from, type: 'evt_strike', evt: [seconds(), 27, 3848] })
const wind = () => ({ ...from, type: 'rapid_wind', ob: [seconds(), 2.3, 128] })

describe('a hub’s broadcast', () => {
  it.each(['ST-00000512', ' st-00000512', 'HB-00013030'])('is matched by the number %s', async serial => {
    const one = wantedInstrument('tempest', { serial })
    const port = testPort(one)
    const { say: send } = await start(port)
    await send(observation(), strike())
    await expect.poll(() => port.messages.length).toBe(2)
    const [first, second] = port.messages
    expect(first?.message.measures.temperatureF ?? second?.message.measures.temperatureF).toBeCloseTo(72.3, 1)
    expect(port.messages.flatMap(({ message }) => message.lightning?.strikes ?? [])).toMatchObject([
      { kind: 'distance' },
    ])
    expect(port.refused.size).toBe(0)
  })

  it('is matched to the sensor rather than to its hub', async () => {
    const [hub, sensor] = [
      wantedInstrument('tempest', { serial: 'HB-00013030' }),
      wantedInstrument('tempest', { serial: 'ST-00000512' }),
    ]
    const port = testPort(hub, sensor)
    const { say: send } = await start(port)
    await send(observation())
    await expect.poll(() => port.messages.map(({ id }) => id)).toEqual([sensor.id])
  })

  it('is only counted if its number is unknown, or if it is too long or unreadable', async () => {
    const port = testPort(wantedInstrument('tempest', { serial: 'ST-1' }))
    const { say: send, figure } = await start(port)
    await send(
      observation(),
      'not json',
      '[]',
      '{"__proto__":{"type":"x"}}',
      { ...from, type: 'hub_status', serial_number: 'ST-1' },
      JSON.stringify({ ...observation(), serial_number: 'ST-1', more: 'x'.repeat(5000) }),
    )
    await expect.poll(figure).toEqual({ unknown: 1, 'not readable': 5 })
    expect(port.messages).toEqual([])
  })

  it('is sometimes skipped if it reports wind, but never if it reports a strike', async () => {
    const port = testPort(wantedInstrument('tempest', { serial: 'ST-00000512' }))
    const { say: send } = await start(port)
    await send(wind(), wind(), wind(), ...Array.from({ length: 10 }, strike))
    await expect.poll(() => port.messages.length).toBe(11)
  })

  it('that could not be stored does not stop the next', async () => {
    const port = testPort(wantedInstrument('tempest', { serial: 'ST-00000512' }))
    const { say: send, figure } = await start(port)
    port.isBroken = true
    await send(strike())
    await expect.poll(figure).toEqual({ lost: 1 })
    port.isBroken = false
    await send(strike())
    await expect.poll(() => port.messages.length).toBe(1)
  })

  it('is limited in a flood', async () => {
    const port = testPort(wantedInstrument('tempest', { serial: 'ST-00000512' }))
    const { say: send, figure } = await start(port)
    await send(...Array.from({ length: 1500 }, strike))
    await expect.poll(async () => (await figure())['too many'] ?? 0).toBeGreaterThan(0)
    expect(port.messages.length).toBeLessThan(1400)
  })
})

describe('the listener', () => {
  it('shows on each instrument that it is not set up', async () => {
    const [one, two] = [
      wantedInstrument('tempest', { serial: '1' }),
      wantedInstrument('tempest', { serial: '2' }),
    ]
    const port = testPort(one)
    const listener = new TempestListener({
      port: undefined,
      clock: systemClock,
      log: silentLog,
      instruments: port,
      isOurs: () => true,
    })
    await listener.tend()
    port.list.push(two)
    await listener.tend()
    await listener.tend()
    expect(port.said).toEqual(Array(2).fill(expect.stringMatching(/set TEMPEST_UDP_PORT/)))
  })

  it('reports that its port is in use, and opens when the port is free', async () => {
    const port = testPort(wantedInstrument('tempest', { serial: 'ST-00000512' }))
    const taken = createSocket('udp4')
    await new Promise<void>(resolve => taken.bind(0, resolve))
    const { listener, say: send } = await start(port, { udp: taken.address().port })
    await listener.tend()
    expect(port.said).toEqual([expect.stringMatching(/cannot listen .* on port/)])
    await new Promise<void>(resolve => void taken.close(resolve))
    await listener.tend()
    await listener.tend()
    expect(port.refused.size).toBe(0)
    await send(strike())
    await expect.poll(() => port.messages.length).toBe(1)
  })

  it('closes when another process runs the feeds, and opens again', async () => {
    let isOurs = true
    const port = testPort(wantedInstrument('tempest', { serial: 'ST-00000512' }))
    const { listener, udp, say: send } = await start(port, { isOurs: () => isOurs })
    isOurs = false
    await listener.tend()
    const other = createSocket('udp4')
    await new Promise<void>(resolve => other.bind(udp, resolve))
    await new Promise<void>(resolve => void other.close(resolve))
    isOurs = true
    await listener.tend()
    await send(strike())
    await expect.poll(() => port.messages.length).toBe(1)
  })
})
