import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Speech } from '#domain/hardware/command'
import { longestTestMs } from '#domain/hardware/command'
import { freePort } from '#server/platform/store/testing-outside'
import type { DeviceTime } from '#simulator/devices/device-time'
import { clockOffByMs, slowByMs } from '#simulator/devices/faults'
import { devicesAt, gatewayOnABench, knownDevice, shortWarning, soon, type Bench } from './gateway.testing.ts'

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
afterEach(async () => {
  await devices.stopAll()
  bench.forgetSessions()
})
afterAll(() => bench.gateway.close())

/** The real time, moved on as far as a test wishes; what is due by then is done at once. */
function movedTime(): DeviceTime & { advance(byMs: number): void } {
  let shiftMs = 0
  const due = new Map<() => void, number>()
  const nowMs = () => Date.now() + shiftMs
  const run = () => {
    for (const [act, atMs] of due) if (atMs <= nowMs() && due.delete(act)) act()
  }
  return {
    nowMs,
    after(ms, act) {
      const later = () => act()
      due.set(later, nowMs() + ms)
      const timer = setTimeout(run, ms)
      return () => {
        clearTimeout(timer)
        due.delete(later)
      }
    },
    advance(byMs) {
      shiftMs += byMs
      run()
    },
  }
}

describe('a device that is', () => {
  test('slow answers late, and once', async () => {
    const time = movedTime()
    const device = devices.make(siren, { time })
    await device.start()
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

  test('lying says finished, and nothing was heard', async () => {
    const sounds: string[] = []
    const device = devices.make(siren, { onSound: ({ what }) => void sounds.push(what) })
    await device.start()
    await device.setFault('lying', true)
    const command = bench.command(siren, shortWarning('lie'))
    await bench.gateway.send(command, siren)
    await soon('it lies', () => bench.wordsOf(command.id).includes('finished'))
    expect(sounds).toEqual([])
  })

  test('answering for another command leaves this one without an answer', async () => {
    const device = devices.make(siren)
    await device.start()
    await device.setFault('answers for another', true)
    const command = bench.command(siren, { kind: 'stop test' })
    const before = bench.answers.length
    await bench.gateway.send(command, siren)
    await soon('something is answered', () => bench.answers.length > before)
    expect(bench.wordsOf(command.id)).toEqual([])
  })

  test('answering three times is heard each time: telling them apart is not the gateway’s', async () => {
    const device = devices.make(siren)
    await device.start()
    await device.setFault('duplicate answers', true)
    const command = bench.command(siren, { kind: 'stop test' })
    await bench.gateway.send(command, siren)
    await soon('all are heard', () => bench.wordsOf(command.id).length >= 3)
    expect(new Set(bench.wordsOf(command.id))).toEqual(new Set(['finished']))
  })

  test('of a wrong time obeys all the same, whatever it says', async () => {
    const device = devices.make(siren)
    await device.start()
    await device.setFault('wrong clock', true)
    const command = bench.command(siren, shortWarning('clock'))
    await bench.gateway.send(command, siren)
    await soon('it sounds', () => device.memory().sound !== null)
    await soon('it says so', () => bench.wordsOf(command.id).includes('started'))
  })

  test('of the old kind and a wrong time refuses, and obeys what bears the times of its clock', async () => {
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

  test('without power in the middle of a warning does not sound again, and says that it was stopped', async () => {
    const sounds: string[] = []
    const device = devices.make(siren, { onSound: ({ what }) => void sounds.push(what) })
    await device.start()
    const long = { ...shortWarning('power'), sounding: { seconds: 30, times: 1 } } as ReturnType<
      typeof shortWarning
    >
    const command = bench.command(siren, long)
    await bench.gateway.send(command, siren)
    await soon('it sounds', () => sounds.length > 0)
    await device.losePower()
    await soon('it says so', () => bench.wordsOf(command.id).includes('stopped'))
    const again = bench.command(siren, long)
    await bench.gateway.send(again, siren)
    await soon('it says so again', () => bench.wordsOf(again.id).includes('stopped'))
    expect(sounds).toEqual(['warning'])
  })
})

test('relays are switched, and the state says so', async () => {
  await devices.make(gate, { relays: ['Gate'] }).start()
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
  await devices.make(speaker, { onSound }).start()
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

test('a test ends by itself when the house is gone in the middle of it', async () => {
  const time = movedTime()
  const device = devices.make(siren, { time })
  await device.start()
  const command = bench.command(siren, shortWarning('test', true))
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
