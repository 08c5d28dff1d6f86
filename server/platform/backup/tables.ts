import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/store/index'
import { Digester, type Digest, type Head } from './file.ts'

const rowsAtOnce = 500

/**
 * Not in a backup: the list of migrations is rebuilt on restore, feed data and camera images are short-lived and large,
 * and idempotency keys last a day.
 */
const leftOut = [
  'schema_migrations',
  'products',
  'feed_memory',
  'idempotency_keys',
  'camera_streams',
  'camera_segments',
]

/** Returns every table that belongs in a backup; tables that others reference come first. */
export async function tablesInOrder(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      and relname not in (${sql.join(leftOut)})
    order by relname`.execute(db)
  const { rows: references } = await sql<{ from: string; to: string }>`
    select distinct a.relname as "from", b.relname as "to"
    from pg_constraint c join pg_class a on a.oid = c.conrelid join pg_class b on b.oid = c.confrelid
    where c.contype = 'f' and a.oid <> b.oid`.execute(db)
  const waiting = new Set(tables.map(({ name }) => name))
  const ordered: string[] = []
  while (waiting.size > 0) {
    const free = [...waiting].filter(
      name => !references.some(({ from, to }) => from === name && waiting.has(to)),
    )
    if (free.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${[...waiting].join(', ')}`)
    for (const name of free) waiting.delete(name)
    ordered.push(...free)
  }
  return ordered
}

/** Returns the existing months of each table partitioned by `add_month`. */
export async function monthsOf(tx: Tx): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ table: string; month: string }>`
    select parent.relname as table, replace(right(part.relname, 7), '_', '-') || '-01' as month
    from pg_inherits join pg_class parent on parent.oid = inhparent join pg_class part on part.oid = inhrelid
    where parent.relkind = 'p' and part.relkind = 'r' and parent.relnamespace = 'public'::regnamespace
    order by 1, 2`.execute(tx)
  const byTable = Map.groupBy(rows, ({ table }) => table)
  return Object.fromEntries(Array.from(byTable, ([table, parts]) => [table, parts.map(({ month }) => month)]))
}

export async function addMonths(tx: Tx, months: Readonly<Record<string, readonly string[]>>): Promise<void> {
  for (const [table, some] of Object.entries(months)) {
    await sql`select add_month(${table}, month) from unnest(${[...some]}::date[]) month`.execute(tx)
  }
}

/** Makes text output independent of server and session settings, and allows enough time to write it. */
export async function writePlainly(tx: Tx) {
  await sql`set local timezone = 'UTC'`.execute(tx)
  await sql`set local datestyle = 'ISO, MDY'`.execute(tx)
  await sql`set local intervalstyle = 'postgres'`.execute(tx)
  await sql`set local bytea_output = 'hex'`.execute(tx)
  await sql`set local extra_float_digits = 1`.execute(tx)
  // A slow disk must not cause a timeout.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
}

/** Yields the rows of a table as PostgreSQL writes them, in an order that is the same on every server. */
export async function* backupRowsOf(tx: Tx, table: string): AsyncGenerator<string[]> {
  const name = sql.table(table)
  await sql`declare backup_rows no scroll cursor for
    select each::text as line from ${name} as each order by each::text collate "C"`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(rowsAtOnce)} from backup_rows`.execute(tx)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await sql`close backup_rows`.execute(tx)
}

export async function digestOf(tx: Tx, table: string): Promise<Digest> {
  const digester = new Digester()
  for await (const rows of backupRowsOf(tx, table)) digester.add(rows)
  return digester.end()
}

export async function insertRows(tx: Tx, table: string, rows: readonly string[]) {
  const name = sql.table(table)
  // Each row is read once and then split, instead of read once per column.
  await sql`insert into ${name} overriding system value
    select (each.line).* from (
      select text::${name} as line from unnest(${[...rows]}::text[]) as text offset 0
    ) as each`.execute(tx)
}

export async function lastNumbers(tx: Tx): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; last: number }>`
    select sequencename as name, last_value as last from pg_sequences
    where schemaname = 'public' and last_value is not null`.execute(tx)
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

export async function appliedMigrations(tx: Tx): Promise<Head['migrations']> {
  const { rows } = await sql<{ name: string; hash: string }>`
    select name, hash from schema_migrations order by name`.execute(tx)
  return rows
}
