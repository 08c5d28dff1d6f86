// embedded-postgres.process.test.ts runs this as a separate process and kills it: it writes rows into a folder's store
// and prints the number of each acknowledged row. SIGTERM stops it as it stops a server.
import { sql } from 'kysely'
import { silentLog } from '#server/platform/log'
import { openStore } from './index.ts'

const [dataDir = ''] = process.argv.slice(2)
const store = await openStore({ databaseUrl: undefined, dataDir, log: silentLog })
let writing = true
process.once('SIGTERM', () => void (writing = false))

await sql`create table if not exists rows_written (id bigint generated always as identity primary key)`.execute(
  store.db,
)

async function write() {
  while (writing) {
    const { rows } = await sql<{ id: number }>`insert into rows_written default values returning id`.execute(
      store.db,
    )
    process.stdout.write(`${rows[0]?.id}\n`)
  }
}

await Promise.all([write(), write(), write(), write()])
await store.close()
