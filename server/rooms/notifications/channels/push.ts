import { createHash } from 'node:crypto'
import webPush from 'web-push'
import * as z from 'zod/mini'
import { hourMs, type Clock } from '#server/platform/clock'
import { NotOutside, type PostOutside } from '#server/platform/outside/index'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import { createTurns } from '#server/platform/turns'
import {
  deletePushSubscription,
  pushSubscriptionsOf,
  type BrowserRow,
} from '#server/rooms/notifications/store/push'
import { pushReceipts, type PushReceipts } from '#server/rooms/notifications/push/receipts'
import { createBrowserNotes } from './browser-notes.ts'
import {
  judgeStatus,
  wholeText,
  type DeliveryChannel,
  type Message,
  type DeliveryAttempt,
} from './channel.ts'

/** The key pair that identifies this server to push services (VAPID), and a contact address for them. */
export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

export interface PushOptions {
  readonly db: Db
  readonly secrets: Secrets
  readonly clock: Clock
  readonly vapid: VapidKeys
  /** The contact address for push services: a mailto: or https: address. */
  readonly subject: string
  readonly post: PostOutside
}

const timeoutMs = 15_000
/** Half of a signature's validity. */
const signatureHoldsMs = 6 * hourMs
const mostSignatures = 500
/** Fits into one push message with room to spare. */
const longestText = 1200
const keyPair = z.object({ p256dh: z.string(), auth: z.string() })
const storedVapid = z.object({ publicKey: z.string(), privateKey: z.string() })

export function makeVapidKeys(): VapidKeys {
  return webPush.generateVAPIDKeys()
}

export function readVapidKeys(text: string): VapidKeys {
  return storedVapid.parse(JSON.parse(text))
}

type BrowserKeys = z.output<typeof keyPair>

/** Whether the caller knows the secrets of a browser that is already registered. */
export function isSameKeys(secrets: Secrets, sealed: string, { p256dh, auth }: BrowserKeys): boolean {
  const known = keyPair.parse(JSON.parse(secrets.open(sealed)))
  return known.p256dh === p256dh && known.auth === auth
}

/**
 * What a message replaces, on a screen and where it waits (RFC 8030: at most 32 characters of URL-safe base64). A push
 * service learns from it neither the place nor who else is told.
 */
const topicOf = ({ topic, userId }: Message): string | null =>
  topic && createHash('sha256').update(`${userId} ${topic}`).digest('base64url').slice(0, 32)

/** For danger and its end, the browser is asked to confirm that it showed the message. */
function payloadOf(message: Message, receipts: PushReceipts): string {
  const { subject, link, tone, key, deliveryId, sentAt, validUntil } = message
  return JSON.stringify({
    title: subject,
    body: wholeText(message, longestText),
    link: link ?? '/',
    tone,
    tag: topicOf(message) ?? key,
    sentMs: sentAt.getTime(),
    ...(validUntil && { validUntilMs: validUntil.getTime() }),
    ...(message.asksReceipt && { receipt: receipts.pathFor(deliveryId) }),
  })
}

/**
 * The signature that identifies this server to a push service, created once per service and renewed every few hours.
 */
function createSignatures({ vapid, subject, clock }: Pick<PushOptions, 'vapid' | 'subject' | 'clock'>) {
  const made = new Map<string, { readonly header: string; readonly sinceMs: number }>()
  return (endpoint: string): string => {
    const { origin } = new URL(endpoint)
    const now = clock.monotonicMs()
    const known = made.get(origin)
    if (known && now - known.sinceMs < signatureHoldsMs) return known.header
    const { publicKey, privateKey } = vapid
    const { Authorization: header } = webPush.getVapidHeaders(
      origin,
      subject,
      publicKey,
      privateKey,
      'aes128gcm',
    )
    made.delete(origin)
    made.set(origin, { header, sinceMs: now })
    const [oldest] = made.keys()
    if (made.size > mostSignatures && oldest !== undefined) made.delete(oldest)
    return header
  }
}

