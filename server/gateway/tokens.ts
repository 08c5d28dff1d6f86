import { createHmac } from 'node:crypto'
import { jwtVerify } from 'jose'
import type { AnswerClaims, CommandClaims } from '#contract/devices/devices'
import { answerClaims } from '#contract/devices/devices'
import type { DeviceCommand } from '#domain/hardware/command'

const algorithm = 'HS256'
const head = Buffer.from(JSON.stringify({ alg: algorithm })).toString('base64url')

/**
 * Returns a device's MQTT password, derived from its key: an eavesdropper can connect with it, but cannot sign
 * anything.
 */
export function devicePasswordOf(key: Uint8Array): string {
  return createHmac('sha256', key).update('mqtt password').digest('base64url')
}

const secondsOf = (ms: number) => Math.floor(ms / 1000)

function claimsOf(command: DeviceCommand): CommandClaims {
  const { id, device, counter, issuedMs, expiresMs, session, clockAheadMs = 0, act } = command
  // Whole seconds keep the command's lifetime exact; a clock that was never set may start at zero.
  const byItsClock = (ms: number) => Math.max(1, secondsOf(ms) + Math.round(clockAheadMs / 1000))
  const claims = { jti: id, aud: device, iat: byItsClock(issuedMs), exp: byItsClock(expiresMs), counter }
  return { ...claims, ...(session && { session: session.id, heard: secondsOf(session.heardMs) }), act }
}

/** Signs a command. The same command always gives the same token, as long as the device has announced nothing new. */
export async function signCommand(command: DeviceCommand, key: Uint8Array): Promise<string> {
  const text = `${head}.${Buffer.from(JSON.stringify(claimsOf(command))).toString('base64url')}`
  // Signed synchronously by our own code, because a storm needs hundreds at the same moment; jose verifies the tokens
  // that others sign.
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

/** Returns what a device reports having done, if the signature is that device's. */
export async function readAnswer(
  token: string,
  from: string,
  key: Uint8Array,
): Promise<AnswerClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: [algorithm], issuer: from })
    const read = answerClaims.safeParse(payload)
    return read.success ? read.data : undefined
  } catch {
    return undefined // not signed with the device's key, or not a token; the caller counts it
  }
}
