import pg from 'pg'
import type { Log } from '#server/platform/log'

const int8 = 20
const poolSize = 10
/** A server that accepts a connection and never responds must not block the caller forever. */
const connectWithinMs = 10_000
/** How long a connection may be silent before TCP keepalive probes it. */
const silentMs = 10_000
/**
 * A process that stops, or is cut off, in the middle of a transaction keeps its locks: every append of every process
 * would wait until the network gives up the connection.
 */
const idleInTransactionMs = 10_000

/**
 * A client whose time limit is only for connecting: the pool's own option would also count the time spent waiting for a
 * free connection.
 */
class ClientInTime extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super({
      ...(typeof config === 'string' ? { connectionString: config } : config),
      connectionTimeoutMillis: connectWithinMs,
    })
  }
}

/**
 * Opens a pool whose connections may be lost at any time, even while in use. A loss is logged once, and is never fatal.
 */
export function openPool(connection: pg.PoolConfig, log: Log): pg.Pool {
  const types = { getTypeParser: pg.types.getTypeParser.bind(pg.types) }
  pg.types.setTypeParser(int8, Number) // ids and counts are far below 2^53
  const pool = new pg.Pool({
    Client: ClientInTime,
    keepAlive: true,
    keepAliveInitialDelayMillis: silentMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    ...connection,
    types,
    max: poolSize,
    application_name: 'skywarden',
  })
  let lost = 0
  const lose = (error: Error) => {
    if (pool.ending) return
    if (lost === 0) log.warn({ because: error.message }, 'the database connection was lost; retrying')
    lost++
  }
  pool.on('connect', client => {
    if (lost > 0) log.info({ connectionsLost: lost }, 'the database is responding again')
    lost = 0
    // The pool handles errors only for idle clients. An unhandled error in a client that is in use would end the
    // process.
    client.on('error', lose)
  })
  pool.on('error', () => {}) // already logged by the client
  return pool
}
