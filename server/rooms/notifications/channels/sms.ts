import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import {
  judgeStatus,
  storeOnlyBecause,
  wholeText,
  type DeliveryChannel,
  type Message,
  type DeliveryAttempt,
} from './channel.ts'

/** A text message provider with a Twilio-compatible API. */
export interface SmsOptions {
  readonly url: string
  readonly account: string
  readonly token: string
  /** A number or the ID of a messaging service. */
  readonly from: string
  /** The URL to which the provider reports delivery. */
  readonly statusUrl: string
}

const timeoutMs = 20_000
/** The length of ten message parts, more than anyone reads. */
const longestText = 1500
const taken = z.object({ sid: z.string(), status: z.string() })
const refused = z.object({ code: z.optional(z.number()), message: z.string() })

function formOf(message: Message, { from, statusUrl }: SmsOptions) {
  const { recipient, usefulSeconds } = message
  return new URLSearchParams({
    To: recipient,
    ...(from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }),
    // Without an email's blank lines.
    Body: wholeText(message, longestText)
      .replace(/\s*\n\s*/g, ' ')
      .trim(),
    StatusCallback: statusUrl,
    // The network drops a message that it could not deliver within this time.
    ValidityPeriod: String(Math.min(Math.max(usefulSeconds, 1), 14_400)),
  })
}

async function judge(response: Response): Promise<DeliveryAttempt> {
  const body: unknown = await response.json().catch(() => null) // validated below
  const { status: code } = response
  if (response.ok) {
    const { data } = z.safeParse(taken, body)
    // A success response without an ID may or may not mean that the message was accepted.
    if (!data) return { kind: 'try-again', because: 'The provider responded without a receipt', code }
    return { kind: 'sent', ref: data.sid, answer: data.status, code }
  }
  const { data } = z.safeParse(refused, body)
  const because = data ? [data.code, data.message].filter(Boolean).join(' ') : `HTTP ${code}`
  return judgeStatus(code, because, response.headers.get('retry-after'))
}

export function smsChannel(
  options: SmsOptions | undefined,
  keptBecause: string | null = null,
): DeliveryChannel {
  if (!options) return storeOnlyBecause(keptBecause)
  const account = `${options.url}/2010-04-01/Accounts/${encodeURIComponent(options.account)}.json`
  const address = `${options.url}/2010-04-01/Accounts/${encodeURIComponent(options.account)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${options.account}:${options.token}`).toString('base64')}`
  return {
    atOnce: 8,
    atMost: 24,
    async deliver(message) {
      try {
        return await judge(
          await fetch(address, {
            method: 'POST',
            headers: { authorization, 'i-twilio-idempotency-token': message.key },
            body: formOf(message, options),
            redirect: 'error',
            signal: AbortSignal.timeout(timeoutMs),
          }),
        )
      } catch (error) {
        return { kind: 'try-again', because: (error as Error).message }
      }
    },
    async probe() {
      try {
        const { status } = await fetch(account, {
          headers: { authorization },
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        // Not every provider has an account endpoint: a provider that responds and accepts our credentials can accept
        // messages.
        const isRefused = status === 401 || status === 403 || status >= 500
        return isRefused ? { kind: 'try-again', because: `HTTP ${status}` } : { kind: 'sent' }
      } catch (error) {
        return { kind: 'try-again', because: (error as Error).message }
      }
    },
    close() {},
  }
}

/** Whether a status report comes from the provider, which signs the URL and all fields with the shared token. */
export function isSignedByProvider(
  { token, statusUrl }: SmsOptions,
  fields: Readonly<Record<string, string>>,
  signature: string,
): boolean {
  const signed = Object.keys(fields)
    .sort()
    .reduce((text, name) => text + name + fields[name], statusUrl)
  const expected = createHmac('sha1', token).update(signed, 'utf8').digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
