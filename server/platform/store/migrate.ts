import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { CannotStart } from '#server/platform/cannot-start'

export interface Migration {
  readonly name: string
  readonly text: string
}

/** Numbered files of plain SQL, in their order. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .toSorted()
    .map(name => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
}

/** Any number that nothing else locks: two processes must not migrate at once. */
const migrationLock = 7_266_001

type MigrationTables = { schema_migrations: { name: string; hash: string; applied_at: Date } }

/** Statements end with a semicolon at the end of a line, unless that line is inside the body of a function. */
function statements(text: string): string[] {
  const isOpen = (part: string) => part.split('$$').length % 2 === 0
  const found: string[] = []
  for (const part of text.split(/;[ \t]*\n/)) {
    const last = found.at(-1)
    if (last !== undefined && isOpen(last)) found[found.length - 1] = `${last};\n${part}`
    else found.push(part)
  }
  return found.map(part => part.trim()).filter(part => part.replace(/--.*$/gm, '').trim() !== '')
}

/** Brings the schema up to date: forward only, each file once, all of a file or none of it. */
export async function migrate(
  db: Kysely<unknown>,
  migrations: readonly Migration[],
  now: Date,
): Promise<string[]> {
  return db.connection().execute(async connection => {
    const tables = connection.withTables<MigrationTables>()
    await sql`select pg_advisory_lock(${sql.lit(migrationLock)})`.execute(connection)
    try {
      await sql`create table if not exists schema_migrations (
        name text primary key, hash text not null, applied_at timestamptz not null)`.execute(connection)
      const known = new Map(
        (await tables.selectFrom('schema_migrations').select(['name', 'hash']).execute()).map(row => [
          row.name,
          row.hash,
        ]),
      )
      const newer = [...known.keys()].filter(name => !migrations.some(migration => migration.name === name))
      if (newer.length > 0) {
        throw new CannotStart(
          `The data was written by a newer Skywarden than this one (${newer.join(', ')}). ` +
            'Start that version, or put back a backup of this one.',
        )
      }
      const applied: string[] = []
      for (const { name, text } of migrations) {
        const hash = createHash('sha256').update(text).digest('hex')
        const before = known.get(name)
        if (before !== undefined && before !== hash) {
          throw new Error(`Migration ${name} was changed after it had been applied`)
        }
        if (before !== undefined) continue
        const applying = tables.transaction().execute(async tx => {
          for (const statement of statements(text)) await sql.raw(statement).execute(tx)
          await tx.insertInto('schema_migrations').values({ name, hash, applied_at: now }).execute()
        })
        await applying.catch((error: unknown) => {
          throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
        })
        applied.push(name)
      }
      return applied
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(migrationLock)})`.execute(connection)
    }
  })
}
