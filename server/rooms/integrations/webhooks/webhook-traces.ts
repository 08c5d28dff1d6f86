import { createBudget, createSample, type Traces } from '#server/platform/traces/index'
import type { Clock } from '#server/platform/clock'
import type { WebhookDeliveryRow, WebhookDeliveryState } from './store/deliveries.ts'

/** The result of an attempt. */
export interface WebhookAttempt {
  readonly from: Date
  readonly to: Date
  /** The number of the fact that the webhook reports; null if it reports none. */
  readonly fact: number | null
  readonly answerCode: number | null
  /** `waiting` means that it will be tried again. */
  readonly state: WebhookDeliveryState
}

/** Traces webhooks, in the trace of the strike that they report or in a separate trace. */
export class WebhookTraces {
  readonly #traces: Traces
  readonly #isSampled

  constructor(traces: Traces, clock: Clock) {
    this.#traces = traces
    this.#isSampled = createSample(createBudget(clock))
  }

  attempted(row: WebhookDeliveryRow, { from, to, fact, answerCode, state }: WebhookAttempt) {
    const key = `webhook ${row.id}`
    const cause = fact === null ? undefined : this.#traces.contextOf(`fact ${fact}`)
    if (!cause && !this.#isSampled(key)) return
    const context = cause ?? { trace: key }
    const { attempts, customer_id: customerId, endpoint_id: endpointId, kind } = row
    const about = { customerId, endpointId, deliveryId: row.id }
    this.#traces.add({
      trace: context.trace,
      parent: key,
      key: `${key} ${attempts}`,
      name: 'attempt',
      from,
      to,
      details: { ...about, attempt: attempts, ...(answerCode !== null && { answerCode }) },
      isFailed: state === 'failed' || state === 'waiting',
    })
    if (state === 'waiting') return
    const details = { ...about, kind, outcome: state }
    const whole = { key, name: 'webhook', from: row.created_at, to, details, isFailed: state === 'failed' }
    this.#traces.add({ ...context, ...whole })
  }
}
