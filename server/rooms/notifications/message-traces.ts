import { setTimeout as sleep } from 'node:timers/promises'
import type { Facts } from '#server/facts'
import { rememberFact } from '#server/fact-traces'
import type { Fact } from '#server/platform/changes/index'
import { secondMs, type Clock } from '#server/platform/clock'
import type { Db } from '#server/platform/store/index'
import {
  BoundedMap,
  createBudget,
  createSample,
  type Span,
  type TraceContext,
  type Traces,
} from '#server/platform/traces/index'
import type { DeliveryAttempt } from './channels/channel.ts'
import type { DeliveryRow, DeliveryState, ReportedMessage } from './store/deliveries.ts'
import { findNotifications, type NotificationRow } from './store/notifications.ts'

/** A notification decided in the current transaction. */
export interface Notified extends Pick<NotificationRow, 'event' | 'kind' | 'round'> {
  readonly id: number
  readonly customerId: number
  readonly told: boolean
  readonly messages: number
}

interface About {
  readonly kind: string
  /** The trace of the strike that caused the notification. */
  readonly trace?: string
}

/**
 * The key under which the consequences of a notification's cause are stored; null if strikes do not cause this kind.
 */
function causeOf({ event, kind, round }: Pick<NotificationRow, 'event' | 'kind' | 'round'>): string | null {
  if (kind === 'opened' || kind === 'withdrawn') return event
  return kind === 'again' ? `fact ${round}` : null
}

const farewellMs = secondMs

const endings: Readonly<Record<DeliveryState, { readonly isFailed: boolean } | null>> = {
  waiting: null,
  sent: { isFailed: false },
  kept: { isFailed: false },
  delivered: { isFailed: false },
  superseded: { isFailed: false },
  undelivered: { isFailed: true },
  failed: { isFailed: true },
  expired: { isFailed: true },
}

/**
 * Traces messages through the outbox. A message that follows from a strike is part of the strike's trace; any other has
 * its own trace. Nothing waits for these lookups.
 */
export class MessageTraces {
  readonly #traces: Traces
  readonly #db: Db
  readonly #clock: Clock
  readonly #about = new BoundedMap<number, About>()
  readonly #isSampled
  #decided: Notified[] = []
  #superseded: readonly ReportedMessage[] = []
  #from: Date
  /** Resolves after the latest lookup and all earlier ones. */
  #looking: Promise<void> = Promise.resolve()

  constructor(traces: Traces, db: Db, clock: Clock) {
    this.#traces = traces
    this.#db = db
    this.#clock = clock
    this.#from = clock.now()
    this.#isSampled = createSample(createBudget(clock))
  }

  /** Begins a transaction that may notify people. */
  begin() {
    this.#decided = []
    this.#superseded = []
    this.#from = this.#clock.now()
  }

