import { createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { DeviceAction } from '#domain/hardware/command'
import { clockSkewMs, commandLifeMs } from '#domain/hardware/command'
import { obey } from '#domain/hardware/obey'
import type { DeviceMemory } from '#domain/hardware/obey-memory'
import { announceAnswer, keep, newDeviceMemory } from '#domain/hardware/obey-memory'
import { tick } from '#domain/hardware/obey-time'
import { readCommand } from './device-tokens.ts'

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function sign(claims: object, key: Uint8Array, alg = 'HS256', hash = 'sha256'): string {
  const text = `${part({ alg })}.${part(claims)}`
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
}

interface Scene {
  readonly key: Uint8Array
  readonly otherKey: Uint8Array
  readonly nowMs: number
  readonly counter: number
  /** The fields that a genuine command has from the device's last state; empty for an older device. */
  readonly session: object
  /** Genuine tokens that the device has received, oldest first. */
  readonly had: readonly string[]
  /** Genuine tokens that a newer one overtook in transit. */
  readonly overtaken: readonly string[]
}

const acts: readonly DeviceAction[] = [
  { kind: 'warn', event: 'forged', sounding: { seconds: 30, times: 10 }, speech: null, isTest: false },
  { kind: 'all clear', event: 'storm', sounding: { seconds: 30, times: 10 }, speech: null, isTest: false },
  { kind: 'light', event: 'forged' },
  { kind: 'stop test' },
  { kind: 'rest', event: 'storm' },
  { kind: 'speak', speech: { text: 'All is well.', recording: null }, times: 1 },
]
const one = <T>(all: readonly T[]): T => all[randomInt(all.length)] as T

function claimsAt({ nowMs, counter, session }: Scene, changed: object = {}) {
  const iat = Math.floor(nowMs / 1000)
  const base = {
    jti: randomUUID(),
    aud: 'siren-1',
    iat,
    exp: iat + 15,
    counter: counter + 1 + randomInt(1000),
  }
  return { ...base, ...session, act: one(acts), ...changed }
}

const signatureOf = (token: string) => Buffer.from(token.split('.')[2] ?? '', 'base64url')

function flipABit(token: string): string {
  const bytes = Buffer.from(token)
  const at = randomInt(bytes.length)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << randomInt(8))
  const flipped = bytes.toString('latin1')
  // The last character of a signature has two unused bits: changing only those gives the same signature.
  const isTheSame = at === bytes.length - 1 && signatureOf(flipped).equals(signatureOf(token))
  return isTheSame ? flipABit(token) : flipped
}

const soonestSeconds = Math.ceil(clockSkewMs / 1000) + 1

/** What an attacker can send with a recording of everything and with other devices, but without this device's key. */
const attacks: Readonly<Record<string, (scene: Scene) => string>> = {
  'made up key': scene => sign(claimsAt(scene), randomBytes(32)),
  'key of another device': scene => sign(claimsAt(scene), scene.otherKey),
  'no algorithm': scene => `${part({ alg: 'none' })}.${part(claimsAt(scene))}.`,
  'other algorithm': scene => sign(claimsAt(scene), scene.key, 'HS512', 'sha512'),
  'bit flipped': scene => flipABit(sign(claimsAt(scene), scene.key)),
  'claims changed': scene => {
    const [head, , signature] = one(scene.had).split('.')
    return `${head}.${part(claimsAt(scene))}.${signature}`
  },
  replayed: ({ had }) => one(had),
  reordered: ({ overtaken }) => one(overtaken),
  expired: scene => {
    const exp = Math.floor(scene.nowMs / 1000) - soonestSeconds - randomInt(10_000)
    return sign(claimsAt(scene, { iat: exp - 15, exp }), scene.key)
  },
  'from the future': scene => {
    const iat = Math.ceil(scene.nowMs / 1000) + soonestSeconds + randomInt(10_000)
    return sign(claimsAt(scene, { iat, exp: iat + 15 }), scene.key)
  },
  'living too long': scene => {
    const iat = Math.floor(scene.nowMs / 1000)
    return sign(claimsAt(scene, { exp: iat + commandLifeMs / 1000 + 1 + randomInt(10_000) }), scene.key)
  },
  'of another session': scene => {
    const session = randomBytes(12).toString('base64url')
    return sign(claimsAt(scene, { session, heard: Math.floor(scene.nowMs / 1000) }), scene.key)
  },
  misdirected: scene => sign(claimsAt(scene, { aud: one(['siren-2', 'siren-11', '+']) }), scene.key),
  'no command': scene =>
    sign(one([{}, { jti: 1 }, claimsAt(scene, { act: { kind: 'explode' } })]), scene.key),
  noise: () => one([randomBytes(60).toString('base64url'), '', '..', 'a.b.c']),
}

const reported = ({ kept, sound }: DeviceMemory) => JSON.stringify([{ ...kept, disbelieved: 0 }, sound])

/** How the device checks time: by its clock, as before, or by sessions, with a clock that keeps being reset. */
export type Timekeeping = 'own clock' | 'sessions'

/**
 * Attacks the reference device this many times; returns the number of attacks of each kind and of those that changed
 * anything.
 */
export async function attack(times: number, by: Timekeeping) {
  const [key, otherKey] = [randomBytes(32), randomBytes(32)]
  const counts: Record<string, number> = {}
  const had: string[] = []
  let overtaken: string[] = []
  let memory = newDeviceMemory('siren-1', 'OWS')
  let nowMs = Date.UTC(2026, 6, 1, 12)
  let counter = 0
  let accepted = 0
  let session = {}

  function sendState() {
    if (by === 'own clock') return
    const id = randomBytes(12).toString('base64url')
    memory = announceAnswer(memory, { id, atMs: nowMs })
    session = { session: id, heard: Math.floor(nowMs / 1000) }
  }
  const receive = async (token: string, isRetained = false) => {
    const command = await readCommand(token, key)
    const clockMs = by === 'own clock' ? nowMs : nowMs + randomInt(1e12) - 5e11
    if (command) return obey(memory, command, nowMs, { clockMs, isRetained }).memory
    return keep(memory, { disbelieved: memory.kept.disbelieved + 1 })
  }
  async function haveAGenuineOne(act: DeviceAction) {
    sendState()
    const scene = { key, otherKey, nowMs, counter, session, had, overtaken }
    overtaken = acts.map((each, index) =>
      sign(claimsAt(scene, { counter: counter + 1 + index, act: each }), key),
    )
    counter += 100
    const token = sign(claimsAt(scene, { counter, act }), key)
    memory = await receive(token)
    expect(memory.kept.counter).toBe(counter)
    had.push(token)
  }

  // `retained` is genuine, except that the broker had retained it.
  const kinds = Object.entries({ ...attacks, retained: (scene: Scene) => sign(claimsAt(scene), scene.key) })
  for (let done = 0; done < times; done++) {
    if (done % 500 === 0) {
      nowMs += 20_000
      const event = one(['storm', `storm ${done}`])
      await haveAGenuineOne({
        kind: 'warn',
        event,
        sounding: { seconds: 10, times: 1 },
        speech: null,
        isTest: false,
      })
      if (had.length > 200) had.splice(0, 100)
    }
    const [kind, make] = kinds[done % kinds.length] ?? ['', () => '']
    const token = make({ key, otherKey, nowMs, counter, session, had, overtaken })
    memory = tick(memory, nowMs).memory
    const before = reported(memory)
    memory = await receive(token, kind === 'retained')
    counts[kind] = (counts[kind] ?? 0) + 1
    if (reported(memory) !== before) accepted++
  }
  return { accepted, counts }
}
