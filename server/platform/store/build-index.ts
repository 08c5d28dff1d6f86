import { sql, type Kysely } from 'kysely'

export interface IndexToBuild {
  readonly name: string
  /** The rest of the index's statement: `on strikes (at)`. */
  readonly onTable: string
}

/**
 * Returns the index that a statement of a migration creates; undefined if it does something else, or could not be
 * repeated correctly.
 */
export function indexIn(statement: string): IndexToBuild | undefined {
  const plain = statement.replace(/^--.*$/gm, '').trim()
  const [, name, onTable] = /^create index if not exists (\w+)\s+(on\s.*)$/is.exec(plain) ?? []
  return name === undefined || onTable === undefined ? undefined : { name, onTable }
}

/**
 * Returns whether an interrupted build left an index that is kept up to date and never used: repeating the statement
 * would not replace it.
 */
async function hasUnfinished(connection: Kysely<unknown>, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_index
    where indexrelid = to_regclass(${name}) and not indisvalid`.execute(connection)
  return rows.length > 0
}

/**
 * Limits that may be set for a role, a database or in DATABASE_URL. Not every version of PostgreSQL has all of them.
 */
const limits = sql`from pg_settings where name in ('lock_timeout', 'statement_timeout', 'transaction_timeout')`

async function withoutLimits(connection: Kysely<unknown>, work: () => Promise<void>): Promise<void> {
  await sql`select set_config(name, '0', false) ${limits}`.execute(connection)
  try {
    await work()
  } finally {
    await sql`select set_config(name, reset_val, false) ${limits}`.execute(connection)
  }
}

/**
 * Builds an index without blocking anyone who reads or writes the table: strikes, warnings and sirens continue. It
 * waits for every transaction that could miss the index, however long that takes: a time limit would end the build
 * halfway.
 */
export async function buildIndex(
  connection: Kysely<unknown>,
  { name, onTable }: IndexToBuild,
): Promise<void> {
  await withoutLimits(connection, async () => {
    if (await hasUnfinished(connection, name))
      await sql.raw(`drop index concurrently if exists ${name}`).execute(connection)
    await sql.raw(`create index concurrently if not exists ${name} ${onTable}`).execute(connection)
  })
}
