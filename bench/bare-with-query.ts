import Fastify from 'fastify'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { silentLog } from '#server/platform/log'
import { openStore } from '#server/platform/store/index'
import { embeddedConnection } from '#server/platform/store/embedded-postgres'

/** The bare server with the same indexed query, written by hand, without the contract or authentication. */
const dataDir = mkdtempSync(join(tmpdir(), 'skywarden-bench-'))
const store = await openStore({ databaseUrl: undefined, dataDir, log: silentLog })
const pool = new pg.Pool({ ...embeddedConnection(dataDir), max: 10 })
pool.on('error', () => {}) // the database stops before its last connection is closed
await pool.query('create table places (id bigint primary key, banner text)')
await pool.query('insert into places select n, null from generate_series(1, 1000) n')

const app = Fastify()
app.get('/bare/:id', async request => {
  const { id } = request.params as { id: string }
  const { rows } = await pool.query('select banner from places where id = $1', [id])
  return { data: (rows[0] as { banner: string | null }).banner }
})
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' })
console.log(JSON.stringify({ url: `http://127.0.0.1:${process.argv[2]}/bare/2`, token: '' }))
process.on('SIGTERM', () => {
  void (async () => {
    await pool.end()
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
    process.exit(0)
  })()
})
