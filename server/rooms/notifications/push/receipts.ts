import { createHmac, timingSafeEqual } from 'node:crypto'
import { fillPath } from '#contract/call'
import { notePushShown } from '#contract/messages/notification-settings'
import { notAllowed } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import { noteShown } from '#server/rooms/notifications/store/deliveries'

const sealBytes = 16

/**
 * The URL where a browser confirms that it has shown a message. Only the message contains it, and it needs no session.
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
    /** The delivery a token belongs to; null if it is invalid. */
    deliveryOf(token: string): number | null {
      const [, id = '', seal = ''] = /^(\d{1,15})-(.+)$/.exec(token) ?? []
      const bytes = Buffer.from(seal, 'base64url')
      const isOurs = bytes.length === sealBytes && timingSafeEqual(bytes, sealOf(Number(id)))
      return isOurs ? Number(id) : null
    },
  }
}

export type PushReceipts = ReturnType<typeof pushReceipts>

export function receiptRoutes(db: Db, receipts: PushReceipts): Served[] {
  return [
    serve(notePushShown, async ({ params, now }) => {
      const deliveryId = receipts.deliveryOf(params.token)
      if (deliveryId === null) throw notAllowed('This address is not known.')
      await noteShown(db, 'system', deliveryId, now)
      return null
    }),
  ]
}
