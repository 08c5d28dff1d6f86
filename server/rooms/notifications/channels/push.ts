import webPush from 'web-push'
import * as z from 'zod/mini'
import { NotOutside, type PostOutside } from '#server/platform/http/outside'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import {
  deletePushSubscription,
  pushSubscriptionsOf,
  type BrowserRow,
} from '#server/rooms/notifications/push-store'
import { judgeStatus, type Channel, type Message, type Outcome } from './channel.ts'

/** The key pair by which push services know this house (VAPID), and whom they can write to. */
export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

export interface PushOptions {
  readonly db: Db
  readonly secrets: Secrets
  readonly vapid: VapidKeys
  /** Whom push services turn to: a mailto: or https: address. */
  readonly subject: string
  readonly post: PostOutside
}

const timeoutMs = 15_000
/** What fits into one push message with room to spare. */
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

/** Whether somebody knows the secrets of a browser that is known already. */
export function isSameKeys(secrets: Secrets, sealed: string, { p256dh, auth }: BrowserKeys): boolean {
  const known = keyPair.parse(JSON.parse(secrets.open(sealed)))
  return known.p256dh === p256dh && known.auth === auth
}

function payloadOf({ subject, text, link, tone, key }: Message): string {
  return JSON.stringify({
    title: subject,
    body: text.slice(0, longestText),
    link: link ?? '/',
    tone,
    tag: key,
  })
}

/** Sends to every browser of a person: one that takes it is enough, and those that are gone are forgotten. */
export function pushChannel(options: PushOptions): Channel {
  const { db, secrets, vapid, subject, post } = options

  async function toBrowser(browser: BrowserRow, message: Message): Promise<Outcome> {
    try {
      const details = webPush.generateRequestDetails(
        { endpoint: browser.endpoint, keys: keyPair.parse(JSON.parse(secrets.open(browser.sealed_keys))) },
        payloadOf(message),
        {
          vapidDetails: { subject, ...vapid },
          TTL: message.usefulSeconds,
          urgency: message.tone === 'info' ? 'normal' : 'high',
          contentEncoding: 'aes128gcm',
        },
      )
      const { status, retryAfter } = await post({
        url: details.endpoint,
        headers: details.headers,
        body: details.body,
        timeoutMs,
      })
      if (status === 404 || status === 410) {
        await deletePushSubscription(db, 'system', browser.user_id, { id: browser.id })
        return { kind: 'give-up', because: 'The browser has unsubscribed' }
      }
      if (status >= 200 && status < 300) return { kind: 'sent', answer: `HTTP ${status}` }
      // A push service does not send elsewhere; whoever does is none.
      return judgeStatus(status < 400 ? 400 : status, `HTTP ${status}`, retryAfter)
    } catch (error) {
      const { message: because } = error as Error
      return { kind: error instanceof NotOutside ? 'give-up' : 'try-again', because }
    }
  }

  return {
    atOnce: 20,
    atMost: 40,
    async deliver(message) {
      const browsers =
        message.userId === null ? [] : await pushSubscriptionsOf(db, 'system', [message.userId])
      if (browsers.length === 0) return { kind: 'give-up', because: 'No browser is subscribed any more' }
      const outcomes = await Promise.all(browsers.map(browser => toBrowser(browser, message)))
      return (
        outcomes.find(({ kind }) => kind === 'sent') ??
        outcomes.find(({ kind }) => kind === 'try-again') ??
        (outcomes[0] as Outcome)
      )
    },
    // Each browser has a push service of its own: none stands for all of them.
    probe: async () => ({ kind: 'sent' }),
    close() {},
  }
}
