import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { answerClaims, commandClaims, deviceReading, deviceState } from '#contract/devices/devices'
import { refusals } from '#domain/hardware/command'
import { obey } from '#domain/hardware/obey'
import { announceAnswer, keep, newDeviceMemory } from '#domain/hardware/obey-memory'
import { mqttPassword, readCommand, signAnswer } from '#simulator/devices/device-tokens'
import { rights } from './mosquitto.testing.ts'
import { devicePasswordOf, readAnswer, signCommand } from './tokens.ts'

const page = readFileSync('docs/build-a-device.md', 'utf8')
const blocks = (kind: string) =>
  Array.from(page.matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\``, 'gms')), ([, text = '']) => text)
const vectors = blocks('vector').map(text =>
  Object.fromEntries(Array.from(text.matchAll(/^(\w+): (.*)$/gm), ([, name, value]) => [name, value])),
) as {
  key?: string
  password?: string
  command?: string
  answer?: string
  token?: string
  after?: string
  retained?: string
  announced?: string
  outcome?: string
}[]
const key = Buffer.from(vectors.find(vector => vector.key)?.key ?? '', 'hex')

describe('docs/build-a-device.md', () => {
  test('its password is derived from its key, by the server and by a device', () => {
    expect(key).toHaveLength(32)
    const password = vectors.find(vector => vector.password)?.password
    expect([devicePasswordOf(key), mqttPassword(key)]).toEqual([password, password])
  })

  test('its commands are what the server signs, byte for byte, and what a device reads', async () => {
    const commands = vectors.filter(each => each.command)
    expect(commands).toHaveLength(2)
    for (const { command: text = '', token = '' } of commands) {
      const claims = commandClaims.parse(JSON.parse(text))
      const { jti: id, aud: device, counter, iat, exp, session, heard: received = 0, act } = claims
      const times = { issuedMs: iat * 1000, expiresMs: exp * 1000 }
      const bySession = session && { session: { id: session, heardMs: received * 1000 } }
      const command = { id, device, counter, ...times, act, ...bySession }
      expect(await signCommand(command, key)).toBe(token)
      expect(await readCommand(token, key)).toEqual(command)
    }
  })

  test('its outcomes are those of the reference device', async () => {
    const outcomes = vectors.filter(each => each.outcome)
    expect(outcomes.length).toBeGreaterThan(5)
    const token = vectors.findLast(each => each.command)?.token ?? ''
    const command = await readCommand(token, key)
    if (!command?.session) throw new Error('The last command has no session')
    for (const { after, retained, announced = command.session.id, outcome } of outcomes) {
      const siren = keep(newDeviceMemory('siren-1', 'OWS'), { counter: 42 })
      const memory = announceAnswer(siren, { id: announced, atMs: 0 })
      const isRetained = retained === 'true'
      // The device's clock has never been set.
      const { answers } = obey(memory, command, Number(after) * 1000, { clockMs: 0, isRetained })
      expect(answers[0]?.because ?? answers[0]?.phase).toBe(outcome)
    }
  })

  test('its replies are what a device signs, byte for byte, and what the server accepts', async () => {
    const answers = vectors.filter(each => each.answer)
    expect(answers).toHaveLength(2)
    for (const { answer, token = '' } of answers) {
      const claims = answerClaims.parse(JSON.parse(answer ?? ''))
      const { iss, sub: commandId, iat, phase, because = null } = claims
      expect(await signAnswer({ commandId, phase, because }, iss, key, iat * 1000)).toBe(token)
      expect(await readAnswer(token, iss, key)).toEqual(claims)
      expect(await readAnswer(token, 'siren-2', key)).toBeUndefined()
      expect(await readAnswer(token, iss, Buffer.alloc(32))).toBeUndefined()
    }
  })

  test('its state and its reading match the contract', () => {
    expect(deviceState.safeParse(JSON.parse(blocks('json state')[0] ?? '')).error).toBeUndefined()
    expect(deviceReading.safeParse(JSON.parse(blocks('json reading')[0] ?? '')).error).toBeUndefined()
  })

  test('lists every refusal, and the access rules that Mosquitto is tested with', () => {
    for (const refusal of refusals) expect(page).toContain(`\`${refusal}\``)
    expect(page).toContain(rights)
  })
})
