import { secondMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import type { Tx } from '#server/platform/store/index'
import { factOf, type Fact, type FactMap, type AppendFact } from './fact.ts'
import { factsAfter, factsAtOnce, holdCursor, moveCursor, noteFailure, setAside } from './store.ts'

export interface FactConsumer<Facts extends FactMap> {
  /** Whose cursor it is: one name, one reader, whichever process it runs in. */
  readonly reader: string
  readonly clock: Clock
  readonly log: Log
  /** The transaction that the act and the cursor share: one that nobody may take part in who is not the leader. */
  readonly keep: <Result>(work: (tx: Tx, tell: AppendFact<Facts>) => Promise<Result>) => Promise<Result>
  readonly act: (tx: Tx, facts: readonly Fact<Facts>[], tell: AppendFact<Facts>) => Promise<void>
}

/** A fact is set aside after this many failures over this long: a database that stumbles is no reason. */
const mostFailures = 3
const failingForMs = 5 * secondMs

/**
 * Acts on every fact once, in order: the act and the reader's cursor move together or not at all. What leaves the house
 * must have its number before it does: it may be repeated if the answer is lost. Facts that fail together are tried one
 * by one; one that fails again and again is set aside with its reason, and those behind it go on.
 */
export async function consumeFacts<Facts extends FactMap>(consumer: FactConsumer<Facts>): Promise<void> {
  let oneByOne = 0
  for (;;) {
    const most = oneByOne > 0 ? 1 : factsAtOnce
    try {
      const count = await actOnNext(consumer, most)
      if (count < most) return
      oneByOne = Math.max(0, oneByOne - 1)
    } catch (error) {
      if (most === 1 && !(await isSetAside(consumer, error as Error))) throw error
      if (most > 1) {
        const { reader } = consumer
        consumer.log.warn(
          { err: error, reader },
          'facts could not be acted on together, and are tried one by one',
        )
        oneByOne = factsAtOnce
      }
    }
  }
}

function actOnNext<Facts extends FactMap>({ keep, clock, reader, act }: FactConsumer<Facts>, most: number) {
  return keep(async (tx, tell) => {
    const after = await holdCursor(tx, reader, clock.now())
    const rows = await factsAfter(tx, after, most)
    const last = rows.at(-1)
    if (!last) return 0
    await act(tx, rows.map(factOf<Facts>), tell)
    await moveCursor(tx, reader, last.number, clock.now())
    return rows.length
  })
}

/** Counts a failure of the next fact. Tells whether it was the last that it gets. */
async function isSetAside<Facts extends FactMap>(
  { keep, clock, log, reader }: FactConsumer<Facts>,
  error: Error,
): Promise<boolean> {
  const aside = await keep(async tx => {
    const now = clock.now()
    const [row] = await factsAfter(tx, await holdCursor(tx, reader, now), 1)
    if (!row) return undefined
    const { failures, since } = await noteFailure(tx, reader, row.number, now)
    if (failures < mostFailures || now.getTime() - since.getTime() < failingForMs) return undefined
    await setAside(tx, reader, row, error.message, now)
    await moveCursor(tx, reader, row.number, now)
    return row
  })
  if (!aside) return false
  const { number, kind, subject } = aside
  log.error(
    { err: error, reader, fact: number, kind, subject },
    'a fact could not be acted on and was set aside',
  )
  return true
}
