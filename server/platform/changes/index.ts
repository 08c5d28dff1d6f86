import { dayMs, later, secondMs, type Clock } from '#server/platform/clock'
import type { Doorbell } from '#server/platform/doorbell/index'
import type { Figure } from '#server/platform/figures'
import type { ReadyCheck } from '#server/platform/http/health'
import type { Log } from '#server/platform/log'
import { createSharedRun } from '#server/platform/serial'
import { batchesToEnd, newestPosition } from '#server/platform/store/append-log'
import type { Db, Tx } from '#server/platform/store/index'
import { factOf, type Fact, type FactMap, type AppendFact } from './fact.ts'
import {
  appendFacts,
  cursorLags,
  factsAfter,
  factsAtOnce,
  setAsideSince,
  type FactRow,
  type NewFactRow,
} from './store.ts'

export { deleteFactsBefore, deleteSetAsideBefore, factsWith } from './store.ts'
export { consumeFacts, type FactConsumer } from './consume-facts.ts'
export { factOf, type Fact, type FactMap, type AppendFact } from './fact.ts'

export interface Changes<Facts extends FactMap> {
  /** Commits all changes and facts of the transaction, or none. Subscribers receive the facts after the commit. */
  commit<Result>(work: (tx: Tx, appendFact: AppendFact<Facts>) => Promise<Result>): Promise<Result>
  /**
   * Subscribes this process to facts from any process, starting when this process starts: in order, and retried until
   * the subscriber succeeds. Subscribers run one after another, in the order they subscribed.
   */
  subscribe<Kind extends keyof Facts & string>(
    kind: Kind,
    listener: (body: Facts[Kind], fact: Fact<Facts>) => void | Promise<void>,
  ): void
  /**
   * Subscribes to facts in batches: an import may write thousands of facts, and handling them one by one would take too
   * long. Runs after the subscribers that take single facts.
   */
  subscribeToBatches<Kind extends keyof Facts & string>(
    kinds: readonly Kind[],
    listener: (facts: readonly Extract<Fact<Facts>, { kind: Kind }>[]) => void | Promise<void>,
  ): void
  /** Resolves when every fact that was readable at the time of the call has been delivered. */
  catchUp(): Promise<void>
  /** Returns whether this process is up to date with other processes' changes. If not, its replies may be stale. */
  isCurrent(): boolean
  readonly readyChecks: readonly ReadyCheck[]
  readonly figures: readonly Figure[]
}

export interface ChangesDeps {
  readonly db: Db
  readonly clock: Pick<Clock, 'now'>
  /** Monotonic milliseconds. */
  readonly monotonicMs: () => number
  readonly log: Log
  readonly doorbell: Doorbell
}

/**
 * After this long without a successful read, this process counts as out of date. Much shorter than a lease, but long
 * enough for many reads.
 */
const currentForMs = 10 * secondMs

/** A consumer that is further behind than this has stopped: notifications that depend on it are late. */
const latestSeconds = 30

const secondsSince = (oldest: Date | null, now: Date) =>
  oldest === null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / secondMs)

async function checkConsumers(db: Db, now: Date): Promise<string> {
  for (const { reader, oldest } of await cursorLags(db)) {
    const seconds = Math.round(secondsSince(oldest, now))
    if (seconds > latestSeconds) throw new Error(`'${reader}' has not processed a fact from ${seconds} s ago`)
  }
  const { count, newest } = await setAsideSince(db, later(now, -dayMs))
  if (!newest) return 'All facts were processed'
  const { reader, kind, reason } = newest
  return `${count} facts in the last day were set aside, the latest by '${reader}' ('${kind}'): ${reason}`
}

/** Runs a transaction that collects facts; calls `onAppended` after the commit if there are any. */
export async function commitFacts<Facts extends FactMap, Result>(
  db: Db,
  clock: Pick<Clock, 'now'>,
  work: (tx: Tx, appendFact: AppendFact<Facts>) => Promise<Result>,
  onAppended?: () => void,
): Promise<Result> {
  const reported: NewFactRow[] = []
  const result = await db.transaction().execute(async tx => {
    const done = await work(tx, (kind, { customerId, subject, body, because = null }) => {
      reported.push({
        at: clock.now(),
        customer_id: customerId,
        kind,
        subject,
        body: body as object,
        because,
      })
    })
    await appendFacts(tx, reported)
    return done
  })
  if (reported.length > 0) onAppended?.()
  return result
}

