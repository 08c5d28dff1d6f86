import { trackEvents } from '#contract/people/analytics'
import { countingOf } from '#domain/analytics/sampling'
import type { Figure } from '#server/platform/figures'
import { serve, type Served } from '#server/platform/http/serve'
import type { Log } from '#server/platform/log'
import { isRehearsal } from '#server/platform/rehearsal/index'
import type { Db } from '#server/platform/store/index'
import { findCustomer } from '#server/rooms/customers/index'
import { createForwarder } from './forward.ts'

export interface AnalyticsDeps {
  readonly db: Db
  readonly log: Log
  /** The operator's own collector. Without one, nothing is counted. */
  readonly analyticsUrl: string | undefined
}

interface Analytics {
  readonly routes: readonly Served[]
  readonly figures: readonly Figure[]
  stop(): Promise<void>
}

/** The customer type of the provider itself. */
const internal = 'Internal'

/** Counts page views for the operator's own collector. The viewer is identified only by the token. */
export function createAnalytics({ db, log, analyticsUrl }: AnalyticsDeps): Analytics {
  const forwarder = analyticsUrl === undefined ? undefined : createForwarder(analyticsUrl, log)
  return {
    routes: [
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
    ],
    figures: forwarder?.figures ?? [],
    stop: async () => forwarder?.stop(),
  }
}
