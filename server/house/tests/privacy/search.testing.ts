import { sql } from 'kysely'
import type { Db } from '#server/platform/store/index'

/** Returns the tables in which a string occurs, in any text column. */
export async function tablesWith(db: Db, text: string): Promise<string[]> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select columns.table_name as table, array_agg(column_name::text) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and (data_type in ('text', 'character varying', 'uuid', 'jsonb', 'json', 'ARRAY', 'USER-DEFINED'))
    group by columns.table_name order by 1`.execute(db)
  const found: string[] = []
  for (const { table, columns } of rows) {
    const any = sql.join(
      columns.map(column => sql`${sql.ref(column)}::text ilike ${`%${text}%`}`),
      sql` or `,
    )
    const hits = await sql`select from ${sql.table(table)} where ${any} limit 1`.execute(db)
    if (hits.rows.length > 0) found.push(table)
  }
  return found
}
