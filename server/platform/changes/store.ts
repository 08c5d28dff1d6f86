import { sql, type Generated, type Selectable } from 'kysely'
import { lockForAppend, newestPosition } from '#server/platform/store/append-log'
import { batchesOf } from '#server/platform/store/batches'
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
  fact_cursors: {
    reader: string
    number: number
    moved_at: Date
    failing_number: Generated<number | null>
    failures: Generated<number>
    failing_since: Generated<Date | null>
  }
  facts_set_aside: Omit<FactRow, 'because'> & { reader: string; reason: string }
}
export type FactRow = Selectable<FactTable>
export type NewFactRow = Omit<FactRow, 'number'>

const tables = (db: Db) => db.withTables<Tables>()

/** Appends facts as the last step of a transaction, because other writers wait for the append lock until it commits. */
export async function appendFacts(tx: Tx, facts: readonly NewFactRow[]): Promise<void> {
  if (facts.length === 0) return
  await lockForAppend(tx, 'facts')
  for (const some of batchesOf(facts)) {
    const rows = some.map(fact => ({ ...fact, body: sql<object>`${JSON.stringify(fact.body)}::jsonb` }))
    await tables(tx).insertInto('facts').values(rows).execute()
  }
}

/** The maximum number of facts that one read returns. If there are fewer, the read has reached the end of the log. */
export const factsAtOnce = 500

export function factsAfter(db: Db, number: number, most: number = factsAtOnce): Promise<FactRow[]> {
  return tables(db)
    .selectFrom('facts')
    .selectAll()
    .where('number', '>', number)
    .orderBy('number')
    .limit(most)
    .execute()
}

/** Returns the newest facts since an instant whose body has a field, oldest first. */
export async function factsWith(db: Db, field: string, since: Date, most: number): Promise<FactRow[]> {
  const rows = await tables(db)
    .selectFrom('facts')
    .selectAll()
    .where('at', '>=', since)
    .where(sql<boolean>`jsonb_exists(body, ${field})`)
    .orderBy('number', 'desc')
    .limit(most)
    .execute()
  return rows.toReversed()
}

/** Deletes facts older than an instant that no consumer still needs; only the given kinds, if any are given. */
export async function deleteFactsBefore(db: Db, before: Date, kinds?: readonly string[]): Promise<void> {
  let query = tables(db)
    .deleteFrom('facts')
    .where('at', '<', before)
    .where('number', '<=', sql<number>`coalesce((select min(number) from fact_cursors), 9223372036854775807)`)
  if (kinds) query = query.where('kind', 'in', kinds)
  await query.execute()
}

// Cursors

/** Locks a consumer's cursor until the transaction ends. A new consumer starts at the end of the log. */
export async function holdCursor(tx: Tx, reader: string, now: Date): Promise<number> {
  const held = tables(tx).selectFrom('fact_cursors').select('number').where('reader', '=', reader).forUpdate()
  const known = await held.executeTakeFirst()
  if (known) return known.number
  await tables(tx)
    .insertInto('fact_cursors')
    .values({ reader, number: await newestPosition(tx, 'facts'), moved_at: now })
    .onConflict(conflict => conflict.column('reader').doNothing()) // another process may create it first
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

/**
 * Counts a failure. Returns how many times in a row a fact has failed, including this time, and the time of the first
 * failure.
 */
export async function noteFactFailure(
  tx: Tx,
  reader: string,
  number: number,
  now: Date,
): Promise<{ failures: number; since: Date }> {
  const isSame = sql<boolean>`failing_number is not distinct from ${number}`
  const row = await tables(tx)
    .updateTable('fact_cursors')
    .set({
      failing_number: number,
      failures: sql<number>`case when ${isSame} then failures else 0 end + 1`,
      failing_since: sql<Date>`case when ${isSame} then failing_since else ${now}::timestamptz end`,
    })
    .where('reader', '=', reader)
    .returning(['failures', 'failing_since'])
    .$narrowType<{ failing_since: Date }>()
    .executeTakeFirstOrThrow()
  return { failures: row.failures, since: row.failing_since }
}

export async function setAside(
  tx: Tx,
  reader: string,
  { number, customer_id, kind, subject, body: stated }: FactRow,
  reason: string,
  now: Date,
): Promise<void> {
  const body = sql<object>`${JSON.stringify(stated)}::jsonb`
  await tables(tx)
    .insertInto('facts_set_aside')
    .values({ reader, number, customer_id, kind, subject, body, reason, at: now })
    .onConflict(conflict => conflict.columns(['reader', 'number']).doNothing())
    .execute()
}

/** Returns how many facts were set aside since an instant, and the newest of them. */
export async function setAsideSince(
  db: Db,
  since: Date,
): Promise<{ count: number; newest: { reader: string; kind: string; reason: string } | undefined }> {
  const rows = await tables(db)
    .selectFrom('facts_set_aside')
    .select(eb => ['reader', 'kind', 'reason', eb.fn.countAll<number>().over().as('count')])
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(1)
    .execute()
  return { count: rows[0]?.count ?? 0, newest: rows[0] }
}

export async function deleteSetAsideBefore(db: Db, before: Date): Promise<void> {
  await tables(db).deleteFrom('facts_set_aside').where('at', '<', before).execute()
}

/** Counting stops here: callers only need to know that there are many. */
const mostCounted = 10_000

/** Returns how many facts each consumer has not handled yet, and the time of the oldest. */
export function cursorLags(db: Db): Promise<{ reader: string; behind: number; oldest: Date | null }[]> {
  return tables(db)
    .selectFrom('fact_cursors')
    .innerJoinLateral(
      eb =>
        eb
          .selectFrom(
            eb
              .selectFrom('facts')
              .select('at')
              .whereRef('facts.number', '>', 'fact_cursors.number')
              .orderBy('facts.number')
              .limit(mostCounted)
              .as('waiting'),
          )
          .select(facts => [facts.fn.countAll<number>().as('behind'), facts.fn.min('at').as('oldest')])
          .as('lag'),
      join => join.onTrue(),
    )
    .select(['reader', 'lag.behind', 'lag.oldest'])
    .execute()
}
