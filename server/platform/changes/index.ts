import { dayMs, later, secondMs, type Clock } from '#server/platform/clock'
import type { Doorbell } from '#server/platform/doorbell/index'
import type { Figure } from '#server/platform/figures'
import type { ReadyCheck } from '#server/platform/http/health'
import type { Log } from '#server/platform/log'
import type { Db, Tx } from '#server/platform/store/index'
import { factOf, type Fact, type FactMap, type AppendFact } from './fact.ts'
import {
  appendFacts,
  cursorLags,
  factsAfter,
  factsAtOnce,
  newestNumber,
  setAsideSince,
  type FactRow,
  type NewFactRow,
} from './store.ts'

export { deleteFactsBefore, deleteSetAsideBefore } from './store.ts'
export { consumeFacts, type FactConsumer } from './consume-facts.ts'
export type { Fact, FactMap, AppendFact } from './fact.ts'

export interface Changes<Facts extends FactMap> {
  /** Everything that it changes and tells is there for everybody, or none of it. Whoever follows hears of it then. */
  keep<Result>(work: (tx: Tx, tell: AppendFact<Facts>) => Promise<Result>): Promise<Result>
  /**
   * Hears in this process what was told in any, from when it started: in order, and again until the listener has not
   * failed. One after the other, in the order in which they began to listen.
   */
  hear<Kind extends keyof Facts & string>(
    kind: Kind,
    listener: (body: Facts[Kind], fact: Fact<Facts>) => void | Promise<void>,
  ): void
  /**
   * The same for many facts at once: an import may tell of thousands, and whoever follows them one by one is late. After
   * what hears them one by one.
   */
  hearTogether<Kind extends keyof Facts & string>(
    kinds: readonly Kind[],
    listener: (facts: readonly Extract<Fact<Facts>, { kind: Kind }>[]) => void | Promise<void>,
  ): void
  /** Resolves when everything that could be read at the call has been heard. */
  catchUp(): Promise<void>
  /** Whether this process knows what others have changed. If not, what it says may be about what is no more. */
  isCurrent(): boolean
  readonly readyChecks: readonly ReadyCheck[]
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

/** A reader that waits for longer has stopped: what it tells people of is late. */
const latestSeconds = 30

const secondsSince = (oldest: Date | null, now: Date) =>
  oldest === null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / secondMs)

async function checkConsumers(db: Db, now: Date): Promise<string> {
  for (const { reader, oldest } of await cursorLags(db)) {
    const seconds = Math.round(secondsSince(oldest, now))
    if (seconds > latestSeconds)
      throw new Error(`'${reader}' has not acted on what happened ${seconds} s ago`)
  }
  const { count, newest } = await setAsideSince(db, later(now, -dayMs))
  if (!newest) return 'Everything that happened was acted on'
  const { reader, kind, reason } = newest
  return `${count} facts of the last day were set aside, the newest by '${reader}' ('${kind}'): ${reason}`
}

/** A transaction with the facts that it tells; `onTold` when there are any, after the commit. */
export async function keepFacts<Facts extends FactMap, Result>(
  db: Db,
  clock: Pick<Clock, 'now'>,
  work: (tx: Tx, tell: AppendFact<Facts>) => Promise<Result>,
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
  /** Who hears facts together, and those that they have not heard yet: again until they have not failed. */
  const together: {
    readonly kinds: ReadonlySet<string>
    readonly listener: (facts: never) => void | Promise<void>
    unheard: Fact<Facts>[]
  }[] = []
  let heardThrough = await newestNumber(db)
  let currentAtMs = monotonicMs()
  let reading: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | undefined

  async function hearOut(row: FactRow) {
    const fact = factOf<Facts>(row)
    for (const listener of listeners.get(row.kind) ?? []) await listener(fact.body as never, fact as never)
    for (const group of together) if (group.kinds.has(row.kind)) group.unheard.push(fact)
  }

  async function hearOutTogether() {
    for (const group of together) {
      if (group.unheard.length === 0) continue
      try {
        await group.listener(group.unheard as never)
      } catch (error) {
        const [first] = group.unheard
        log.error({ err: error, fact: first?.number, kind: first?.kind }, 'changes could not be followed yet')
        throw error
      }
      group.unheard = []
    }
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
      await hearOutTogether()
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
    hearTogether(kinds, listener) {
      together.push({ kinds: new Set(kinds), listener, unheard: [] })
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
    readyChecks: [
      {
        name: 'changes',
        check: async () => {
          if (!isCurrent()) throw new Error('Edits that were made elsewhere cannot be followed')
          return `Every edit is known, up to number ${heardThrough}`
        },
      },
      { name: 'consumers', check: () => checkConsumers(db, clock.now()) },
    ],
    figures: [
      {
        name: 'skywarden_facts_behind',
        help: 'Facts that a reader of the change log has not acted on yet',
        labelNames: ['reader'],
        read: async () =>
          (await cursorLags(db)).map(({ reader, behind }) => ({ labels: { reader }, value: behind })),
      },
      {
        name: 'skywarden_facts_age_seconds',
        help: 'Age of the oldest fact that a reader of the change log has not acted on yet',
        labelNames: ['reader'],
        read: async () =>
          (await cursorLags(db)).map(({ reader, oldest }) => ({
            labels: { reader },
            value: secondsSince(oldest, clock.now()),
          })),
      },
      {
        name: 'skywarden_facts_set_aside',
        help: 'Facts of the last day that could not be acted on and were set aside',
        read: async () => [{ value: (await setAsideSince(db, later(clock.now(), -dayMs))).count }],
      },
      {
        name: 'skywarden_changes_age_seconds',
        help: 'Since when this process has not read the change log to its end',
        read: async () => [{ value: (monotonicMs() - currentAtMs) / secondMs }],
      },
    ],
  }
}
