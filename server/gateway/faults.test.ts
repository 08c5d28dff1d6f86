import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Speech } from '#domain/hardware/command'
import { longestTestMs } from '#domain/hardware/command'
import { freePort } from '#server/platform/free-port.testing'
import { clockOffByMs, slowByMs } from '#simulator/devices/faults'
import {
  devicesAt,
  gatewayOnABench,
  knownDevice,
  movedTime,
  shortWarning,
  soon,
  type Bench,
} from './gateway.testing.ts'

const siren = knownDevice('siren-1')
const speaker = knownDevice('speaker-1', 'PA')
const gate = knownDevice('gate-1', 'RELAY')

let bench: Bench
let devices: ReturnType<typeof devicesAt>

async function open() {
  const port = await freePort()
  const known = [siren, speaker, gate]
  bench = gatewayOnABench({ url: undefined, host: '127.0.0.1', port, tls: undefined }, known)
  devices = devicesAt(`mqtt://127.0.0.1:${port}`)
  await bench.gateway.open()
}
beforeAll(open)
afterEach(() => devices.stopAll())
afterAll(() => bench.gateway.close())

describe('a device that is', () => {
  test('slow replies late, and once', async () => {
    const time = movedTime()
    const device = devices.make(siren, { time })
    await bench.start(device)
    await device.setFault('slow', true)
    const command = bench.command(siren, { kind: 'stop test' })
    await bench.gateway.send(command, siren)
    await soon('it has obeyed', () =>
      device.memory().kept.answers.some(({ commandId }) => commandId === command.id),
    )
    await sleep(50)
    expect(bench.wordsOf(command.id)).toEqual([])
    time.advance(slowByMs)
    await soon('it has answered', () => bench.wordsOf(command.id).includes('finished'))
  })

  test('lying reports finished although nothing sounded', async () => {
    const sounds: string[] = []
    const device = devices.make(siren, { onSound: ({ what }) => void sounds.push(what) })
    await bench.start(device)
    await device.setFault('lying', true)
    const command = bench.command(siren, shortWarning('lie'))
    await bench.gateway.send(command, siren)
    await soon('it lies', () => bench.wordsOf(command.id).includes('finished'))
    expect(sounds).toEqual([])
  })

  test('replying to another command leaves this one without a reply', async () => {
    const device = devices.make(siren)
    await bench.start(device)
    await device.setFault('answers for another', true)
    const command = bench.command(siren, { kind: 'stop test' })
    const before = bench.answers.length
    await bench.gateway.send(command, siren)
    await soon('something is answered', () => bench.answers.length > before)
    expect(bench.wordsOf(command.id)).toEqual([])
  })

  test('replying three times is passed on each time: removing duplicates is not the gateway’s job', async () => {
    const device = devices.make(siren)
    await bench.start(device)
    await device.setFault('duplicate answers', true)
    const command = bench.command(siren, { kind: 'stop test' })
    await bench.gateway.send(command, siren)
    await soon('all are heard', () => bench.wordsOf(command.id).length >= 3)
    expect(new Set(bench.wordsOf(command.id))).toEqual(new Set(['finished']))
  })

  test('wrong about the time executes commands anyway', async () => {
    const device = devices.make(siren)
    await bench.start(device)
    await device.setFault('wrong clock', true)
    const command = bench.command(siren, shortWarning('clock'))
    await bench.gateway.send(command, siren)
    await soon('it sounds', () => device.memory().sound !== null)
    await soon('it says so', () => bench.wordsOf(command.id).includes('started'))
  })

  test('of the old kind with a wrong clock refuses, and executes commands that use its own time', async () => {
    const device = devices.make(siren, { isWithoutSessions: true })
    await device.start()
    await device.setFault('wrong clock', true)
    await soon('it says what time it has', () => {
      const state = bench.stateOf('siren-1')
      return state !== undefined && state !== 'gone' && Date.parse(state.at) > Date.now() + clockOffByMs / 2
    })
    const { session: _none, ...command } = bench.command(siren, shortWarning('clock'))
    await bench.gateway.send(command, siren)
    await soon('it refuses', () => bench.wordsOf(command.id).length > 0)
    expect(bench.wordsOf(command.id)[0]).toBe('expired')
    expect(device.memory().sound).toBeNull()
    const { session: _no, ...shifted } = bench.command(siren, shortWarning('clock'))
    await bench.gateway.send({ ...shifted, clockAheadMs: clockOffByMs }, siren)
    await soon('it sounds', () => device.memory().sound !== null)
  })

  test('without power in the middle of a warning does not sound again, and reports that it was stopped', async () => {
    const sounds: string[] = []
    const device = devices.make(siren, { onSound: ({ what }) => void sounds.push(what) })
    await bench.start(device)
    const long = shortWarning('power', { sounding: { seconds: 30, times: 1 } })
    const command = bench.command(siren, long)
    await bench.gateway.send(command, siren)
    await soon('it sounds', () => sounds.length > 0)
    await device.losePower()
    await soon('it says so', () => bench.wordsOf(command.id).includes('stopped'))
    await bench.heardFrom(device)
    const again = bench.command(siren, long)
    await bench.gateway.send(again, siren)
    await soon('it says so again', () => bench.wordsOf(again.id).includes('stopped'))
    expect(sounds).toEqual(['warning'])
  })
})

test('relays switch, and the state shows it', async () => {
  await bench.start(devices.make(gate, { relays: ['Gate'] }))
  const command = bench.command(gate, { kind: 'switch relay', relay: 'Gate', on: true })
  await bench.gateway.send(command, gate)
  await soon('it is on', () => {
    const state = bench.stateOf('gate-1')
    return state !== undefined && state !== 'gone' && state.relays[0]?.toggled === true
  })
  expect(bench.wordsOf(command.id)).toContain('finished')
})

test('a recording is played only if it is the one that was signed', async () => {
  const sound = Buffer.from('RIFF a voice')
  const http = createServer((_request, reply) => void reply.end(sound)).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hello.wav`
  const played: (string | undefined)[] = []
  const onSound = (_: unknown, recording: Uint8Array | undefined) =>
    void played.push(recording && Buffer.from(recording).toString())
  await bench.start(devices.make(speaker, { onSound }))
  const sha256 = createHash('sha256').update(sound).digest('hex')
  for (const recording of [{ url, sha256 }, { url, sha256: '0'.repeat(64) }, null]) {
    const speech: Speech = { text: 'Hello.', recording }
    const before = played.length
    await bench.gateway.send(bench.command(speaker, { kind: 'speak', speech, times: 1 }), speaker)
    await soon('it speaks', () => played.length > before)
  }
  expect(played).toEqual(['RIFF a voice', undefined, undefined])
  http.close()
})

test('a test ends on its own if the server disappears during it', async () => {
  const time = movedTime()
  const device = devices.make(siren, { time })
  await bench.start(device)
  const command = bench.command(siren, shortWarning('test', { isTest: true }))
  await bench.gateway.send(command, siren)
  await soon('it sounds', () => device.memory().sound !== null)
  await bench.gateway.close()
  time.advance(longestTestMs)
  await soon(
    'it is dark and quiet',
    () => device.memory().sound === null && device.memory().kept.light === null,
  )
  await open()
})
