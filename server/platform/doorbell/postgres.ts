import { sql } from 'kysely'
import pg from 'pg'
import type { Log } from '#server/platform/log'
import type { Db } from '#server/platform/store/index'
import type { Wire } from './index.ts'

const channel = 'skywarden'
const retryMs = 2000

/** Uses NOTIFY, and LISTEN on a dedicated connection. Reconnects when the connection is lost. */
export function postgresWire(
  { db, databaseUrl, log }: { readonly db: Db; readonly databaseUrl: string; readonly log: Log },
  onText: (text: string) => void,
): Wire {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false

  async function listen() {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      application_name: 'skywarden doorbell',
      connectionTimeoutMillis: 10_000,
    })
    client = fresh
    let isLost = false
    const lose = (error?: Error) => {
      if (isLost || stopped) return
      isLost = true
      log.debug({ because: error?.message }, 'the LISTEN connection was lost; reconnecting')
      fresh.end().catch(() => {}) // already closed
      retry = setTimeout(() => void listen(), retryMs)
    }
    fresh.on('error', lose)
    fresh.on('end', () => lose())
    fresh.on('notification', ({ payload }) => onText(payload ?? ''))
    await fresh
      .connect()
      .then(() => fresh.query(`listen ${channel}`))
      .catch(lose)
  }
  void listen()

  return {
    async send(text) {
      await sql`select pg_notify(${channel}, ${text})`.execute(db)
    },
    async stop() {
      stopped = true
      clearTimeout(retry)
      await client?.end().catch(() => {}) // the connection may never have been opened
    },
  }
}
