import pg from 'pg'
import type { Log } from '#server/platform/log'

const int8 = 20
const poolSize = 10
/** A server that takes a call and says nothing must not hold whoever called for ever. */
const connectWithinMs = 10_000
/** How long a silent connection is believed in before its other end is asked for a sign of life. */
const silentMs = 10_000
/**
 * A process that is stopped, or cut off, in the middle of a transaction keeps its locks: every append of every process
 * would wait for it, for as long as the network believes in it.
 */
const idleInTransactionMs = 10_000

/** Only connecting is bounded: in the pool's own option the time would also run while somebody waits for their turn. */
class ClientInTime extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super({
      ...(typeof config === 'string' ? { connectionString: config } : config),
      connectionTimeoutMillis: connectWithinMs,
    })
  }
}

/** Connections that may be lost at any time, also while somebody uses them: told once for each loss, never fatal. */
export function openPool(connection: pg.PoolConfig, log: Log): pg.Pool {
  const types = { getTypeParser: pg.types.getTypeParser.bind(pg.types) }
  pg.types.setTypeParser(int8, Number) // ids and counts stay far below 2^53
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
    if (lost === 0) log.warn({ because: error.message }, 'the database connection was lost; trying again')
    lost++
  }
  pool.on('connect', client => {
    if (lost > 0) log.info({ connectionsLost: lost }, 'the database answers again')
    lost = 0
    // The pool listens only while a client is idle. One that is in use would end the process with its error.
    client.on('error', lose)
  })
  pool.on('error', () => {}) // told by the client already
  return pool
}
