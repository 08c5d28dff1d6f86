import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WantedInstrument } from '#server/feeds/instrument-port'
import { testPort, wantedInstrument, type TestPort } from '#server/feeds/instrument-port.testing'
import { minuteMs, secondMs } from '#server/platform/clock'
import { shiftedClock, type ShiftedClock } from '#server/platform/clock.testing'
import { silentLog } from '#server/platform/log'
import { createOutside } from '#server/platform/outside/index'
import { InstrumentLines } from './index.ts'
import { LineReader } from './line-reader.ts'

let unit: Server
let address = ''
let sockets: Socket[] = []
let clock: ShiftedClock
let port: TestPort
let lines: InstrumentLines
let isOurs = true

function listen(at = 0): Promise<Server> {
  const server = createServer(socket => {
    sockets.push(socket)
    socket.on('error', () => {})
  })
  return new Promise(resolve => server.listen(at, '127.0.0.1', () => resolve(server)))
}
beforeEach(async () => {
  ;[sockets, isOurs, clock] = [[], true, shiftedClock()]
  unit = await listen()
  address = `127.0.0.1:${(unit.address() as AddressInfo).port}`
})
afterEach(async () => {
  await lines.stop()
  sockets.forEach(socket => socket.destroy())
  unit.close()
})

function start(list: readonly WantedInstrument[], allowedNetworks: readonly string[] = ['127.0.0.0/8']) {
  port = testPort(...list)
  const outside = createOutside({ allowedNetworks })
  lines = new InstrumentLines({ clock, log: silentLog, outside, instruments: port, isOurs: () => isOurs })
}
const tend = (afterMs = 0) => {
  clock.advance(afterMs)
  lines.tend(clock.monotonicMs())
}
/** Connects, and returns the unit's end of the connection. */
async function talk(): Promise<Socket> {
  const before = sockets.length
  tend()
  await expect.poll(() => sockets.length).toBe(before + 1)
  await expect.poll(() => lines.connected()).toBeGreaterThan(0)
  return sockets.at(-1) as Socket
}
const summed = (text: string) => {
  const sum = Array.from(text, each => each.charCodeAt(0)).reduce((total, code) => total + code, 0) & 0xff
  return `${text}*${sum.toString(16).toUpperCase().padStart(2, '0')}\r\n`
}
const strike = (miles: number) => summed(`$WIMLI,${miles},${miles},120.5`)
const strikes = () => port.messages.flatMap(({ message }) => message.lightning?.strikes ?? [])
const vaisala = '0R1,Dm=051D,Sm=4.0M,Sx=7.0M\r\n'

describe('a Boltek detector', () => {
  it('raises delays with its strikes, and combines those of one moment into one message', async () => {
    start([wantedInstrument('boltek', { address })])
    const other = await talk()
    other.write(`${summed('$WIMST,0,0,0,0,0')}${strike(12)}${strike(7)}`)
    await expect.poll(() => port.messages.length).toBe(1)
    tend(secondMs)
    await expect.poll(() => strikes().length).toBe(2)
    expect(port.messages).toHaveLength(2)
    expect(strikes()).toMatchObject([
      { kind: 'bearing', miles: 12, bearingDegrees: 120.5 },
      { kind: 'bearing', miles: 7 },
    ])
    expect(port.refused.size).toBe(0)
  })

  it('keeps its strikes with their times while the database is unavailable', async () => {
    start([wantedInstrument('boltek', { address })])
    const other = await talk()
    port.isBroken = true
    const struckMs = clock.now().getTime()
    other.write(strike(5))
    await new Promise(resolve => setTimeout(resolve, 50))
    for (let seconds = 0; seconds < 10; seconds++) {
      tend(secondMs)
      await new Promise(resolve => setTimeout(resolve, 5))
    }
    port.isBroken = false
    tend(3 * secondMs)
    await expect.poll(() => strikes().length).toBe(1)
    expect(Math.abs((strikes()[0]?.timeMs ?? 0) - struckMs)).toBeLessThan(2 * secondMs)
  })

  it('stays within its message limit in a storm, and keeps the nearest strikes', async () => {
    start([wantedInstrument('boltek', { address })])
    const other = await talk()
    const all = Array.from({ length: 400 }, (_, index) => strike(20 + (index % 200)))
    other.write([...all, strike(3), summed('$WIMST,0,0,0,0,0')].join(''))
    await expect.poll(() => port.messages.length).toBe(1)
    tend(secondMs)
    await expect.poll(() => strikes().length).toBe(100)
    expect(strikes()[0]).toMatchObject({ miles: 3 })
  })
})

describe('a Vaisala transmitter', () => {
  it('is read line by line, each kind every ten seconds, without damaged lines', async () => {
    start([wantedInstrument('vaisala', { address: `tcp://${address}` })])
    const other = await talk()
    other.write('m=1\r\n0R1,Dm=051D,S')
    other.write('m=4.0M,Sx=7.0M\r\n')
    other.write(`${vaisala}${vaisala}0R2,Ta=20.0C,Ua=48.0P,Pa=990.0H\r\n`)
    await expect.poll(() => port.messages.length).toBe(2)
    expect(port.messages.map(({ message }) => message.measures)).toMatchObject([
      { windFromDegrees: 51 },
      { temperatureF: 68, humidityPercent: 48, stationPressureHpa: 990 },
    ])
    clock.advance(11 * secondMs)
    other.write(vaisala)
    await expect.poll(() => port.messages.length).toBe(3)
    expect(port.refused.size).toBe(0)
  })

  it('that is another device is reported until it sends the expected lines', async () => {
    start([wantedInstrument('vaisala', { address })])
    const other = await talk()
    other.write('HTTP/1.1 400 Bad Request\r\n'.repeat(30))
    await expect.poll(() => port.said).toEqual([expect.stringMatching(/do not match this make/)])
    other.write(vaisala)
    await expect.poll(() => port.refused.size).toBe(0)
  })
})

