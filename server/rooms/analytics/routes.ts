import { trackEvents } from '#contract/people/analytics'
import { countingOf } from '#domain/analytics/sampling'
import { serve, type Served } from '#server/platform/http/serve'
import { isRehearsal } from '#server/platform/rehearsal/index'
import type { Db } from '#server/platform/store/index'
import { findCustomer } from '#server/rooms/customers/index'
import type { Forwarder } from './forward.ts'

export interface AnalyticsRouteDeps {
  readonly db: Db
  /** Undefined if there is no collector, in which case nothing is counted. */
  readonly forwarder: Pick<Forwarder, 'offer'> | undefined
}

/** The customer type of the provider itself. */
const internal = 'Internal'

export function analyticsRoutes({ db, forwarder }: AnalyticsRouteDeps): Served[] {
  return [
    serve(trackEvents, async ({ caller, body, now }) => {
      if (!forwarder || (await isRehearsal(db))) return null
      const customer = await findCustomer(db, caller.customerId, caller.customerId)
      if (!customer) return null
      const { isCounted, isRecorded } = countingOf({
        customerStatus: customer.status,
        isInternal: customer.company_type === internal,
        sessionId: body.visitId,
      })
      if (!isCounted) return null
      const { visitId } = body
      const who = { userId: caller.id, customerId: caller.customerId, customerStatus: customer.status }
      forwarder.offer(
        body.events.map(({ name, route, isRecording }) => ({
          type: name === 'session began' ? 'identify' : 'track',
          event: name,
          ...who,
          visitId,
          route,
          isRecorded: isRecorded && isRecording,
          receivedAt: now.toISOString(),
        })),
      )
      return null
    }),
  ]
}
