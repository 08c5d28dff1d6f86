import type { Clock } from '#server/platform/clock'
import { readForms, type Form } from '#server/platform/http/forms'
import type { MountPages } from '#server/platform/http/server'
import type { Db } from '#server/platform/store/index'
import { isSignedByProvider, type SmsOptions } from './channels/sms.ts'
import { noteReceipt, type DeliveryState, type ReportedMessage } from './store/deliveries.ts'

export const smsStatusPath = '/provider/sms'

/** The provider's statuses that matter; all others are intermediate. */
const meanings: Readonly<Record<string, DeliveryState>> = {
  delivered: 'delivered',
  undelivered: 'undelivered',
  failed: 'undelivered',
}

export interface ReportDeps {
  readonly db: Db
  readonly clock: Clock
  readonly onReported?: ((message: ReportedMessage, state: DeliveryState) => void) | undefined
}

/** The endpoint where the text message provider reports delivery. Accepts only signed reports. */
export function mountSmsStatus(
  { db, clock, onReported }: ReportDeps,
  options: SmsOptions | undefined,
): MountPages {
  return async (app, limits) => {
    await app.register(async pages => {
      readForms(pages)
      pages.addHook('onRequest', request => limits.countMachine(request))
      pages.post(smsStatusPath, async (request, reply) => {
        const fields = (request.body ?? {}) as Form
        const signature = request.headers['x-twilio-signature']
        if (!options || typeof signature !== 'string' || !isSignedByProvider(options, fields, signature))
          return reply.code(403).send()
        const state = meanings[fields['MessageStatus'] ?? '']
        const providerRef = fields['MessageSid']
        if (state !== undefined && providerRef !== undefined) {
          const answer = [fields['MessageStatus'], fields['ErrorCode']].filter(Boolean).join(' ')
          const receipt = { channel: 'sms', providerRef, state, answer, at: clock.now() } as const
          const message = await noteReceipt(db, 'system', receipt)
          if (message) onReported?.(message, state)
        }
        return reply.code(204).send()
      })
    })
  }
}
