import { createHmac } from 'node:crypto'
import { compactVerify, SignJWT } from 'jose'
import { commandClaims } from '#contract/devices/devices'
import type { DeviceCommand } from '#domain/hardware/command'
import type { DeviceAnswer } from '#domain/hardware/obey-memory'

/**
 * Derives the MQTT password. Written from the documentation, as a manufacturer would, so it shares no code with the
 * server.
 */
export function mqttPassword(key: Uint8Array): string {
  return createHmac('sha256', key).update('mqtt password').digest('base64url')
}

/**
 * Returns an unguessable value that no earlier state had. A real device would use randomness, which a simulated one
 * does not have.
 */
export function makeSession(key: Uint8Array, nowMs: number, serial: number): string {
  return createHmac('sha256', key).update(`session ${nowMs} ${serial}`).digest('base64url').slice(0, 16)
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined // not in the expected format
  }
}

/** Returns a command if the server signed it for the holder of this key. Its time and receiver are not checked here. */
export async function readCommand(token: string, key: Uint8Array): Promise<DeviceCommand | undefined> {
  try {
    const { payload } = await compactVerify(token, key, { algorithms: ['HS256'] })
    const claims = commandClaims.safeParse(readJson(payload))
    if (!claims.success) return undefined
    const { jti: id, aud: device, iat, exp, counter, session, heard: received, act } = claims.data
    const command = { id, device, counter, issuedMs: iat * 1000, expiresMs: exp * 1000, act }
    if (session === undefined || received === undefined) return command
    return { ...command, session: { id: session, heardMs: received * 1000 } }
  } catch {
    return undefined // not a token, or signed with another key
  }
}

export function signAnswer(
  { commandId, phase, because }: DeviceAnswer,
  device: string,
  key: Uint8Array,
  nowMs: number,
): Promise<string> {
  const reason = because === null ? {} : { because }
  const claims = { iss: device, sub: commandId, iat: Math.floor(nowMs / 1000), phase, ...reason }
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key)
}
