import { sql, type Generated, type Selectable } from 'kysely'
import { lockForAppend } from '#server/platform/store/append-lock'
import type { Db, Tx } from '#server/platform/store/index'

type FactTable = {
  number: Generated<number>
  at: Date
  customer_id: number | null
  kind: string
  subject: string
  body: object
  because: string | null
}
type Tables = {
  facts: FactTable
  fact_cursors: { reader: string; number: number; moved_at: Date }
}
export type FactRow = Selectable<FactTable>
export type NewFactRow = Omit<FactRow, 'number'>

const tables = (db: Db) => db.withTables<Tables>()

/** Far below the number of parameters that a statement may have. */
const rowsAtOnce = 1000

/** Appends facts: the last act of a transaction, which waits for nothing else while others wait for it. */
export async function appendFacts(tx: Tx, facts: readonly NewFactRow[]): Promise<void> {
  if (facts.length === 0) return
  await lockForAppend(tx, 'facts')
  for (let start = 0; start < facts.length; start += rowsAtOnce) {
    await tables(tx)
      .insertInto('facts')
      .values(
        facts
          .slice(start, start + rowsAtOnce)
          .map(fact => ({ ...fact, body: sql<object>`${JSON.stringify(fact.body)}::jsonb` })),
      )
      .execute()
  }
}

/** As many as one reading gives: fewer are the end of the log. */
export const factsAtOnce = 500

export function factsAfter(db: Db, number: number): Promise<FactRow[]> {
  return tables(db)
    .selectFrom('facts')
    .selectAll()
    .where('number', '>', number)
    .orderBy('number')
    .limit(factsAtOnce)
    .execute()
}

/** The number of the newest fact: everything up to it can be read. */
export async function newestNumber(db: Db): Promise<number> {
  const { newest } = await tables(db)
    .selectFrom('facts')
    .select(eb => eb.fn.max('number').as('newest'))
    .executeTakeFirstOrThrow()
  return newest ?? 0
}

/** Those that are older than an instant and that no reader waits for. */
export async function deleteFactsBefore(db: Db, before: Date): Promise<void> {
  await tables(db)
    .deleteFrom('facts')
    .where('at', '<', before)
    .where('number', '<=', sql<number>`coalesce((select min(number) from fact_cursors), 9223372036854775807)`)
    .execute()
}

// Cursors

/** A reader's cursor, held until the transaction ends. A reader that is new begins with what comes next. */
export async function holdCursor(tx: Tx, reader: string, now: Date): Promise<number> {
  const held = tables(tx).selectFrom('fact_cursors').select('number').where('reader', '=', reader).forUpdate()
  const known = await held.executeTakeFirst()
  if (known) return known.number
  await tables(tx)
    .insertInto('fact_cursors')
    .values({ reader, number: await newestNumber(tx), moved_at: now })
    .onConflict(conflict => conflict.column('reader').doNothing()) // another process may be faster
    .execute()
  return (await held.executeTakeFirstOrThrow()).number
}

export async function moveCursor(tx: Tx, reader: string, number: number, now: Date): Promise<void> {
  await tables(tx)
    .updateTable('fact_cursors')
    .set({ number, moved_at: now })
    .where('reader', '=', reader)
    .execute()
}

/** How many facts each reader has not acted on yet. */
export function cursorLags(db: Db): Promise<{ reader: string; behind: number }[]> {
  return tables(db)
    .selectFrom('fact_cursors')
    .select(eb => [
      'reader',
      eb
        .selectFrom('facts')
        .select(facts => facts.fn.countAll<number>().as('behind'))
        .whereRef('facts.number', '>', 'fact_cursors.number')
        .$asScalar()
        .$notNull()
        .as('behind'),
    ])
    .execute()
}