describe('a connection', () => {
  it.each([
    ['nowhere', /name and a port/],
    ['127.0.0.1', /name and a port/],
    ['127.0.0.1:99999', /name and a port/],
    ['user@127.0.0.1:80', /name and a port/],
    ['127.0.0.1:1', /Nothing responds/],
    ['[::1]:4001', /SKYWARDEN_ALLOWED_NETWORKS/],
    ['192.168.1.20:4001', /SKYWARDEN_ALLOWED_NETWORKS/],
  ])('to %s fails with its reason on the instrument', async (typed, text) => {
    start([wantedInstrument('boltek', { address: typed })])
    tend()
    await expect.poll(() => port.said).toEqual([expect.stringMatching(text)])
    expect(sockets).toEqual([])
  })

  it('that breaks is reopened, less and less often while it fails', async () => {
    start([wantedInstrument('boltek', { address })])
    const first = await talk()
    first.destroy()
    await expect.poll(() => port.said).toEqual([expect.stringMatching(/closed the connection/)])
    tend(secondMs)
    expect(lines.connected()).toBe(0)
    clock.advance(6 * secondMs)
    const second = await talk()
    second.write(summed('$WIMST,0,0,0,0,0'))
    await expect.poll(() => port.refused.size).toBe(0)
    second.destroy()
    await expect.poll(() => port.said.length).toBe(2)
    unit.close()
    await new Promise<void>(resolve => unit.once('close', resolve))
    let tries = 0
    for (let minutes = 0; minutes < 60; minutes++) {
      const before = port.said.length
      tend(minuteMs)
      await new Promise(resolve => setTimeout(resolve, 10))
      tries += port.said.length - before
    }
    expect(tries).toBeGreaterThan(4)
    expect(tries).toBeLessThan(14)
  })

  it('that receives nothing for five minutes is reopened', async () => {
    start([wantedInstrument('boltek', { address })])
    await talk()
    tend(4 * minuteMs)
    expect(port.said).toEqual([])
    sockets[0]?.write('a drop that is no line')
    await new Promise(resolve => setTimeout(resolve, 50))
    tend(2 * minuteMs)
    expect(port.said).toEqual([expect.stringMatching(/not sent anything for 5 minutes/)])
    clock.advance(6 * secondMs)
    await talk()
  })

  it('is read no faster than each check allows, and loses nothing', async () => {
    start([wantedInstrument('vaisala', { address })])
    const other = await talk()
    let isWritten = false
    other.write(`${vaisala.repeat(30_000)}0R2,Ta=20.0C\r\n`, () => (isWritten = true))
    await expect.poll(() => port.messages.length).toBe(1)
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(port.messages).toHaveLength(1)
    await expect
      .poll(() => {
        tend()
        return port.messages.length
      })
      .toBe(2)
    expect(isWritten).toBe(true)
  })

  it('passes on its last strikes when it ends', async () => {
    start([wantedInstrument('boltek', { address })])
    const other = await talk()
    other.write(`${strike(5)}${summed('$WIMST,0,0,0,0,0')}`)
    await expect.poll(() => port.messages.length).toBe(1)
    await lines.stop()
    expect(strikes()).toMatchObject([{ miles: 5 }])
  })

  it('follows an edit of the address, a removal, and a change of the leader', async () => {
    start([wantedInstrument('boltek', { address })])
    const [one] = port.list as [WantedInstrument]
    const old = await talk()
    const oldIsGone = new Promise<void>(resolve => old.once('close', () => resolve()))
    const moved = await listen()
    port.list[0] = { ...one, version: 2, address: `127.0.0.1:${(moved.address() as AddressInfo).port}` }
    const current = await talk()
    await oldIsGone
    expect(current.localPort).toBe((moved.address() as AddressInfo).port)
    isOurs = false
    tend()
    expect(lines.connected()).toBe(0)
    isOurs = true
    await talk()
    port.list.length = 0
    tend()
    expect(lines.connected()).toBe(0)
    expect(port.said).toEqual([])
    moved.close()
  })
})

describe('lines', () => {
  const read = (...pieces: string[]) => {
    const reader = new LineReader()
    return pieces.flatMap(piece => reader.take(Buffer.from(piece, 'latin1')))
  }
  it('are recognized however they are split', () => {
    expect(read('a\r', '\nb\nc', 'd\r\n', 'e')).toEqual(['a', 'b', 'cd'])
  })
  it('that are longer than 1 kB are skipped without being stored', () => {
    expect(read('x'.repeat(5000), 'x'.repeat(5000), 'y\nb\n', `${'z'.repeat(2000)}\nc\n`)).toEqual(['b', 'c'])
  })
})
