import type { Facts } from '#server/facts'
import { dayMs, later, secondMs, type Clock } from '#server/platform/clock'
import type { Figure } from '#server/platform/figures'
import type { Served } from '#server/platform/http/serve'
import type { ReadyCheck } from '#server/platform/http/health'
import { whileLeading, type Leadership } from '#server/platform/leadership/index'
import type { Log } from '#server/platform/log'
import type { AskOutside, Outside } from '#server/platform/outside/index'
import type { Schedule } from '#server/platform/schedule'
import type { Secrets } from '#server/platform/secrets'
import type { Db, Tx } from '#server/platform/store/index'
import type { Traces } from '#server/platform/traces/index'
import type { PlaceEventRow } from '#server/rooms/integrations/store'
import type { NotifyAdmins } from '#server/rooms/integrations/notify-admins'
import type { PlaceStates } from '#server/rooms/integrations/place-states'
import { deleteWebhookDeliveriesBefore, oldestDue } from './store/deliveries.ts'
import { createWebhookDispatch } from './engine.ts'
import { queueEvents } from './queue-events.ts'
import { webhookRoutes } from './routes.ts'
import type { WebhookTraces } from './webhook-traces.ts'

export interface WebhooksDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Secrets
  readonly leadership: Pick<Leadership<Facts>, 'term' | 'commit'>
  readonly leaderSchedule: Schedule
  readonly makeOutside: () => Outside
  readonly places: PlaceStates
  readonly notifyAdmins: NotifyAdmins
  readonly baseUrl: string
  readonly traces?: Traces | undefined
}

export interface Webhooks {
  readonly routes: readonly Served[]
  readonly figures: readonly Figure[]
  readonly readyChecks: readonly ReadyCheck[]
  /** Queues new events, in the transaction that creates them. */
  queue(tx: Tx, events: readonly PlaceEventRow[], now: Date): Promise<number>
  stop(): Promise<void>
}

const logKeptMs = 30 * dayMs
/** The number of endpoints for which connections are kept open. */
const mostKept = 500
/** A delivery that could be sent but has not been attempted for this long is stuck. */
const stuckSeconds = 60

/** Gives each endpoint its own connections: two endpoints on one host do not share them. */
function waysOut(makeOutside: () => Outside): (endpointId: number) => AskOutside {
  const kept = new Map<number, Outside>()
  return endpointId => {
    const known = kept.get(endpointId) ?? makeOutside()
    kept.delete(endpointId)
    kept.set(endpointId, known)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return known.ask
  }
}

/** Traces webhooks, if the operator has named a collector. */
async function followWebhooks({ traces, clock }: WebhooksDeps): Promise<WebhookTraces | undefined> {
  if (!traces) return undefined
  const { WebhookTraces: Following } = await import('./webhook-traces.ts')
  return traces.guard(new Following(traces, clock))
}

/** Sends customers signed HTTP webhooks about what happens at their places. */
export async function createWebhooks(deps: WebhooksDeps): Promise<Webhooks> {
  const { db, clock, leaderSchedule } = deps
  const askFor = waysOut(deps.makeOutside)
  const traces = await followWebhooks(deps)
  const dispatch = createWebhookDispatch({ ...deps, chance: Math.random, askFor, traces })
  leaderSchedule.every('webhooks', secondMs, () => whileLeading(() => dispatch.fill()))
  leaderSchedule.every('webhook log retention', dayMs, () =>
    deleteWebhookDeliveriesBefore(db, 'system', later(clock.now(), -logKeptMs)),
  )
  const waitingSeconds = async () => {
    const oldest = await oldestDue(db, 'system', clock.now())
    return oldest === null ? 0 : (clock.now().getTime() - oldest.getTime()) / secondMs
  }

  return {
    routes: webhookRoutes({
      ...deps,
      outside: deps.makeOutside(),
      onQueued: () => leaderSchedule.nudge('webhooks'),
    }),
    queue: queueEvents,
    readyChecks: [
      {
        name: 'webhooks',
        check: async () => {
          const seconds = Math.round(await waitingSeconds())
          if (seconds > stuckSeconds) throw new Error(`A webhook has been waiting for ${seconds} s`)
          return 'Every due webhook was tried'
        },
      },
    ],
    figures: [
      {
        name: 'skywarden_webhooks_oldest_seconds',
        help: 'Age of the oldest webhook that is due and was not tried yet',
        read: async () => [{ value: await waitingSeconds() }],
      },
    ],
    stop: () => dispatch.stop(),
  }
}
