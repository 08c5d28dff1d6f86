import { createHmac } from 'node:crypto'
import { jwtVerify } from 'jose'
import type { AnswerClaims, CommandClaims } from '#contract/devices'
import { answerClaims } from '#contract/devices'
import type { Command } from '#domain/hardware/command'

const algorithm = 'HS256'
const head = Buffer.from(JSON.stringify({ alg: algorithm })).toString('base64url')

/** The MQTT password of a device, made from its key: whoever hears it can connect, and can sign nothing. */
export function passwordOf(key: Uint8Array): string {
  return createHmac('sha256', key).update('mqtt password').digest('base64url')
}

const secondsOf = (ms: number) => Math.floor(ms / 1000)

function claimsOf(command: Command): CommandClaims {
  const { id, device, counter, issuedMs, expiresMs, session, clockAheadMs = 0, act } = command
  // By whole seconds, so that it lives neither longer nor shorter; a clock that was never set may begin at zero.
  const byItsClock = (ms: number) => Math.max(1, secondsOf(ms) + Math.round(clockAheadMs / 1000))
  const claims = { jti: id, aud: device, iat: byItsClock(issuedMs), exp: byItsClock(expiresMs), counter }
  return { ...claims, ...(session && { session: session.id, heard: secondsOf(session.heardMs) }), act }
}

/** The same command is always the same text, for as long as the device has announced nothing new. */
export async function signCommand(command: Command, key: Uint8Array): Promise<string> {
  const text = `${head}.${Buffer.from(JSON.stringify(claimsOf(command))).toString('base64url')}`
  // By hand and at once, since a storm asks for hundreds in the same moment; reading what others sign is left to jose.
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

/** What a device says that it did, if it is that device which says so. */
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
    return undefined // not signed by its key, or no token at all: whoever asked counts it
  }
}
