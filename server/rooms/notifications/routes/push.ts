import {
  checkPush,
  getPushKey,
  listPushDevices,
  notePushShown,
  removePushDevice,
  subscribePush,
  unsubscribePush,
} from '#contract/messages/notification-settings'
import type { Doing } from '#server/platform/http/ask'
import type { Caller } from '#server/platform/http/caller'
import { isOutsideUrl } from '#server/platform/outside/index'
import { badInput, notAllowed, notFound } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Secrets } from '#server/platform/secrets'
import type { Db, Tx } from '#server/platform/store/index'
import { lockUserForUpdate, type UserRow } from '#server/rooms/users/index'
import { isSameKeys } from '#server/rooms/notifications/channels/push'
import type { PushReceipts } from '#server/rooms/notifications/push/receipts'
import { noteShown, type ReportedMessage } from '#server/rooms/notifications/store/deliveries'
import {
  deleteOldestBrowsers,
  deletePushSubscription,
  pushSubscriptionsOf,
  savePushSubscription,
  seeBrowser,
  seizePushSubscription,
} from '#server/rooms/notifications/store/push'

/** Each browser costs an encrypted message and a connection for every alert. */
const mostBrowsers = 10

export interface PushRoutesDeps {
  readonly db: Db
  readonly secrets: Secrets
  readonly vapidPublicKey: string
  readonly own: (caller: Caller) => Promise<UserRow>
  readonly record: (tx: Tx, doing: Doing, row: UserRow, action: string, change?: object) => Promise<void>
}

/** The browsers on which a person receives push messages. */
export function pushRoutes({ db, secrets, vapidPublicKey, own, record }: PushRoutesDeps): Served[] {
  return [
    serve(getPushKey, async () => ({ publicKey: vapidPublicKey })),

    serve(subscribePush, async ({ body, ...doing }) => {
      const row = await own(doing.caller)
      const { endpoint, keys, name } = body
      if (!isOutsideUrl(endpoint)) throw badInput({ Endpoint: ['is not the address of a push service'] })
      await db.transaction().execute(async tx => {
        // Serialized per person, so that the limit holds under concurrent subscriptions.
        await lockUserForUpdate(tx, row.customer_id, row.id)
        const known = await seizePushSubscription(tx, 'system', endpoint)
        // Only the browser itself knows its keys, so a caller who has them is another person who signed in on that
        // browser.
        if (known && known.user_id !== row.id && !isSameKeys(secrets, known.sealed_keys, keys))
          throw badInput({ Endpoint: ['is in use by someone else. Turn on push messages again.'] })
        const browser = {
          customerId: row.customer_id,
          userId: row.id,
          endpoint,
          sealedKeys: secrets.seal(JSON.stringify(keys)),
          sessionId: doing.caller.sessionId,
          name,
        }
        await savePushSubscription(tx, browser, doing.now)
        await deleteOldestBrowsers(tx, row.customer_id, row.id, mostBrowsers)
        await record(tx, doing, row, 'push messages turned on', { after: new URL(endpoint).host })
      })
      return null
    }),

    serve(unsubscribePush, async ({ body, ...doing }) => {
      const row = await own(doing.caller)
      await db.transaction().execute(async tx => {
        await deletePushSubscription(tx, row.customer_id, row.id, { endpoint: body.endpoint })
        await record(tx, doing, row, 'push messages turned off')
      })
      return null
    }),

    serve(checkPush, async ({ caller, body, now }) => {
      const seen = { userId: caller.id, endpoint: body.endpoint, sessionId: caller.sessionId }
      const deviceId = await db.transaction().execute(tx => seeBrowser(tx, caller.customerId, seen, now))
      return { deviceId }
    }),

    serve(listPushDevices, async ({ caller }) => {
      const browsers = await pushSubscriptionsOf(db, caller.customerId, [caller.id])
      return browsers.map(({ id, name, created_at, sent_at }) => ({
        id,
        name,
        added: created_at.toISOString(),
        lastUsed: sent_at?.toISOString() ?? null,
      }))
    }),

    serve(removePushDevice, async ({ params, ...doing }) => {
      const row = await own(doing.caller)
      await db.transaction().execute(async tx => {
        const { id } = params
        if (!(await deletePushSubscription(tx, row.customer_id, row.id, { id }))) throw notFound('The device')
        await record(tx, doing, row, 'push messages turned off')
      })
      return null
    }),
  ]
}

/** Routes where browsers confirm that they have shown a message. */
export function receiptRoutes(
  db: Db,
  receipts: PushReceipts,
  onShown?: (message: ReportedMessage) => void,
): Served[] {
  return [
    serve(notePushShown, async ({ params, now }) => {
      const deliveryId = receipts.deliveryOf(params.token)
      if (deliveryId === null) throw notAllowed('This address is unknown.')
      const message = await noteShown(db, 'system', deliveryId, now)
      if (message) onShown?.(message)
      return null
    }),
  ]
}
