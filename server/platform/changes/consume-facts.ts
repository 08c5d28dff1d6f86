import { secondMs, type Clock } from '#server/platform/clock'
import type { Log } from '#server/platform/log'
import type { Tx } from '#server/platform/store/index'
import { factOf, type Fact, type FactMap, type AppendFact } from './fact.ts'
import { factsAfter, factsAtOnce, holdCursor, moveCursor, noteFactFailure, setAside } from './store.ts'

export interface FactConsumer<Facts extends FactMap> {
  /** Identifies the cursor: one name is one consumer, in whichever process it runs. */
  readonly reader: string
  readonly clock: Clock
  readonly log: Log
  /** Runs the transaction that the handler and the cursor share. Only the leader can open one. */
  readonly keep: <Result>(work: (tx: Tx, appendFact: AppendFact<Facts>) => Promise<Result>) => Promise<Result>
  readonly act: (tx: Tx, facts: readonly Fact<Facts>[], appendFact: AppendFact<Facts>) => Promise<void>
}

/** A fact is set aside after this many failures over at least this long: a short database outage must not cause it. */
const mostFailures = 3
const failingForMs = 5 * secondMs

/**
 * Handles every fact once, in order: the handler's changes and the consumer's cursor commit together. A message to the
 * outside needs an id before it is sent, because it may be sent again if the reply is lost. Facts that fail as a batch
 * are retried one by one; a fact that fails repeatedly is set aside with the reason, and the ones after it continue.
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
        consumer.log.warn({ err: error, reader }, 'a batch of facts failed; retrying them one by one')
        oneByOne = factsAtOnce
      }
    }
  }
}

function actOnNext<Facts extends FactMap>({ keep, clock, reader, act }: FactConsumer<Facts>, most: number) {
  return keep(async (tx, appendFact) => {
    const after = await holdCursor(tx, reader, clock.now())
    const rows = await factsAfter(tx, after, most)
    const last = rows.at(-1)
    if (!last) return 0
    await act(tx, rows.map(factOf<Facts>), appendFact)
    await moveCursor(tx, reader, last.number, clock.now())
    return rows.length
  })
}

/** Counts a failure of the next fact. Returns whether the fact has used up its attempts. */
async function isSetAside<Facts extends FactMap>(
  { keep, clock, log, reader }: FactConsumer<Facts>,
  error: Error,
): Promise<boolean> {
  const aside = await keep(async tx => {
    const now = clock.now()
    const [row] = await factsAfter(tx, await holdCursor(tx, reader, now), 1)
    if (!row) return undefined
    const { failures, since } = await noteFactFailure(tx, reader, row.number, now)
    if (failures < mostFailures || now.getTime() - since.getTime() < failingForMs) return undefined
    await setAside(tx, reader, row, error.message, now)
    await moveCursor(tx, reader, row.number, now)
    return row
  })
  if (!aside) return false
  const { number, kind, subject } = aside
  log.error({ err: error, reader, fact: number, kind, subject }, 'a fact failed repeatedly and was set aside')
  return true
}
