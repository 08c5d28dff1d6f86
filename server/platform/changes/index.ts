import { secondMs, type Clock } from '#server/platform/clock'
import type { Doorbell } from '#server/platform/doorbell/index'
import type { Figure } from '#server/platform/figures'
import type { ReadyCheck } from '#server/platform/http/health'
import type { Log } from '#server/platform/log'
import type { Db, Tx } from '#server/platform/store/index'
import { factOf, type Fact, type FactMap, type Tell } from './fact.ts'
import {
  appendFacts,
  cursorLags,
  factsAfter,
  factsAtOnce,
  newestNumber,
  type FactRow,
  type NewFactRow,
} from './store.ts'

export { deleteFactsBefore } from './store.ts'
export { actOnFacts, type Act } from './act-on-facts.ts'
export type { Fact, FactMap, Tell } from './fact.ts'

export interface Changes<Facts extends FactMap> {
  /** Everything that it changes and tells is there for everybody, or none of it. Whoever follows hears of it then. */
  keep<Result>(work: (tx: Tx, tell: Tell<Facts>) => Promise<Result>): Promise<Result>
  /**
   * Hears in this process what was told in any, from when it started: in order, and again until the listener has not
   * failed. One after the other, in the order in which they began to listen.
   */
  hear<Kind extends keyof Facts & string>(
    kind: Kind,
    listener: (body: Facts[Kind], fact: Fact<Facts>) => void | Promise<void>,
  ): void
  /** Resolves when everything that could be read at the call has been heard. */
  catchUp(): Promise<void>
  /** Whether this process knows what others have changed. If not, what it says may be about what is no more. */
  isCurrent(): boolean
  readonly readyCheck: ReadyCheck
  readonly figures: readonly Figure[]
}

export interface ChangesDeps {
  readonly db: Db
  readonly clock: Pick<Clock, 'now'>
  /** Milliseconds that only ever rise. */
  readonly monotonicMs: () => number
  readonly log: Log
  readonly doorbell: Doorbell
}

/** What this process has not heard of for so long, it does not know. Well below a lease, and many readings long. */
const currentForMs = 10 * secondMs

/** A transaction with the facts that it tells; `onTold` when there are any, after the commit. */
export async function keepFacts<Facts extends FactMap, Result>(
  db: Db,
  clock: Pick<Clock, 'now'>,
  work: (tx: Tx, tell: Tell<Facts>) => Promise<Result>,
  onTold?: () => void,
): Promise<Result> {
  const told: NewFactRow[] = []
  const result = await db.transaction().execute(async tx => {
    const done = await work(tx, (kind, { customerId, subject, body, because = null }) => {
      told.push({ at: clock.now(), customer_id: customerId, kind, subject, body: body as object, because })
    })
    await appendFacts(tx, told)
    return done
  })
  if (told.length > 0) onTold?.()
  return result
}

/** The change log. What is loaded after it was opened is at least as new as where it begins to hear. */
export async function openChanges<Facts extends FactMap>(deps: ChangesDeps): Promise<Changes<Facts>> {
  const { db, clock, monotonicMs, log, doorbell } = deps
  type Listener = (body: never, fact: never) => void | Promise<void>
  const listeners = new Map<string, Listener[]>()
  let heardThrough = await newestNumber(db)
  let currentAtMs = monotonicMs()
  let reading: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | undefined

  async function hearOut(row: FactRow) {
    const fact = factOf<Facts>(row)
    for (const listener of listeners.get(row.kind) ?? []) await listener(fact.body as never, fact as never)
  }

  async function readOn() {
    for (;;) {
      const beganMs = monotonicMs()
      const rows = await factsAfter(db, heardThrough)
      for (const row of rows) {
        try {
          await hearOut(row)
        } catch (error) {
          log.error({ err: error, fact: row.number, kind: row.kind }, 'a change could not be followed yet')
          throw error
        }
        heardThrough = row.number
      }
      if (rows.length < factsAtOnce) {
        currentAtMs = beganMs
        return
      }
    }
  }

  const isCurrent = () => monotonicMs() - currentAtMs <= currentForMs

  return {
    keep: work => keepFacts(db, clock, work, () => doorbell.ring('changes')),
    hear(kind, listener) {
      listeners.set(kind, [...(listeners.get(kind) ?? []), listener])
    },
    catchUp() {
      // Whoever comes while one reading runs needs the next one, which serves all of them.
      waiting ??= reading.then(() => {
        waiting = undefined
        const run = readOn()
        reading = run.catch(() => {}) // told to whoever waits for it; the next one tries again
        return run
      })
      return waiting
    },
    isCurrent,
    readyCheck: {
      name: 'changes',
      check: async () => {
        if (!isCurrent()) throw new Error('Edits that were made elsewhere cannot be followed')
        return `Every edit is known, up to number ${heardThrough}`
      },
    },
    figures: [
      {
        name: 'skywarden_facts_behind',
        help: 'Facts that a reader of the change log has not acted on yet',
        labelNames: ['reader'],
        read: async () =>
          (await cursorLags(db)).map(({ reader, behind }) => ({ labels: { reader }, value: behind })),
      },
      {
        name: 'skywarden_changes_age_seconds',
        help: 'Since when this process has not read the change log to its end',
        read: async () => [{ value: (monotonicMs() - currentAtMs) / secondMs }],
      },
    ],
  }
}
