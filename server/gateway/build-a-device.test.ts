import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { answerClaims, commandClaims, deviceReading, deviceState } from '#contract/devices'
import { refusals } from '#domain/hardware/command'
import { mqttPassword, readCommand, signAnswer } from '#simulator/devices/device-tokens'
import { rights } from './mosquitto.testing.ts'
import { passwordOf, readAnswer, signCommand } from './tokens.ts'

const page = readFileSync('docs/build-a-device.md', 'utf8')
const blocks = (kind: string) =>
  Array.from(page.matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\``, 'gms')), ([, text = '']) => text)
const vectors = blocks('vector').map(text =>
  Object.fromEntries(Array.from(text.matchAll(/^(\w+): (.*)$/gm), ([, name, value]) => [name, value])),
) as { key?: string; password?: string; command?: string; answer?: string; token?: string }[]
const key = Buffer.from(vectors.find(vector => vector.key)?.key ?? '', 'hex')

describe('docs/build-a-device.md', () => {
  test('its password is made from its key, by the house and by a device', () => {
    expect(key).toHaveLength(32)
    const password = vectors.find(vector => vector.password)?.password
    expect([passwordOf(key), mqttPassword(key)]).toEqual([password, password])
  })

  test('its command is what the house signs, byte by byte, and what a device reads', async () => {
    const vector = vectors.find(each => each.command)
    const claims = commandClaims.parse(JSON.parse(vector?.command ?? ''))
    const { jti: id, aud: device, counter, iat, exp, act } = claims
    const command = { id, device, counter, issuedMs: iat * 1000, expiresMs: exp * 1000, act }
    expect(await signCommand(command, key)).toBe(vector?.token)
    expect(await readCommand(vector?.token ?? '', key)).toEqual(command)
  })

  test('its answers are what a device signs, byte by byte, and what the house believes', async () => {
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

  test('its state and its reading fit the contract', () => {
    expect(deviceState.safeParse(JSON.parse(blocks('json state')[0] ?? '')).error).toBeUndefined()
    expect(deviceReading.safeParse(JSON.parse(blocks('json reading')[0] ?? '')).error).toBeUndefined()
  })

  test('names every refusal, and the rights that Mosquitto is tested with', () => {
    for (const refusal of refusals) expect(page).toContain(`\`${refusal}\``)
    expect(page).toContain(rights)
  })
})