interface Sent {
  readonly outcome: DeliveryAttempt
  /** The result to record for the browser; omitted if the server itself may be offline. */
  readonly note?: 'arrived' | 'failed'
}

/** Sends to every browser of a person. It is enough if one browser accepts; browsers that are gone are deleted. */
export function pushChannel(options: PushOptions): DeliveryChannel {
  const { db, secrets, clock, post } = options
  const receipts = pushReceipts(secrets)
  const signatureFor = createSignatures(options)
  const inTurn = createTurns(clock)
  const notes = createBrowserNotes(db, clock)
  let reachedMs: number | undefined

  function sealFor(browser: BrowserRow, message: Message) {
    const topic = topicOf(message)
    return webPush.generateRequestDetails(
      { endpoint: browser.endpoint, keys: keyPair.parse(JSON.parse(secrets.open(browser.sealed_keys))) },
      payloadOf(message, receipts),
      {
        headers: { Authorization: signatureFor(browser.endpoint) },
        TTL: message.usefulSeconds,
        ...(topic && { topic }),
        urgency: message.tone === 'info' ? 'normal' : 'high',
        contentEncoding: 'aes128gcm',
      },
    )
  }

  async function attempt(browser: BrowserRow, message: Message): Promise<Sent> {
    const { endpoint: url, headers, body } = await inTurn(() => sealFor(browser, message))
    let answer: Awaited<ReturnType<PostOutside>>
    try {
      answer = await post({ url, headers, body, timeoutMs })
    } catch (error) {
      const because = (error as Error).message
      if (error instanceof NotOutside) return { outcome: { kind: 'give-up', because }, note: 'failed' }
      // If no other browser was reached lately, the server itself may be offline.
      const isOnline = reachedMs !== undefined && clock.monotonicMs() - reachedMs < hourMs
      return { outcome: { kind: 'try-again', because }, ...(isOnline && { note: 'failed' as const }) }
    }
    const { status, retryAfter } = answer
    if (status === 404 || status === 410) {
      await deletePushSubscription(db, 'system', browser.user_id, { id: browser.id })
      return { outcome: { kind: 'give-up', because: 'The browser has unsubscribed', code: status } }
    }
    if (status >= 200 && status < 300) {
      reachedMs = clock.monotonicMs()
      return { outcome: { kind: 'sent', answer: `HTTP ${status}`, code: status }, note: 'arrived' }
    }
    // A push service never redirects, so an address that does is not a push service.
    const outcome = judgeStatus(status < 400 ? 400 : status, `HTTP ${status}`, retryAfter)
    return { outcome, note: 'failed' }
  }

  async function toBrowser(browser: BrowserRow, message: Message): Promise<DeliveryAttempt> {
    try {
      const { outcome, note } = await attempt(browser, message)
      if (note) notes.add(browser, note)
      return outcome
    } catch (error) {
      // The keys are invalid, or the database is briefly unavailable.
      notes.add(browser, 'failed')
      return { kind: 'try-again', because: (error as Error).message }
    }
  }

  return {
    atOnce: 20,
    atMost: 40,
    async deliver(message) {
      let browsers: BrowserRow[]
      try {
        browsers = message.userId === null ? [] : await pushSubscriptionsOf(db, 'system', [message.userId])
      } catch (error) {
        return { kind: 'try-again', because: (error as Error).message }
      }
      if (browsers.length === 0) return { kind: 'give-up', because: 'No browser is subscribed anymore' }
      const outcomes = await Promise.all(browsers.map(browser => toBrowser(browser, message)))
      return (
        outcomes.find(({ kind }) => kind === 'sent') ??
        outcomes.find(({ kind }) => kind === 'try-again') ??
        (outcomes[0] as DeliveryAttempt)
      )
    },
    // Each browser has its own push service, so no single one could represent them all.
    probe: async () => ({ kind: 'sent' }),
    close() {},
  }
}
