import { isStillTrue } from '#domain/integrations/place-event'
import {
  isToBePaused,
  webhookPauseAfter,
  retryAfterMs,
  timeoutMs,
  verdictOf,
} from '#domain/integrations/webhook'
import { heldBecause } from '#domain/rehearsal/copied-because'
import type { Facts } from '#server/facts'
import { later, secondMs, type Clock } from '#server/platform/clock'
import type { Leadership } from '#server/platform/leadership/index'
import type { Log } from '#server/platform/log'
import { NotOutside, type AskOutside } from '#server/platform/outside/index'
import { isRehearsal } from '#server/platform/rehearsal/index'
import type { Secrets } from '#server/platform/secrets'
import { createSharedRun } from '#server/platform/serial'
import type { Db, Tx } from '#server/platform/store/index'
import { findEvents, type PlaceEventRow } from '#server/rooms/integrations/store'
import type { NotifyAdmins } from '#server/rooms/integrations/notify-admins'
import type { PlaceStates } from '#server/rooms/integrations/place-states'
import {
  failWaiting,
  holdWaitingWebhooks,
  isStillWaiting,
  settleDelivery,
  takeDueWebhooks,
  type WebhookDeliveryRow,
  type SettledWebhook,
} from './store/deliveries.ts'
import {
  findEndpoint,
  noteEndpointFailure,
  noteSuccess,
  stopEndpoint,
  type EndpointRow,
} from './store/endpoints.ts'
import type { WebhookTraces } from './webhook-traces.ts'
import { webhookBodyOf, testBody } from './payload.ts'
import { signedHeaders } from './signing.ts'

export interface WebhookDispatchDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Pick<Secrets, 'open'>
  readonly leadership: Pick<Leadership<Facts>, 'term' | 'commit'>
  readonly places: Pick<PlaceStates, 'lightningAt'>
  readonly notifyAdmins: NotifyAdmins
  readonly baseUrl: string
  readonly chance: () => number
  /** Each endpoint has its own connections: an endpoint that hangs blocks no other. */
  readonly askFor: (endpointId: number) => AskOutside
  readonly traces?: WebhookTraces | undefined
}

const perEndpoint = 4
/**
 * The number of concurrent attempts. Attempts that hang do not count toward it, up to the limit of what a process can
 * hold.
 */
const atOnce = 200
const atMost = 1000
const slowMs = 2 * secondMs
/** Longer than an attempt plus the time to record its result. */
const leaseMs = timeoutMs + 15 * secondMs
/** An All Clear that is not currently true is checked again after this long: the next event may replace it. */
const lookAgainMs = 5 * secondMs

type Outcome =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | null }
  | { readonly kind: 'lost'; readonly because: string }
  | {
      readonly kind: 'not sent'
      readonly state: 'expired' | 'superseded' | 'failed'
      readonly because: string
    }
  | { readonly kind: 'not now'; readonly because: string }

export interface WebhookDispatch {
  /** Takes due deliveries. Resolves when they are in progress, not when they have been delivered. */
  fill(): Promise<void>
  idle(): Promise<void>
  stop(): Promise<void>
}