/**
 * Opens the change log. Data loaded after it was opened is at least as new as the position at which it starts to read.
 */
export async function openChanges<Facts extends FactMap>(deps: ChangesDeps): Promise<Changes<Facts>> {
  const { db, clock, monotonicMs, log, doorbell } = deps
  type Listener = (body: never, fact: never) => void | Promise<void>
  const listeners = new Map<string, Listener[]>()
  /** Batch subscribers, each with the facts it has not handled yet; retried until they succeed. */
  const together: {
    readonly kinds: ReadonlySet<string>
    readonly listener: (facts: never) => void | Promise<void>
    unheard: Fact<Facts>[]
  }[] = []
  let deliveredThrough = await newestPosition(db, 'facts')
  let currentAtMs = monotonicMs()

  async function deliver(row: FactRow) {
    const fact = factOf<Facts>(row)
    for (const listener of listeners.get(row.kind) ?? []) await listener(fact.body as never, fact as never)
    for (const group of together) if (group.kinds.has(row.kind)) group.unheard.push(fact)
  }

  async function deliverBatches() {
    for (const group of together) {
      if (group.unheard.length === 0) continue
      try {
        await group.listener(group.unheard as never)
      } catch (error) {
        const [first] = group.unheard
        log.error(
          { err: error, fact: first?.number, kind: first?.kind },
          'a batch of changes could not be handled yet',
        )
        throw error
      }
      group.unheard = []
    }
  }

  async function readOn() {
    let beganMs = monotonicMs()
    const readNext = () => {
      beganMs = monotonicMs()
      return factsAfter(db, deliveredThrough)
    }
    for await (const rows of batchesToEnd(factsAtOnce, readNext)) {
      for (const row of rows) {
        try {
          await deliver(row)
        } catch (error) {
          log.error({ err: error, fact: row.number, kind: row.kind }, 'a change could not be handled yet')
          throw error
        }
        deliveredThrough = row.number
      }
      await deliverBatches()
    }
    currentAtMs = beganMs
  }

  const isCurrent = () => monotonicMs() - currentAtMs <= currentForMs

  return {
    commit: work => commitFacts(db, clock, work, () => doorbell.ring('changes')),
    subscribe(kind, listener) {
      listeners.set(kind, [...(listeners.get(kind) ?? []), listener])
    },
    subscribeToBatches(kinds, listener) {
      together.push({ kinds: new Set(kinds), listener, unheard: [] })
    },
    // A caller that arrives during a read has to wait for the next one.
    catchUp: createSharedRun(readOn),
    isCurrent,
    readyChecks: [
      {
        name: 'changes',
        check: async () => {
          if (!isCurrent()) throw new Error('Edits made by other processes cannot be read')
          return `Every edit was read, through number ${deliveredThrough}`
        },
      },
      { name: 'consumers', check: () => checkConsumers(db, clock.now()) },
    ],
    figures: [
      {
        name: 'skywarden_facts_behind',
        help: 'Facts that a change log reader has not processed yet',
        labelNames: ['reader'],
        read: async () =>
          (await cursorLags(db)).map(({ reader, behind }) => ({ labels: { reader }, value: behind })),
      },
      {
        name: 'skywarden_facts_age_seconds',
        help: 'Age of the oldest fact that a change log reader has not processed yet',
        labelNames: ['reader'],
        read: async () =>
          (await cursorLags(db)).map(({ reader, oldest }) => ({
            labels: { reader },
            value: secondsSince(oldest, clock.now()),
          })),
      },
      {
        name: 'skywarden_facts_set_aside',
        help: 'Facts in the last day that could not be processed and were set aside',
        read: async () => [{ value: (await setAsideSince(db, later(clock.now(), -dayMs))).count }],
      },
      {
        name: 'skywarden_changes_age_seconds',
        help: 'Time since this process last read the change log to its end',
        read: async () => [{ value: (monotonicMs() - currentAtMs) / secondMs }],
      },
    ],
  }
}
