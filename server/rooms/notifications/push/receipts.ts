import { createHmac, timingSafeEqual } from 'node:crypto'
import { fillPath } from '#contract/call'
import { notePushShown } from '#contract/messages/notification-settings'
import type { Secrets } from '#server/platform/secrets'

const sealBytes = 16

/**
 * The URLs where browsers confirm that they have shown a message. Only the message contains its URL, which needs no
 * session.
 */
export function pushReceipts(secrets: Secrets) {
  const key = secrets.keyFor('push receipts')
  const sealOf = (deliveryId: number) =>
    createHmac('sha256', key).update(String(deliveryId)).digest().subarray(0, sealBytes)

  return {
    pathFor(deliveryId: number): string {
      const token = `${deliveryId}-${sealOf(deliveryId).toString('base64url')}`
      return fillPath(notePushShown.path, { token })
    },
    /** Returns the delivery to which a token belongs; null if the token is invalid. */
    deliveryOf(token: string): number | null {
      const [, id = '', seal = ''] = /^(\d{1,15})-(.+)$/.exec(token) ?? []
      const bytes = Buffer.from(seal, 'base64url')
      const isWhole = bytes.length === sealBytes && bytes.toString('base64url') === seal
      const isOurs = isWhole && timingSafeEqual(bytes, sealOf(Number(id)))
      return isOurs ? Number(id) : null
    },
  }
}

export type PushReceipts = ReturnType<typeof pushReceipts>
