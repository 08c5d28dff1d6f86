import type { Clock } from '#server/platform/clock'
import type { Tx } from '#server/platform/store/index'
import { factOf, type Fact, type FactMap, type Tell } from './fact.ts'
import { factsAfter, factsAtOnce, holdCursor, moveCursor } from './store.ts'

export interface Act<Facts extends FactMap> {
  /** Whose cursor it is: one name, one reader, whichever process it runs in. */
  readonly reader: string
  readonly clock: Clock
  /** The transaction that the act and the cursor share: one that nobody may take part in who is not the keeper. */
  readonly keep: <Result>(work: (tx: Tx, tell: Tell<Facts>) => Promise<Result>) => Promise<Result>
  readonly act: (tx: Tx, facts: readonly Fact<Facts>[], tell: Tell<Facts>) => Promise<void>
}

/**
 * Acts on every fact once, in order: the act and the reader's cursor move together or not at all. What leaves the house
 * must have its number before it does: it may be repeated if the answer is lost.
 */
export async function actOnFacts<Facts extends FactMap>(reader: Act<Facts>): Promise<void> {
  const { keep, clock } = reader
  for (;;) {
    const count = await keep(async (tx, tell) => {
      const after = await holdCursor(tx, reader.reader, clock.now())
      const rows = await factsAfter(tx, after)
      const last = rows.at(-1)
      if (!last) return 0
      await reader.act(tx, rows.map(factOf<Facts>), tell)
      await moveCursor(tx, reader.reader, last.number, clock.now())
      return rows.length
    })
    if (count < factsAtOnce) return
  }
}