export function createWebhookDispatch(deps: WebhookDispatchDeps): WebhookDispatch {
  const { db, clock, log, leadership } = deps
  const underWay = new Map<number, { readonly endpointId: number; readonly sinceMs: number }>()
  const unfinished = new Set<Promise<void>>()
  let isStopped = false

  function freePlaces(): number {
    const all = [...underWay.values()]
    const brisk = all.filter(({ sinceMs }) => clock.monotonicMs() - sinceMs < slowMs)
    return Math.min(atOnce - brisk.length, atMost - all.length)
  }

  /** All valid secrets, including the previous one for a day after a rotation. */
  function secretsOf(endpoint: EndpointRow, now: Date): string[] {
    const sealed = [endpoint.sealed_secret]
    const { previous_sealed_secret: before, previous_until: until } = endpoint
    if (before !== null && until !== null && until > now) sealed.push(before)
    return sealed.map(each => deps.secrets.open(each))
  }

  /** The last check before sending: whether the delivery is still ours to send, not superseded, and still true. */
  async function lastLook(
    row: WebhookDeliveryRow,
    term: number,
    endpoint: EndpointRow | undefined,
    event: PlaceEventRow | undefined,
  ): Promise<Outcome | null> {
    if (leadership.term() !== term) return { kind: 'not now', because: 'Another process is sending now' }
    if (endpoint?.state !== 'on') return { kind: 'not now', because: 'The webhook is not turned on' }
    if (!(await isStillWaiting(db, 'system', row.id, term)))
      return { kind: 'not sent', state: 'superseded', because: 'A newer event replaced it' }
    if (row.kind === 'test') return null
    if (!event) return { kind: 'not sent', state: 'failed', because: 'The event is no longer stored' }
    const now = clock.now()
    if (event.holds_until !== null && event.holds_until <= now && row.kind === 'event')
      return { kind: 'not sent', state: 'expired', because: 'It was over before it could be sent' }
    const lightning = deps.places.lightningAt(event.organization_location_id, now.getTime())
    return isStillTrue(event, lightning) ? null : { kind: 'not now', because: 'It is not currently true' }
  }

  async function post(
    row: WebhookDeliveryRow,
    term: number,
    event: PlaceEventRow | undefined,
  ): Promise<Outcome> {
    const endpoint = await findEndpoint(db, 'system', row.endpoint_id)
    const refusal = await lastLook(row, term, endpoint, event)
    if (refusal || !endpoint) return refusal ?? { kind: 'not now', because: 'The webhook is gone' }
    const now = clock.now()
    const body = event ? webhookBodyOf(event, now) : testBody(endpoint.name, now)
    const timestampSeconds = Math.floor(now.getTime() / secondMs)
    const signed = signedHeaders(secretsOf(endpoint, now), { id: row.message_id, timestampSeconds, body })
    try {
      const { status, retryAfter } = await deps.askFor(endpoint.id)({
        url: endpoint.url,
        method: 'POST',
        headers: {
          ...signed,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'user-agent': 'Skywarden-Webhooks/1.0',
        },
        body,
        timeoutMs,
      })
      return { kind: 'answered', status, retryAfter }
    } catch (error) {
      return { kind: 'lost', because: wordsOf(error as Error) }
    }
  }

  async function attempt(row: WebhookDeliveryRow, term: number): Promise<void> {
    const from = clock.now()
    const [event] = row.event_id === null ? [] : await findEvents(db, 'system', [row.event_id])
    const outcome = await post(row, term, event)
    const now = clock.now()
    const isSent = outcome.kind === 'answered' || outcome.kind === 'lost'
    const about = { id: row.id, term, at: now, isSent, status: null, error: null }
    await db.transaction().execute(async tx => {
      switch (outcome.kind) {
        case 'not sent':
          return settleDelivery(tx, 'system', { ...about, state: outcome.state, error: outcome.because })
        case 'not now': {
          const nextAttemptAt = later(now, lookAgainMs)
          return settleDelivery(tx, 'system', {
            ...about,
            state: 'waiting',
            error: outcome.because,
            nextAttemptAt,
          })
        }
        default:
          return settleAnswer(tx, row, outcome, about, now)
      }
    })
    const answerCode = outcome.kind === 'answered' ? outcome.status : null
    const state = stateAfter(outcome, row.kind)
    deps.traces?.attempted(row, { from, to: now, fact: event?.fact ?? null, answerCode, state })
  }

  async function settleAnswer(
    tx: Tx,
    row: WebhookDeliveryRow,
    outcome: Extract<Outcome, { kind: 'answered' | 'lost' }>,
    about: Omit<SettledWebhook, 'state'>,
    now: Date,
  ): Promise<void> {
    const status = outcome.kind === 'answered' ? outcome.status : null
    const verdict =
      outcome.kind === 'answered'
        ? verdictOf(outcome.status)
        : ({ kind: 'try-again', because: outcome.because } as const)
    if (verdict.kind === 'delivered') {
      await settleDelivery(tx, 'system', { ...about, status, state: 'delivered' })
      return noteSuccess(tx, 'system', row.endpoint_id, now)
    }
    const failed = { ...about, status, error: verdict.because }
    if (verdict.kind === 'gone') {
      await settleDelivery(tx, 'system', { ...failed, state: 'failed' })
      return stop(tx, row.endpoint_id, 'gone', verdict.because, now)
    }
    // A person who tests an endpoint is waiting for the response, and can repeat the test.
    if (row.kind === 'test') return settleDelivery(tx, 'system', { ...failed, state: 'failed' })
    const wanted = outcome.kind === 'answered' ? retryAfterMs(outcome.retryAfter, now.getTime()) : null
    const nextAttemptAt = later(now, webhookPauseAfter(row.attempts, wanted, deps.chance()))
    await settleDelivery(tx, 'system', { ...failed, state: 'waiting', nextAttemptAt })
    const endpoint = await noteEndpointFailure(tx, 'system', row.endpoint_id, now)
    if (isToBePaused(endpoint?.failing_since?.getTime() ?? null, now.getTime()))
      await stop(
        tx,
        row.endpoint_id,
        'paused',
        `Nothing has arrived for three days. ${verdict.because}.`,
        now,
      )
  }

  async function stop(tx: Tx, endpointId: number, state: 'paused' | 'gone', because: string, now: Date) {
    const endpoint = await stopEndpoint(tx, 'system', endpointId, state, because)
    if (!endpoint) return
    await failWaiting(tx, 'system', endpointId, because, now)
    const notice = {
      customerId: endpoint.customer_id,
      key: `webhook ${endpointId} ${state} ${now.toISOString()}`,
      subject: `Webhook “${endpoint.name}” was ${state === 'gone' ? 'turned off' : 'paused'}`,
      text: [
        `Skywarden no longer sends anything to the webhook “${endpoint.name}”.`,
        because,
        `Check the receiver, then turn the webhook on again: ${deps.baseUrl}/Integrations/Webhooks`,
      ].join('\n\n'),
    }
    await deps.notifyAdmins(tx, notice, now)
    log.warn({ endpoint: endpointId, state, because }, 'stopped a webhook')
  }

  async function send(row: WebhookDeliveryRow, term: number): Promise<void> {
    underWay.set(row.id, { endpointId: row.endpoint_id, sinceMs: clock.monotonicMs() })
    try {
      await attempt(row, term)
    } catch (error) {
      log.error({ err: error, delivery: row.id }, 'could not record the result of a webhook')
    } finally {
      underWay.delete(row.id)
    }
    if (!isStopped) await fill().catch(() => {}) // the next scheduled run reports the error
  }

  async function take(): Promise<void> {
    const term = leadership.term()
    const most = freePlaces()
    if (term === null || isStopped || most <= 0) return
    const busy = Array.from(underWay.values(), ({ endpointId }) => endpointId)
    const now = clock.now()
    const rows = await leadership.commit(async tx => {
      if (await isRehearsal(tx)) {
        await holdWaitingWebhooks(tx, 'system', heldBecause, now)
        return []
      }
      return takeDueWebhooks(tx, 'system', { term, now, until: later(now, leaseMs), busy, perEndpoint, most })
    })
    for (const row of rows) {
      const sending: Promise<void> = send(row, term).finally(() => unfinished.delete(sending))
      unfinished.add(sending)
    }
  }

  /** Takes due deliveries; callers that ask before a run begins share that run. */
  const fill = createSharedRun(take)

  async function idle(): Promise<void> {
    while (unfinished.size > 0) await Promise.all(unfinished)
  }

  return {
    fill,
    idle,
    async stop() {
      isStopped = true
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, secondMs)
      await Promise.race([idle(), late])
      clearTimeout(timer)
    },
  }
}

/** The state after an attempt. A test is not retried, nor is anything that the receiver rejects permanently. */
function stateAfter(outcome: Outcome, kind: WebhookDeliveryRow['kind']): SettledWebhook['state'] {
  if (outcome.kind === 'not sent') return outcome.state
  const verdict = outcome.kind === 'answered' ? verdictOf(outcome.status).kind : 'try-again'
  if (verdict === 'delivered') return 'delivered'
  return verdict === 'gone' || (kind === 'test' && outcome.kind !== 'not now') ? 'failed' : 'waiting'
}

/** Describes an error. Never includes the receiver's response text, which does not belong in our log. */
function wordsOf(error: Error): string {
  const { name, message } = error
  if (name === 'TimeoutError' || name === 'AbortError')
    return `No response within ${timeoutMs / secondMs} seconds`
  if (error instanceof NotOutside) return message
  return `No connection (${message.replace(/\s+/g, ' ').slice(0, 120)})`
}