  /** Records which facts the transaction is about; this process may not have read them yet. */
  read(facts: readonly Fact<Facts>[]) {
    for (const fact of facts) rememberFact(this.#traces, fact)
  }

  decided(notified: Notified) {
    this.#decided.push(notified)
  }

  superseded(rows: readonly ReportedMessage[]) {
    this.#superseded = rows
  }

  /** Called when the transaction has committed. */
  committed() {
    const to = this.#clock.now()
    this.ended(this.#superseded, 'superseded')
    this.#superseded = []
    for (const { id, customerId, told, messages, ...row } of this.#decided.splice(0)) {
      const context = this.#know(id, row)
      if (!context) continue
      const details = { customerId, notificationId: id, kind: row.kind, isTold: told, messages }
      const key = `notification ${id}`
      this.#traces.add({ ...context, key, name: 'notification', from: this.#from, to, details })
    }
  }

  /** Called when messages are about to be sent: looks up the subjects of those that another process decided. */
  taken(rows: readonly ReportedMessage[]) {
    const unknown = rows.flatMap(({ notification_id: id }) => (id === null || this.#about.has(id) ? [] : id))
    if (unknown.length > 0) this.#looking = Promise.all([this.#looking, this.#lookUp(unknown)]).then(() => {})
  }

  /** Called when an attempt has ended, which may also end the message. */
  attempted(row: DeliveryRow, from: Date, outcome: DeliveryAttempt, state: DeliveryState) {
    const to = this.#clock.now()
    const isFailed = outcome.kind === 'try-again' || outcome.kind === 'give-up'
    const answerCode = outcome.kind === 'kept' ? undefined : outcome.code
    const answer = answerCode !== undefined && { answerCode }
    const attempt = { attempt: row.attempts, outcome: outcome.kind, ...answer }
    const key = `attempt ${row.id} ${row.attempts}`
    this.#step(row, { key, name: 'attempt', from, to, isFailed, details: attempt })
    this.#end(row, state, to)
  }

  /** Called when messages have ended without an attempt. */
  ended(rows: readonly ReportedMessage[], state: DeliveryState) {
    this.taken(rows)
    for (const row of rows) this.#end(row, state, this.#clock.now())
  }

  /** Called when the provider or the browser has reported a message's outcome. */
  reported(row: ReportedMessage, state: DeliveryState) {
    this.taken([row])
    const now = this.#clock.now()
    const isFailed = endings[state]?.isFailed ?? false
    const key = `receipt ${row.id} ${state}`
    this.#step(row, { key, name: 'receipt', from: now, to: now, isFailed, details: { outcome: state } })
  }

  /**
   * Resolves when no lookup is in progress, or after a short time: a server stops even if its database does not
   * respond.
   */
  async settled() {
    await Promise.race([this.#looking, sleep(farewellMs, undefined, { ref: false })])
  }

  #end(row: ReportedMessage, state: DeliveryState, to: Date) {
    const ending = endings[state]
    if (!ending) return
    this.#later(row, about => ({
      ...this.#contextOf(row, about),
      key: `message ${row.id}`,
      name: 'message',
      from: row.created_at,
      to,
      details: { ...detailsOf(row), kind: about.kind, outcome: state },
      isFailed: ending.isFailed,
    }))
  }

  #step(row: ReportedMessage, step: Omit<Span, 'trace' | 'parent'>) {
    this.#later(row, about => ({
      ...step,
      trace: this.#contextOf(row, about).trace,
      parent: `message ${row.id}`,
      details: { ...detailsOf(row), ...step.details },
    }))
  }

  #contextOf({ id, notification_id }: ReportedMessage, { trace }: About): TraceContext {
    return trace === undefined
      ? { trace: `message ${id}` }
      : { trace, parent: `notification ${notification_id}` }
  }

  /** Reports a span once it is known to which trace it belongs. */
  #later(row: ReportedMessage, spanOf: (about: About) => Span) {
    const report = () => {
      const about = this.#aboutOf(row)
      if (about.trace !== undefined || this.#isSampled(`message ${row.id}`)) this.#traces.add(spanOf(about))
    }
    if (row.notification_id === null || this.#about.has(row.notification_id)) report()
    else this.#looking = this.#looking.then(report)
  }

  #aboutOf({ notification_id: id }: ReportedMessage): About {
    if (id === null) return { kind: 'account' }
    return this.#about.get(id) ?? { kind: 'notification' }
  }

  #know(id: number, row: Pick<NotificationRow, 'event' | 'kind' | 'round'>): TraceContext | undefined {
    const cause = causeOf(row)
    const context = cause === null ? undefined : this.#traces.contextOf(cause)
    this.#about.set(id, { kind: row.kind, ...(context && { trace: context.trace }) })
    return context
  }

  async #lookUp(ids: readonly number[]) {
    try {
      for (const row of await findNotifications(this.#db, 'system', ids)) this.#know(row.id, row)
    } catch {
      // The messages get their own traces. Code that needs the database to work reports the error.
    }
  }
}

function detailsOf({ id, customer_id, channel, notification_id }: ReportedMessage) {
  return { customerId: customer_id, deliveryId: id, notificationId: notification_id, channel }
}
